import type { SerializeFrom } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { IconArrowRight, IconCalendarExclamation } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CardLink } from '#app/ui/card-link.tsx'
import { countText } from '#app/ui/count-text.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { EventWithOutside } from '#server/dashboard/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

const SHOWN = 5

export function OutsideShifts({ events }: { events: SerializeFrom<EventWithOutside[]> }) {
  const when = useDateFormats()
  const count = events.reduce((sum, { shifts }) => sum + shifts.length, 0)
  return (
    <SectionCard
      title="Shifts outside their event"
      icon={IconCalendarExclamation}
      count={count}
      hint="The event was moved without them, or their times are wrong. Their people come at the times of the shift."
    >
      {events.slice(0, SHOWN).map((event) => (
        <Row
          key={event.id}
          lead={<DateTile parts={when.parts(event.first)} />}
          title={<Link to={paths.eventShifts(event.id)}>{eventName(event.name)}</Link>}
          meta={
            <span className="num">
              {countText(event.shifts.length, 'shift')} from {when.format(event.first, 'ddd D MMM')},{' '}
              {when.time(event.first)} · the event is on {when.format(event.start, 'ddd D MMM')},{' '}
              {when.time(event.start)}
            </span>
          }
        />
      ))}
      <CardLink to={`${paths.shifts}?view=outside`}>
        See {count === 1 ? 'it' : `all ${count}`} <IconArrowRight size={16} aria-hidden />
      </CardLink>
    </SectionCard>
  )
}
