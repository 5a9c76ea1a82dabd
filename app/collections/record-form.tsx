import { Button } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import type { ListShape, PlainField } from '#server/engine/collections/contract.ts'
import { FormError } from '../ui/form-error.tsx'
import { useReloadAfterSave } from '../ui/use-reload-after-save.ts'
import { DeleteRecord } from './delete-record.tsx'
import { FieldInput } from './field-input.tsx'
import { LeaveWarning } from './leave-warning.tsx'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'
import { useUndo } from './undo.tsx'
import { useAhead } from './use-ahead.tsx'
import { useCalls } from './use-call.ts'

type Props = {
  view: ListView
  data: Pick<ListData, 'contract' | 'labels'>
  record: ListRecord | 'new'
  name: string
  closed: string
}

const isStored = (answer: unknown): answer is ListShape<ListRecord> =>
  typeof answer === 'object' && answer !== null && 'order' in answer

export function RecordForm({ view, data, record, name, closed }: Props) {
  const { contract } = data
  const { fields } = contract
  const stored = record === 'new' ? null : record
  const shown = view.form.filter((key) => stored === null || !view.createOnly?.includes(key))
  const before = Object.fromEntries(shown.map((key) => [key, stored ? stored[key] : fields[key]?.initial]))
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const [created, setCreated] = useState<ListRecord | null>(null)
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<unknown>()
  const { call, busy, problem, error } = useCalls({ fields: view.form })
  const ahead = useAhead()
  const { offer } = useUndo()
  const navigate = useNavigate()
  const dirty = Object.keys(changes).length > 0
  const done = isStored(answer)
  const reading = useReloadAfterSave(record, setChanges)

  // Once per answer: repeated navigations would cancel each other.
  const handled = useRef<unknown>(undefined)
  useEffect(() => {
    if (!isStored(answer) || handled.current === answer) return
    handled.current = answer
    setChanges({})
    const [id] = answer.order
    const fresh = answer.results[contract.name]?.[String(id)]
    if (record !== 'new' || !fresh) return
    if (view.renderCreated) setCreated(fresh)
    else navigate((view.recordPage ?? view.recordPath)(fresh), { replace: true })
  }, [answer, record, navigate, view, contract.name])

  const change = (key: string, value: unknown) => {
    if (done) setAnswer(undefined)
    setChanges(({ [key]: _, ...rest }) =>
      JSON.stringify(value) === JSON.stringify(before[key]) ? rest : { ...rest, [key]: value },
    )
  }
  const discard = () => {
    setChanges({})
    setRound(round + 1)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = stored
      ? { id: stored.id, ...asTyped(fields, changes) }
      : { ...withoutEmpty(before), ...asTyped(fields, changes) }
    const isDeactivated = contract.name === 'people' && stored?.is_active === true && changes.is_active === false
    const chosen = isDeactivated ? await ahead.ask(stored.id, name) : {}
    if (!chosen) return
    // With coming shifts it is a bulk change of one record, so that both can be undone together.
    const { ok, body: result } = chosen.shifts
      ? await call('POST', `/api/${contract.name}/bulk`, {
          ids: [stored?.id],
          changes: asTyped(fields, changes),
          ...chosen,
        })
      : await call(stored ? 'PUT' : 'POST', `/api/${contract.name}`, [body])
    if (!ok) return
    setAnswer(chosen.shifts ? { order: [stored?.id], results: {} } : result)
    const { undo } = result as { undo?: { token: string } }
    if (undo) offer(`${name} deactivated.`, { collection: contract.name, token: undo.token })
    reading.waitForReload(changes)
    if (stored && view.undoesChanges) {
      const earlier = asTyped(fields, Object.fromEntries(Object.keys(changes).map((key) => [key, before[key] ?? null])))
      offer(`${name} changed.`, { path: `/api/${contract.name}`, body: [{ id: stored.id, ...earlier }] })
    }
  }
  if (created) return <div className={classes.form}>{view.renderCreated?.(created)}</div>

  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <LeaveWarning dirty={dirty && !done} />
      {ahead.dialog}
      <FormError message={problem} />
      {shown.map((key) => {
        const field = fields[key]
        const customInput = view.inputs?.[key]
        if (customInput)
          return (
            <Fragment key={`${key} ${round}`}>
              {customInput({
                values: { ...before, ...changes },
                change,
                error,
              })}
            </Fragment>
          )
        return (
          field && (
            <FieldInput
              key={`${key} ${round}`}
              name={key}
              field={field}
              value={key in changes ? changes[key] : before[key]}
              onChange={(value) => change(key, value)}
              error={error(key)}
              markdown={view.markdown?.includes(key)}
              hint={view.hints?.[key]}
              names={(field.to && data.labels[field.to]) || {}}
            />
          )
        )
      })}
      <div className={`row cluster ${classes.foot}`}>
        <Button type="submit" loading={busy || reading.waiting} disabled={stored !== null && !dirty}>
          {stored ? 'Save changes' : `Add ${contract.singular}`}
        </Button>
        {dirty && stored && !reading.waiting && (
          <Button variant="subtle" color="gray" onClick={discard}>
            Discard
          </Button>
        )}
        <span role="status" className={classes.saved}>
          {done && !dirty && (
            <>
              <IconCheck size={16} aria-hidden /> Saved
            </>
          )}
        </span>
      </div>
      {stored && !view.undeletable && (
        <DeleteRecord
          collection={contract.name}
          singular={contract.singular}
          id={stored.id}
          name={name}
          closed={closed}
          note={view.deleteNote}
        />
      )}
    </form>
  )
}

/** Sends an emptied input of a non-null field as '', which the API reports as missing. */
const asTyped = (fields: Record<string, PlainField>, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null && !fields[key]?.nullable ? '' : value]),
  )

const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
