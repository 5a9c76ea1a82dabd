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
import classes from './add-event.module.css'

export function AddEventScreen({ today }: { today: string }) {
  const [fields, setFields] = useState<EventFields>({
    name: '',
    start: `${today}T10:00`,
    end: `${today}T12:00`,
    eventtype: null,
    series: null,
    location: null,
    details: '',
    contact: '',
    color: null,
  })
  const [names, setNames] = useState<Partial<RosterNames>>({})
  const adding = useFetcher<Refusal>()
  const answer = adding.state === 'idle' ? adding.data : undefined
  const messages = answer ? messagesIn(answer.problem) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.submit({ event: JSON.stringify(fields) }, { method: 'post' })
  }
  const withEnd = useEndAlong(fields)
  const change = (patch: Partial<EventFields>) => setFields((before) => ({ ...before, ...withEnd(patch) }))
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
            messages={messages.event}
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
