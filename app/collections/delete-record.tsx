import { Button } from '@mantine/core'
import { useFetcher, useNavigate } from '@remix-run/react'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import type { ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'

/** Deleting cannot be taken back, so it is asked for twice, the second time by name and with what it takes along. */
export function DeleteRecord({
  view,
  record,
  name,
  closed,
}: {
  view: ListView
  record: ListRecord
  name: string
  closed: string
}) {
  const [asked, setAsked] = useState(false)
  const deleting = useFetcher<unknown>()
  const navigate = useNavigate()
  const { state, data } = deleting
  const refused = state === 'idle' ? firstMessage(data, []) : undefined
  const [sent, setSent] = useState(false)
  useEffect(() => {
    if (!sent || state !== 'idle') return
    setSent(false)
    if (!firstMessage(data, [])) navigate(closed, { replace: true })
  }, [sent, state, data, navigate, closed])

  if (!asked)
    return (
      <Button
        className={classes.delete}
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Delete {view.contract.singular}
      </Button>
    )
  const remove = () => {
    deleting.submit(null, { method: 'delete', action: `/api/${view.contract.name}/${record.id}` })
    setSent(true)
  }
  return (
    <fieldset className={classes.confirm} aria-label={`Delete ${name}`}>
      <p>
        Delete <b>{name}</b>? {view.deleting} This cannot be undone.
      </p>
      <FormError message={refused} />
      <div>
        <Button color="red" loading={state !== 'idle'} onClick={remove}>
          Delete
        </Button>
        <Button variant="default" onClick={() => setAsked(false)} autoFocus>
          Keep
        </Button>
      </div>
    </fieldset>
  )
}
