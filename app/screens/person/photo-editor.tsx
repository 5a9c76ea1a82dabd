import { Button, FileButton } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import type { ListRecord } from '../../collections/list-view.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './person.module.css'

/** Gives the person a photo, or takes it away. */
export function PhotoEditor({ person }: { person: ListRecord }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const send = async (method: string, call: string, form?: FormData) => {
    setBusy(true)
    const { ok, body } = await callApi(method, `/api/people/${person.id}/${call}`, form)
    setBusy(false)
    setProblem(ok ? undefined : (firstMessage(body, []) ?? 'That did not work. Please try again.'))
    if (ok) revalidate()
  }
  const upload = (file: File | null) => {
    if (!file) return
    const form = new FormData()
    form.set('file', file)
    void send('POST', 'upload_image', form)
  }
  return (
    <section aria-label="Photo">
      <h2>Photo</h2>
      <FormError message={problem} />
      <div className={classes.foot}>
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={upload}>
          {(props) => (
            <Button {...props} variant="default" loading={busy} leftSection={<IconPhoto size={16} aria-hidden />}>
              {person.avatar === null ? 'Upload photo' : 'Change photo'}
            </Button>
          )}
        </FileButton>
        {person.avatar !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => send('DELETE', 'remove_image')}
          >
            Remove photo
          </Button>
        )}
      </div>
    </section>
  )
}
