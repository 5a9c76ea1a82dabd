import { Button } from '@mantine/core'
import { useFetcher, useNavigate } from '@remix-run/react'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage, messageUnder } from './answer-messages.ts'
import { DeleteRecord } from './delete-record.tsx'
import { FieldInput } from './field-input.tsx'
import type { ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'

type Props = { view: ListView; record: ListRecord | 'new'; name: string; closed: string }

const isStored = (answer: unknown): answer is { order: number[] } =>
  typeof answer === 'object' && answer !== null && 'order' in answer

/** The generic form of a record, drawn from its contract; it writes through the collection's own API. */
export function RecordForm({ view, record, name, closed }: Props) {
  const { fields } = view.contract
  const stored = record === 'new' ? null : record
  const shown = view.form.filter((key) => stored === null || !view.onlyNew?.includes(key))
  const before = Object.fromEntries(shown.map((key) => [key, stored ? stored[key] : fields[key]?.initial]))
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const saving = useFetcher<unknown>()
  const navigate = useNavigate()
  const dirty = Object.keys(changes).length > 0
  const answer = saving.state === 'idle' ? saving.data : undefined
  const done = isStored(answer)

  useEffect(() => {
    if (!isStored(answer)) return
    setChanges({})
    const [id] = answer.order
    if (record === 'new' && id !== undefined) navigate(view.recordPath({ id }), { replace: true })
  }, [answer, record, navigate, view])

  const change = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = changes
    setChanges(value === before[key] ? rest : { ...rest, [key]: value })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = stored ? { id: stored.id, ...changes } : { ...withoutNothing(before), ...changes }
    saving.submit([body] as never, {
      method: stored ? 'put' : 'post',
      action: `/api/${view.contract.name}`,
      encType: 'application/json',
    })
  }

  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <FormError message={firstMessage(answer, view.form)} />
      {shown.map((key) => {
        const field = fields[key]
        return (
          field && (
            <FieldInput
              key={key}
              name={key}
              field={field}
              value={key in changes ? changes[key] : before[key]}
              onChange={(value) => change(key, value)}
              error={messageUnder(answer, key)}
            />
          )
        )
      })}
      <div className={classes.foot}>
        <Button type="submit" loading={saving.state !== 'idle'} disabled={stored !== null && !dirty}>
          {stored ? 'Save changes' : `Add ${view.contract.singular}`}
        </Button>
        {dirty && stored && (
          <Button variant="subtle" color="gray" onClick={() => setChanges({})}>
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
      {stored && <DeleteRecord view={view} record={stored} name={name} closed={closed} />}
    </form>
  )
}

const withoutNothing = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
