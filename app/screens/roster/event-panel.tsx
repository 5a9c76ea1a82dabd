import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { EventFields } from '#server/shifts/staging-contract.ts'
import { EventFieldset } from './event-fields.tsx'
import classes from './panel.module.css'
import type { Roster } from './use-roster.ts'

/** The event's own side of the editor; changes are staged with those of its places. */
export function EventPanel({ roster }: { roster: Roster }) {
  const { event } = roster.editor
  const change = (patch: Partial<EventFields>) => {
    roster.step({ do: 'event', version: event.version, stored: event.fields, patch })
    roster.touched('event', 'start' in patch ? ['start', 'end'] : Object.keys(patch))
  }
  return (
    <section className={classes.panel} aria-label="Event details" data-event>
      <header>
        <h2>Event details</h2>
        {roster.staging.event && (
          <Button variant="subtle" size="xs" onClick={() => roster.step({ do: 'restore-event' })}>
            Undo changes
          </Button>
        )}
      </header>
      {roster.stale.has('event') && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title="Somebody else changed this event"
        >
          <p className={classes.theirs}>Theirs: {theirsOf(roster)}</p>
          <div className={classes.choice}>
            <Button size="xs" variant="default" onClick={roster.insistEvent}>
              Keep mine
            </Button>
            <Button size="xs" variant="default" onClick={roster.yieldEvent}>
              Take theirs
            </Button>
          </div>
        </Alert>
      )}
      <EventFieldset
        fields={roster.eventFields}
        onChange={change}
        nameOf={roster.nameOf}
        remember={roster.remember}
        messages={roster.messages.event}
      />
    </section>
  )
}

const LABEL: Record<keyof EventFields, string> = {
  name: 'name',
  start: 'start',
  end: 'end',
  eventtype: 'type',
  series: 'series',
  location: 'location',
  details: 'details',
  contact: 'contact',
  color: 'colour',
}
const NAMED = { eventtype: 'eventtypes', series: 'series', location: 'locations' } as const

/** What is stored in the fields that were changed here, so that it is seen what keeping mine would overwrite. */
function theirsOf({ staging, editor, nameOf }: Roster): string {
  const fields = Object.keys(staging.event?.fields ?? {}) as (keyof EventFields)[]
  return fields
    .map((field) => {
      const value = editor.event.fields[field]
      const words = field in NAMED ? nameOf(NAMED[field as keyof typeof NAMED], value as number | null) : value
      return `${LABEL[field]} ${words ? `“${String(words).slice(0, 80)}”` : 'empty'}`
    })
    .join(', ')
}
