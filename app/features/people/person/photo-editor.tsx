import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { callApi } from '#app/collections/call-api.ts'
import type { ListRecord } from '#app/collections/list-view.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './person.module.css'

const PhotoDialog = lazyPart(() => import('../profile/photo-dialog.tsx').then((all) => ({ default: all.PhotoDialog })))

export function PhotoEditor({ person }: { person: ListRecord }) {
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const remove = async () => {
    setBusy(true)
    const { ok, body } = await callApi('DELETE', `/api/people/${person.id}/remove_image`)
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'That did not work. Please try again.'))
    if (ok) revalidate()
  }
  return (
    <section aria-label="Photo">
      <h2>Photo</h2>
      <FormError message={problem} />
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          onClick={() => {
            setProblem(undefined)
            setChoosing(true)
          }}
        >
          {person.avatar === null ? 'Upload photo' : 'Change photo'}
        </Button>
        {person.avatar !== null && (
          <Button
            variant="subtle"
            color="red"
            loading={busy}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={remove}
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
