import { Button } from '@mantine/core'
import { Link, useFetcher } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { messagesIn } from '#app/collections/changeset.ts'
import { formError, type Refusal } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { EventFields, RosterNames } from '#server/shifts/roster-editor/contract.ts'
import { EventFieldset } from '../roster/event-fields.tsx'
import { useEndAlong } from '../roster/use-end-along.ts'
import { isWallTime, laterBy } from '../roster/wall.ts'
import classes from './add-event.module.css'

type Props = {
  today: string
  /** Minutes by event type, for those with a usual length. */
  lengths: Readonly<Record<number, number>>
}

export function AddEventScreen({ today, lengths }: Props) {
  const [fields, setFields] = useState<EventFields>({
    name: '',
    start: `${today}T10:00`,
    end: `${today}T12:00`,
    eventtype: null,
    series: null,
    location: null,
    details: '',
    contact: '',
    contacts: [],
    color: null,
  })
  const [isEndTyped, setEndTyped] = useState(false)
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState<Partial<RosterNames>>({})
  const adding = useFetcher<Refusal>()
  const answer = adding.state === 'idle' ? adding.data : undefined
  const messages = (answer && messagesIn(answer.problem).event) ?? {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMended(new Set())
    adding.submit({ event: JSON.stringify(fields) }, { method: 'post' })
  }
  const withEnd = useEndAlong(fields)
  const change = (patch: Partial<EventFields>) => {
    if ('end' in patch) setEndTyped(true)
    setFields((before) => {
      const after = { ...before, ...withEnd(patch) }
      const length = lengths[after.eventtype ?? 0]
      const isUsual = length !== undefined && !isEndTyped && !('end' in patch) && isWallTime(after.start)
      return isUsual ? { ...after, end: laterBy(after.start, length) } : after
    })
    setMended((before) => new Set([...before, ...('start' in patch ? ['start', 'end'] : Object.keys(patch))]))
  }
  return (
    <>
      <PageHead
        title="Add event"
        meta="Add its shifts next. Members see the event straight away, and its shifts once you publish them."
      />
      <form className={`card ${classes.form}`} onSubmit={submit} noValidate>
        <FormError message={formError(answer)} />
        <div className={classes.fields}>
          <EventFieldset
            fields={fields}
            onChange={change}
            nameOf={(collection, id) => (id === null ? '' : (names[collection]?.[id] ?? ''))}
            remember={(collection, id, name) =>
              id !== null && setNames((before) => ({ ...before, [collection]: { ...before[collection], [id]: name } }))
            }
            messages={Object.fromEntries(Object.entries(messages).filter(([field]) => !mended.has(field)))}
          />
        </div>
        <div className={classes.foot}>
          <Button type="submit" loading={adding.state !== 'idle'}>
            Add event
          </Button>
          <Button component={Link} to={paths.events} variant="subtle" color="gray">
            Cancel
          </Button>
        </div>
      </form>
    </>
  )
}
