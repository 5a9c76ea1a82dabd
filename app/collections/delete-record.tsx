import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import type { ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'

type Props = { view: ListView; record: ListRecord; name: string; closed: string }
type Phase = { asked: boolean; busy: boolean; refused?: string }

const AT_REST: Phase = { asked: false, busy: false }

/** Deleting cannot be taken back, so it is asked for twice, the second time by name and with what it takes along. */
export function DeleteRecord({ view, record, name, closed }: Props) {
  const [{ asked, busy, refused }, setPhase] = useState(AT_REST)
  const navigate = useNavigate()
  // Not by a fetcher: it would load this very record again, which is gone, before the page could leave it.
  const remove = async () => {
    setPhase({ asked: true, busy: true })
    const answer = await fetch(`/api/${view.contract.name}/${record.id}`, { method: 'DELETE' }).catch(() => null)
    if (answer?.ok || answer?.status === 404) return navigate(closed, { replace: true })
    const refused = firstMessage(await answer?.json().catch(() => null), []) ?? 'Not deleted. Please try again.'
    setPhase({ asked: true, busy: false, refused })
  }
  if (!asked)
    return (
      <Button
        className={classes.delete}
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setPhase({ asked: true, busy: false })}
      >
        Delete {view.contract.singular}
      </Button>
    )
  return (
    <fieldset className={classes.confirm} aria-label={`Delete ${name}`}>
      <p>
        Delete <b>{name}</b>? {view.deleting} This cannot be undone.
      </p>
      <FormError message={refused} />
      <div>
        <Button color="red" loading={busy} onClick={remove}>
          Delete
        </Button>
        <Button variant="default" onClick={() => setPhase(AT_REST)} autoFocus>
          Keep
        </Button>
      </div>
    </fieldset>
  )
}
