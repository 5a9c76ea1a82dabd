import { useState } from 'react'
import { fieldMessage } from '#app/collections/answer-messages.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EditedSection, type Editing, ValueRow } from './edited-section.tsx'
import { entryWrites } from './entries.ts'
import { EntryInput } from './entry-input.tsx'
import classes from './person.module.css'
import type { PersonData } from './person-data.ts'
import { useSectionSave } from './use-section-save.ts'

type Props = { data: Extract<PersonData, { tab: 'info' }>; editing: Editing }

export function ClubFields({ data, editing }: Props) {
  const { person, fields, entries } = data
  const [values, setValues] = useState<Record<number, string>>({})
  const { call, problem, clear } = useCalls({ reload: 'never' })
  const [errors, setErrors] = useState<Record<number, string>>({})
  const discard = () => {
    setValues({})
    setErrors({})
    clear()
  }
  const { busy, save } = useSectionSave(data, () => {
    discard()
    editing.close()
  })
  const writes = entryWrites(person.id, entries.rows, values)
  const storedValue = (field: number) =>
    String(entries.rows.find(({ entry_type }) => entry_type === field)?.value ?? '')

  /** Deletes, creates and updates, in this order; earlier writes stay when a later one is refused. */
  const store = async (): Promise<boolean> => {
    setErrors({})
    for (const id of writes.removed) {
      const result = await call('DELETE', `/api/profileentries/${id}`)
      if (!result.ok && result.status !== 404) return refused(result.body, [])
    }
    const fieldOf = (id: number) => Number(entries.rows.find((entry) => entry.id === id)?.entry_type)
    const lists = [
      { method: 'POST', list: writes.created, ids: writes.created.map(({ entry_type }) => entry_type) },
      { method: 'PUT', list: writes.updated, ids: writes.updated.map(({ id }) => fieldOf(id)) },
    ]
    for (const { method, list, ids } of lists) {
      if (!list.length) continue
      const result = await call(method, '/api/profileentries', list)
      if (!result.ok) return refused(result.body, ids)
    }
    return true
  }
  const refused = (body: unknown, ids: readonly number[]): false => {
    setErrors(errorsByField(body, ids))
    return false
  }
  return (
    <EditedSection
      title="Club fields"
      save="Save club fields"
      count={writes.removed.length + writes.created.length + writes.updated.length}
      busy={busy}
      error={Object.keys(errors).length ? undefined : problem}
      editing={editing}
      discard={discard}
      onSave={() => void save('Club fields saved.', store)}
      rows={
        <dl className={classes.facts}>
          {fields.rows.map((field) => (
            <ValueRow key={field.id} label={String(field.display_name)}>
              <EntryText kind={String(field.kind)} value={storedValue(field.id)} />
            </ValueRow>
          ))}
        </dl>
      }
      fields={fields.rows.map((field) => (
        <EntryInput
          key={field.id}
          field={field}
          value={values[field.id] ?? storedValue(field.id)}
          onChange={(value) => setValues({ ...values, [field.id]: value })}
          error={errors[field.id]}
        />
      ))}
    />
  )
}

function EntryText({ kind, value }: { kind: string; value: string }) {
  const { day } = useDateFormats()
  if (value === '') return <span className={classes.empty}>Not filled in</span>
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No'
  if (kind === 'date') return <span className="num">{day(String(value))}</span>
  return value
}

function errorsByField(body: unknown, fieldIds: readonly number[]): Record<number, string> {
  const items = (body as { items?: (Record<string, string[]> | null)[] } | null)?.items
  if (!items) {
    const single = fieldMessage(body, 'value')
    return single && fieldIds[0] !== undefined ? { [fieldIds[0]]: single } : {}
  }
  return Object.fromEntries(
    items.flatMap((messages, index) => (messages ? [[fieldIds[index], Object.values(messages).flat()[0] ?? '']] : [])),
  )
}
