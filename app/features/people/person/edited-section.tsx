import { Button, Kbd } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { LeaveWarning } from '#app/collections/leave-warning.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import classes from './person.module.css'

/** Which section of a page is edited; one at a time, so that every change has its Save beside it. */
export type Editing = {
  isOpen: boolean
  isBlocked: boolean
  open: () => void
  close: () => void
}

type Props = {
  title: string
  save: string
  count: number
  busy: boolean
  error?: string | undefined
  editing: Editing
  discard: () => void
  onSave: () => void
  rows: ReactNode
  fields: ReactNode
}

/**
 * A section edited in place: a ring around it, the number of changes, Save and Cancel. Escape cancels. The focus goes
 * to the first field, and back to Edit.
 */
export function EditedSection({ title, save, count, busy, error, editing, discard, onSave, rows, fields }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const { isOpen } = editing
  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus()
    else if (wasOpen.current) edit.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const cancel = () => {
    discard()
    editing.close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count === 0) return cancel()
    onSave()
  }
  const press = (event: KeyboardEvent) => {
    // An open list of options handles Escape itself.
    const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && !isListOpen && !busy) cancel()
  }
  if (!isOpen)
    return (
      <section aria-labelledby={id}>
        <div className={`row between ${classes.sectionHead}`}>
          <h2 id={id}>{title}</h2>
          <Button
            ref={edit}
            variant="subtle"
            h={44}
            className={classes.edit}
            disabled={editing.isBlocked}
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={editing.open}
            aria-label={`Edit ${title.toLowerCase()}`}
          >
            Edit
          </Button>
        </div>
        {rows}
      </section>
    )
  return (
    <section aria-labelledby={id} className={classes.ring}>
      <form ref={form} onSubmit={submit} onKeyDown={press} noValidate>
        <LeaveWarning dirty={count > 0 && !busy} />
        <h2 id={id}>{title}</h2>
        <FormError message={error} />
        <div className={classes.fields}>{fields}</div>
        <div className={`row cluster ${classes.foot}`}>
          <span role="status" className="num">
            {count === 0 ? 'No changes' : count === 1 ? '1 change' : `${count} changes`}
          </span>
          <span className={classes.footEnd}>
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={cancel}
              rightSection={<Kbd className={classes.key}>Esc</Kbd>}
            >
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={count === 0}>
              {save}
            </Button>
          </span>
        </div>
      </form>
    </section>
  )
}

export const ValueRow = ({ label, children, note }: { label: string; children?: ReactNode; note?: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children || <span className={classes.empty}>Not filled in</span>}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
