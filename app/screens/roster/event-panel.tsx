import { Button } from '@mantine/core'
import type { EventFields } from '#server/shifts/roster-editor/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { eventDifferences } from './differences.ts'
import { EventFieldset } from './event-fields.tsx'
import { Overtaken } from './overtaken.tsx'
import classes from './panel.module.css'
import type { Roster } from './use-roster.ts'

/** The event's own side of the editor; changes are staged with those of its places. */
export function EventPanel({ roster }: { roster: Roster }) {
  const { event } = roster.editor
  const { timeFormat } = useDateFormats()
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
        <Overtaken
          what="event"
          by={roster.authorOf('event')}
          differences={eventDifferences(roster.staging.eventBase ?? event.fields, event.fields, {
            nameOf: roster.nameOf,
            timeFormat,
          })}
          onKeep={roster.insistEvent}
          onTake={roster.yieldEvent}
        />
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
