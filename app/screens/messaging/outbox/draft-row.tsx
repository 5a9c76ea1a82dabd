import { Button } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { useDelete } from '../../../collections/use-delete.tsx'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { FormError } from '../../../ui/form-error.tsx'
import shared from '../message-rows.module.css'
import { byText, messageName } from '../message-text.ts'
import { OutboxRow } from './outbox-row.tsx'

/** A draft, with why it did not leave if it was scheduled. */
export function DraftRow({ line }: { line: MessageLine }) {
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const name = messageName(line)
  const { busy, refused, remove, dialog } = useDelete({
    collection: 'messages',
    singular: 'draft',
    id: line.id,
    name,
    onDeleted: revalidate,
  })
  const to = paths.message(line.kind, line.id)
  return (
    <OutboxRow
      line={line}
      to={to}
      meta={[`Begun ${when.ago(line.created)}`, byText(line)].filter(Boolean).join(' ')}
      actions={
        <>
          <Button variant="subtle" h={44} loading={busy} onClick={remove} aria-label={`Delete ${name}`}>
            Delete
          </Button>
          <Button component={Link} to={to} variant="default" h={44} aria-label={`Continue ${name}`}>
            Continue
          </Button>
        </>
      }
    >
      {line.problem && (
        <p className={shared.problem}>
          <IconAlertTriangle size={16} aria-hidden />
          {line.problem}
        </p>
      )}
      <FormError message={refused} />
      {dialog}
    </OutboxRow>
  )
}
