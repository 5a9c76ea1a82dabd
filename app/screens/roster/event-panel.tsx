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
