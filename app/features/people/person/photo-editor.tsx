import { Button } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useCall } from '#app/collections/use-call.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './person.module.css'

const PhotoDialog = lazyPart(() => import('../profile/photo-dialog.tsx').then((all) => ({ default: all.PhotoDialog })))

export function PhotoEditor({ person }: { person: ListRecord }) {
  const [choosing, setChoosing] = useState(false)
  const removing = useCall('DELETE', `/api/people/${person.id}/remove_image`)
  return (
    <section aria-label="Photo">
      <h2>Photo</h2>
      <FormError message={removing.problem} />
      <div className={`row cluster ${classes.foot}`}>
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          onClick={() => {
            removing.clear()
            setChoosing(true)
          }}
        >
          {person.avatar === null ? 'Upload photo' : 'Change photo'}
        </Button>
        {person.avatar !== null && (
          <Button
            variant="subtle"
            color="red"
            loading={removing.busy}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => removing.call()}
          >
            Remove photo
          </Button>
        )}
      </div>
      {choosing && (
        <Suspense>
          <PhotoDialog path={`/api/people/${person.id}/upload_image`} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  )
}
