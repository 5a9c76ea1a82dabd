import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { actionLabel, actorLabel } from '#server/audit/contract.ts'
import { fieldMessage, firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { FieldInput } from '../../collections/field-input.tsx'
import { inSentence } from '../../collections/in-sentence.ts'
import { LeaveWarning } from '../../collections/leave-warning.tsx'
import type { ListRecord } from '../../collections/list-view.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { useReloadAfterSave } from '../../ui/use-reload-after-save.ts'
import { entryWrites } from './entries.ts'
import { EntryInput } from './entry-input.tsx'
import { MessageSwitches } from './message-switches.tsx'
import classes from './person.module.css'
import type { PersonData } from './person-data.ts'
import { PhotoEditor } from './photo-editor.tsx'

const ABOUT = ['name', 'phone', 'role', 'joined', 'tags', 'notes']

type Data = Extract<PersonData, { tab: 'info' }>

/** The person's fields and the club's profile fields, staged and saved together, beside read-only details. */
export function InfoTab({ data }: { data: Data }) {
  const { person, contract, fields, entries } = data
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const [values, setValues] = useState<Record<number, string>>({})
  const [answer, setAnswer] = useState<unknown>()
  const [fieldErrors, setFieldErrors] = useState<Record<number, string>>({})
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [round, setRound] = useState(0)
  const { revalidate } = useRevalidator()
  const fieldsReload = useReloadAfterSave(data, setChanges)
  const entriesReload = useReloadAfterSave(data, setValues)
  const waiting = fieldsReload.waiting || entriesReload.waiting
  const writes = entryWrites(person.id, entries.rows, values)
  const count = Object.keys(changes).length + writes.removed.length + writes.created.length + writes.updated.length

  const change = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = changes
    setChanges(JSON.stringify(value) === JSON.stringify(person[key]) ? rest : { ...rest, [key]: value })
    setState('idle')
  }
  const discard = () => {
    setChanges({})
    setValues({})
    setAnswer(undefined)
    setFieldErrors({})
    setRound(round + 1)
  }
  /** Deletes, creates and updates, in this order; earlier writes stay when a later one is refused. */
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setAnswer(undefined)
    setFieldErrors({})
    const stored = await store()
    setState(stored ? 'saved' : 'idle')
    revalidate()
  }
  const store = async (): Promise<boolean> => {
    if (Object.keys(changes).length) {
      const result = await callApi('PUT', '/api/people', [{ id: person.id, ...changes }])
      setAnswer(result.ok ? undefined : result.body)
      if (!result.ok) return false
      fieldsReload.waitForReload(changes)
    }
    for (const id of writes.removed) {
      const result = await callApi('DELETE', `/api/profileentries/${id}`)
      if (!result.ok && result.status !== 404) return refused(result.body, [])
    }
    const lists = [
      { method: 'POST', list: writes.created, fieldOf: (index: number) => writes.created[index]?.entry_type },
      {
        method: 'PUT',
        list: writes.updated,
        fieldOf: (index: number) => entries.rows.find(({ id }) => id === writes.updated[index]?.id)?.entry_type,
      },
    ]
    for (const { method, list, fieldOf } of lists) {
      if (!list.length) continue
      const result = await callApi(method, '/api/profileentries', list)
      if (!result.ok)
        return refused(
          result.body,
          list.map((_, index) => Number(fieldOf(index))),
        )
    }
    if (Object.keys(values).length) entriesReload.waitForReload(values)
    return true
  }
  const refused = (body: unknown, fieldIds: readonly number[]): false => {
    const errors = errorsByField(body, fieldIds)
    setFieldErrors(errors)
    if (!Object.keys(errors).length) setAnswer(body ?? { detail: 'Not saved. Please try again.' })
    return false
  }

  const personField = (key: string) => {
    const field = contract.fields[key]
    return (
      field && (
        <FieldInput
          key={`${key} ${round}`}
          name={key}
          field={field}
          value={key in changes ? changes[key] : person[key]}
          onChange={(value) => change(key, value)}
          error={fieldMessage(answer, key)}
        />
      )
    )
  }

  return (
    <div className={classes.columns}>
      <form onSubmit={save} noValidate className={classes.form}>
        <LeaveWarning dirty={count > 0 && state === 'idle'} />
        <FormError message={firstMessage(answer, ABOUT)} />
        <section aria-label="About">
          <h2>About</h2>
          <SignInFacts person={person} />
          <div className={classes.fields}>{ABOUT.map(personField)}</div>
        </section>
        {fields.rows.length > 0 && (
          <section aria-label="Profile fields">
            <h2>Profile fields</h2>
            <div className={classes.fields}>
              {fields.rows.map((field) => (
                <EntryInput
                  key={`${field.id} ${round}`}
                  field={field}
                  value={
                    values[field.id] ??
                    String(entries.rows.find(({ entry_type }) => entry_type === field.id)?.value ?? '')
                  }
                  onChange={(value) => {
                    setValues({ ...values, [field.id]: value })
                    setState('idle')
                  }}
                  error={fieldErrors[field.id]}
                />
              ))}
            </div>
          </section>
        )}
        <div className={classes.foot} data-unsaved={count > 0 || undefined}>
          {(count > 0 || state === 'busy') && (
            <Button type="submit" loading={state === 'busy' || waiting}>
              {count > 1 ? `Save ${count} changes` : 'Save changes'}
            </Button>
          )}
          {count > 0 && !waiting && (
            <Button variant="subtle" color="gray" onClick={discard}>
              Discard
            </Button>
          )}
          <span role="status">
            {state === 'saved' && count === 0 && (
              <Tag tone="green" icon={IconCheck} quiet>
                Saved
              </Tag>
            )}
          </span>
        </div>
      </form>
      <aside className={classes.side} aria-label={`More about ${person.name}`}>
        <PhotoEditor person={person} />
        <Days data={data} />
        <MessageSwitches person={person} />
        <Trail data={data} />
      </aside>
    </div>
  )
}

/** Shows the facts of the shared account on this site, which only its owner can change. */
function SignInFacts({ person }: { person: ListRecord }) {
  const { dateTime } = useDateFormats()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Sign-in email</dt>
        <dd>
          {String(person.email)}
          <small>
            The account may be shared with other organisations: only {String(person.name) || 'its owner'} can change its
            email, password and second step.
          </small>
        </dd>
      </div>
      <div>
        <dt>Last signed in</dt>
        <dd className="num">{typeof person.last_login === 'string' ? dateTime(person.last_login) : 'Never'}</dd>
      </div>
      {typeof person.phone === 'string' && (
        <div>
          <dt>Phone verified</dt>
          <dd>{person.sms_verified === true ? 'Yes, with a code sent to it' : 'Not yet'}</dd>
        </div>
      )}
    </dl>
  )
}

/** The error messages of a refused list, by profile field. */
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

const MARKS = [
  { label: 'Unavailable', tone: 'red', icon: IconX },
  { label: 'Available', tone: 'green', icon: IconCheck },
  { label: 'Only if required', tone: 'amber', icon: IconClock },
] as const

function Days({ data: { days } }: { data: Data }) {
  const { date } = useDateFormats()
  return (
    <section aria-label="Upcoming availability">
      <h2>Upcoming availability</h2>
      {days.rows.length === 0 && <p className={classes.none}>Nothing marked from today on.</p>}
      <ul className={classes.lines}>
        {days.rows.map((day) => {
          const mark = MARKS[Number(day.available)] ?? MARKS[0]
          return (
            <li key={day.id}>
              <span>{date(String(day.start))}</span>
              <Tag tone={mark.tone} icon={mark.icon} quiet>
                {mark.label}
              </Tag>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Trail({ data: { trail, contract } }: { data: Data }) {
  const { dateTime } = useDateFormats()
  const titleOf = (field: string) => inSentence(contract.fields[field]?.title ?? field.replaceAll('_', ' '))
  return (
    <section aria-label="Audit trail">
      <h2>Audit trail</h2>
      {trail.length === 0 && <p className={classes.none}>Changes to this person will appear here.</p>}
      <ol className={classes.trail}>
        {trail.map(({ id, at, actor, by, action, fields }) => (
          <li key={id}>
            <b>{actionLabel(action).replace(/ a person$/, '')}</b>
            {fields.length > 0 && ` ${fields.map((field) => titleOf(field)).join(', ')}`}
            <small>
              {by ?? actorLabel(actor)}, <span className="num">{dateTime(at)}</span>
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
