import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import { callApi } from './call-api.ts'
import classes from './panel.module.css'
import { useUndo } from './undo.tsx'

type Props = {
  collection: string
  singular: string
  id: number
  name: string
  closed: string
  note: string | undefined
}

/** Deletes immediately and offers Undo, which is quicker and safer than a confirmation. */
export function DeleteRecord({ collection, singular, id, name, closed, note }: Props) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const navigate = useNavigate()
  const { offer } = useUndo()
  // No fetcher: it would reload the deleted record before the page navigates away.
  const remove = async () => {
    setBusy(true)
    const { ok, status, body, headers } = await callApi('DELETE', `/api/${collection}/${id}`, undefined, [404])
    setBusy(false)
    if (!ok && status !== 404) return setRefused(firstMessage(body, []) ?? 'Not deleted. Please try again.')
    const token = headers.get('undo-token')
    offer(`${name} is deleted.`, token ? { collection, token } : undefined)
    navigate(closed, { replace: true })
  }
  return (
    <div className={classes.deleting}>
      <FormError message={refused} />
      <Button
        className={classes.delete}
        variant="subtle"
        color="red"
        loading={busy}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={remove}
      >
        Delete {singular}
      </Button>
      {note && <small>{note} You can undo this for a day.</small>}
    </div>
  )
}
