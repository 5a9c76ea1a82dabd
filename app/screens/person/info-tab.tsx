import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { actionLabel, actorLabel } from '#server/audit/contract.ts'
import { firstMessage, messageUnder } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { FieldInput } from '../../collections/field-input.tsx'
import { inSentence } from '../../collections/in-sentence.ts'
import { LeaveWarning } from '../../collections/leave-warning.tsx'
import type { ListRecord } from '../../collections/list-view.ts'
import { useWhen } from '../../shell/use-root.ts'
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

/** The person's own fields and the club's profile fields, staged and saved together; beside them what is only shown. */
export function InfoTab({ data }: { data: Data }) {
  const { person, contract, fields, entries } = data
  const [changes, setChanges] = useState<Record<string, unknown>>({})
  const [values, setValues] = useState<Record<number, string>>({})
  const [answer, setAnswer] = useState<unknown>()
  const [wrong, setWrong] = useState<Record<number, string>>({})
  const [state, setState] = useState<'rest' | 'busy' | 'saved'>('rest')
  const [round, setRound] = useState(0)
  const { revalidate } = useRevalidator()
  const ownRead = useReloadAfterSave(data, setChanges)
  const entriesRead = useReloadAfterSave(data, setValues)
  const waiting = ownRead.waiting || entriesRead.waiting
  const writes = entryWrites(person.id, entries.rows, values)
  const count = Object.keys(changes).length + writes.removed.length + writes.created.length + writes.updated.length

  const change = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = changes
    setChanges(JSON.stringify(value) === JSON.stringify(person[key]) ? rest : { ...rest, [key]: value })
    setState('rest')
  }
  const discard = () => {
    setChanges({})
    setValues({})
    setAnswer(undefined)
    setWrong({})
    setRound(round + 1)
  }
  /** Deletes, creates and updates in this order; what was stored stays stored when a later one is refused. */
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setState('busy')
    setAnswer(undefined)
    setWrong({})
    const stored = await store()
    setState(stored ? 'saved' : 'rest')
    revalidate()
  }
  const store = async (): Promise<boolean> => {
    if (Object.keys(changes).length) {
      const said = await callApi('PUT', '/api/people', [{ id: person.id, ...changes }])
      setAnswer(said.ok ? undefined : said.body)
      if (!said.ok) return false
      ownRead.keep(changes)
    }
    for (const id of writes.removed) {
      const said = await callApi('DELETE', `/api/profileentries/${id}`)
      if (!said.ok && said.status !== 404) return refused(said.body, [])
    }
    const lists = [
      { method: 'POST', list: writes.created, fieldOf: (at: number) => writes.created[at]?.entry_type },
      {
        method: 'PUT',
        list: writes.updated,
        fieldOf: (at: number) => entries.rows.find(({ id }) => id === writes.updated[at]?.id)?.entry_type,
      },
    ]
    for (const { method, list, fieldOf } of lists) {
      if (!list.length) continue
      const said = await callApi(method, '/api/profileentries', list)
      if (!said.ok)
        return refused(
          said.body,
          list.map((_, at) => Number(fieldOf(at))),
        )
    }
    if (Object.keys(values).length) entriesRead.keep(values)
    return true
  }
  const refused = (body: unknown, fieldIds: readonly number[]): false => {
    const said = itemsOf(body, fieldIds)
    setWrong(said)
    if (!Object.keys(said).length) setAnswer(body ?? { detail: 'Not saved. Please try again.' })
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
          error={messageUnder(answer, key)}
        />
      )
    )
  }

  return (
    <div className={classes.columns}>
      <form onSubmit={save} noValidate className={classes.form}>
        <LeaveWarning dirty={count > 0 && state === 'rest'} />
        <FormError message={firstMessage(answer, ABOUT)} />
        <section aria-label="About">
          <h2>About</h2>
          <Login person={person} />
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
                    setState('rest')
                  }}
                  error={wrong[field.id]}
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

/** What of the shared account is known here. Only its owner changes it, and that is said where an admin would look for it. */
function Login({ person }: { person: ListRecord }) {
  const { dateTime } = useWhen()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Login email</dt>
        <dd>
          {String(person.email)}
          <small>
            The account may be shared with other organisations: only {String(person.name) || 'its owner'} changes its
            email, password and second factors.
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
          <dd>{person.sms_verified === true ? 'Yes, by a code sent to it' : 'Not yet'}</dd>
        </div>
      )}
    </dl>
  )
}

/** The messages of a refused list by profile field. */
function itemsOf(body: unknown, fieldIds: readonly number[]): Record<number, string> {
  const items = (body as { items?: (Record<string, string[]> | null)[] } | null)?.items
  if (!items) {
    const single = messageUnder(body, 'value')
    return single && fieldIds[0] !== undefined ? { [fieldIds[0]]: single } : {}
  }
  return Object.fromEntries(
    items.flatMap((messages, at) => (messages ? [[fieldIds[at], Object.values(messages).flat()[0] ?? '']] : [])),
  )
}

const MARKS = [
  { label: 'Unavailable', tone: 'red', icon: IconX },
  { label: 'Available', tone: 'green', icon: IconCheck },
  { label: 'Only if required', tone: 'amber', icon: IconClock },
] as const

function Days({ data: { days } }: { data: Data }) {
  const { date } = useWhen()
  return (
    <section aria-label="Availability ahead">
      <h2>Availability ahead</h2>
      {days.rows.length === 0 && <p className={classes.none}>No marks from today on.</p>}
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
  const { dateTime } = useWhen()
  const titleOf = (field: string) => inSentence(contract.fields[field]?.title ?? field.replaceAll('_', ' '))
  return (
    <section aria-label="Audit trail">
      <h2>Audit trail</h2>
      {trail.length === 0 && <p className={classes.none}>Changes of this person will appear here.</p>}
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
