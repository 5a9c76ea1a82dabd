import { Link } from '@remix-run/react'
import {
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconClockExclamation,
  IconClockHour4,
  IconClockPause,
  IconUserQuestion,
} from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import type { EventHours, Period, SheetShift } from '#server/timesheets/contract.ts'
import rows from '../../ui/event-rows.module.css'
import { HoursFrame } from './hours-frame.tsx'
import { eventsText } from './hours-text.ts'
import { PeriodBar } from './period-bar.tsx'
import { SheetTable } from './sheet-table.tsx'
import classes from './timesheets.module.css'
import { ToCheck } from './to-check.tsx'

type Props = Period & {
  today: string
  forgotten: SheetShift[]
  farLonger: SheetShift[]
  events: EventHours[]
  open: number | null
  shifts: SheetShift[]
}

export function EventsScreen({ start, end, today, forgotten, farLonger, events, open, shifts }: Props) {
  const when = useDateFormats()
  const day = (date: string) => when.day(date)
  const hours = events.reduce((all, event) => all + event.hours, 0)
  return (
    <HoursFrame tab="events" meta={`${day(start)} to ${day(end)}, ${eventsText(events.length)}, ${hoursText(hours)}`}>
      <ToCheck forgotten={forgotten} farLonger={farLonger} />
      <PeriodBar path={paths.timesheets} start={start} end={end} today={today} />
      {events.length === 0 ? (
        <EmptyState
          icon={IconClockHour4}
          title="No shifts in this period"
          text="Choose other days to see their hours."
        />
      ) : (
        <ul className={`list card ${rows.events}`}>
          {events.map((event) => {
            const isOpen = event.id === open
            const query = `start=${start}&end=${end}`
            return (
              <li key={event.id}>
                <Link
                  to={isOpen ? `?${query}` : `?${query}&event=${event.id}`}
                  aria-expanded={isOpen}
                  preventScrollReset
                  className={`${rows.event} ${classes.event}`}
                >
                  {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
                  <span className="num">{when.short(event.start)}</span>
                  <b>{event.name}</b>
                  <EventState event={event} />
                  <span className="num">
                    {event.called_off < event.people && `${event.ended} of ${event.people} done`}
                  </span>
                  <span className="num">{hoursText(event.hours)}</span>
                </Link>
                {isOpen && <SheetTable shifts={shifts} label={`Shifts of ${event.name}`} />}
              </li>
            )
          })}
        </ul>
      )}
    </HoursFrame>
  )
}

function EventState({ event: { people, ended, forgotten, far_longer, missing, called_off } }: { event: EventHours }) {
  if (forgotten)
    return (
      <Tag tone="amber" icon={IconClockPause}>
        {forgotten} not signed out
      </Tag>
    )
  if (far_longer)
    return (
      <Tag tone="amber" icon={IconClockExclamation}>
        {far_longer} much longer than planned
      </Tag>
    )
  if (missing)
    return (
      <Tag tone="amber" icon={IconUserQuestion} quiet>
        {missing} did not sign in
      </Tag>
    )
  if (called_off)
    return (
      <StateBadge state="cancelled" quiet>
        Called off
      </StateBadge>
    )
  return ended === people ? (
    <Tag tone="green" icon={IconCheck} quiet>
      All done
    </Tag>
  ) : (
    <Tag tone="slate" icon={IconClockHour4} quiet>
      Still on
    </Tag>
  )
}
