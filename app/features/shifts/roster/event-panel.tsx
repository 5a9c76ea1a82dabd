import { Button } from '@mantine/core'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import type { EventFields } from '#server/shifts/roster-editor/contract.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { eventDifferences } from './differences.ts'
import { EventFieldset } from './event-fields.tsx'
import classes from './panel.module.css'
import { useEndAlong } from './use-end-along.ts'
import type { Roster } from './use-roster.ts'

/** Assignments of the roster and of the event's minimums, by name. */
function assignmentsOf({ shifts, eventFields, nameOf }: Roster): number[] {
  const onRoster = shifts.flatMap(({ fields: { assignment } }) => (assignment === null ? [] : [assignment]))
  const named = (eventFields.minimums ?? []).map(({ assignment }) => assignment)
  return [...new Set([...onRoster, ...named])].sort((a, b) =>
    compareNames(nameOf('assignments', a), nameOf('assignments', b)),
  )
}

export function EventPanel({ roster }: { roster: Roster }) {
  const { event } = roster.editor
  const withEnd = useEndAlong(roster.eventFields)
  const change = (patch: Partial<EventFields>) => {
    roster.changeEvent(withEnd(patch))
    roster.touched('event', 'start' in patch ? ['start', 'end'] : Object.keys(patch))
  }
  return (
    <section className={classes.panel} aria-label="Event details" data-event>
      <header>
        <h2>Event details</h2>
        {roster.isEventChanged && (
          <Button variant="subtle" size="xs" onClick={roster.restoreEvent}>
            Undo changes
          </Button>
        )}
      </header>
      {roster.conflicts.event && (
        <ConflictAlert
          what="event"
          by={roster.authorOf('events', event.id)}
          differences={eventDifferences(roster.staging.events.bases[event.id] ?? event.fields, event.fields, {
            nameOf: roster.nameOf,
            ...roster.formats,
          })}
          onKeep={roster.keepMyEvent}
          onTake={roster.takeTheirEvent}
        />
      )}
      <EventFieldset
        fields={roster.eventFields}
        onChange={change}
        nameOf={roster.nameOf}
        remember={roster.remember}
        messages={roster.messages.event}
        assignments={assignmentsOf(roster)}
      />
    </section>
  )
}
