import type { SerializeFrom } from '@remix-run/node'
import { IconCalendarEvent } from '@tabler/icons-react'
import { OpenShifts } from '#app/features/open-shifts/open-shifts.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardAction } from '#app/ui/card-link.tsx'
import { DateTile } from '#app/ui/date-tile.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { UpcomingEntry } from '#server/events/upcoming.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './upcoming-events.module.css'

type Entry = SerializeFrom<UpcomingEntry>

export function UpcomingEvents({ entries, admin }: { entries: Entry[]; admin: boolean }) {
  return (
    <SectionCard
      title="Upcoming Events"
      icon={IconCalendarEvent}
      action={<CardAction to={paths.calendar}>See more..</CardAction>}
      count={admin && entries.length > 0 ? entries.length : undefined}
      folds={admin && entries.length > 0}
      hint={entries.length === 0 && 'Nothing planned yet.'}
    >
      <Rows dense>
        {entries.map((entry) => (
          <Entry key={`${entry.kind}-${entry.id}`} entry={entry} admin={admin} />
        ))}
      </Rows>
    </SectionCard>
  )
}

function Entry({ entry, admin }: { entry: Entry; admin: boolean }) {
  const when = useDateFormats()
  const series = entry.kind === 'series'
  const to = series ? paths.seriesPage(entry.id) : admin ? paths.eventShifts(entry.id) : paths.event(entry.id)
  const facts = [
    entry.consecutive ? null : when.range(entry.start, entry.end),
    series ? `Series of ${entry.detail}` : entry.detail,
    entry.location,
  ]
  return (
    <Row
      to={to}
      lead={<DateTile parts={when.parts(entry.start)} />}
      title={series ? entry.name || 'Untitled Series' : eventName(entry.name)}
      meta={
        <>
          <span className="num">{facts.filter(Boolean).join(' · ')}</span>{' '}
          <span className={`cluster ${classes.states}`}>
            {entry.called_off && (
              <StateBadge state="cancelled" quiet>
                Called off
              </StateBadge>
            )}
            {entry.mine ? <StateBadge state="on" quiet /> : entry.requested && <StateBadge state="requested" quiet />}
            {!entry.called_off && <OpenShifts {...entry} />}
          </span>
        </>
      }
    />
  )
}
