import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
import { AvailabilityChip } from '#app/features/availability/availability-chip.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import type { Mark } from '#server/availability/days/contract.ts'
import { layOutWeek } from '#server/calendar/month.pure.ts'
import { dayForKey } from './day-keys.ts'
import { Entry } from './entry.tsx'
import type { Item } from './items.ts'
import classes from './month.module.css'

/** Entries shown per day; the rest are counted and shown on the day's page. */
const LANES = 3
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

type Props = {
  month: string
  weeks: string[][]
  today: string
  items: Item[]
  /** Null when signed out: no availability, and no links to days. */
  marks: Record<string, Mark> | null
  onExternal?: (item: Item) => void
}

/**
 * Renders one grid per week: bars first, then timed events, each in its lane. A calendar library would render its
 * events only in the browser, and has no room for a button in every day.
 */
export function MonthGrid({ weeks, ...rest }: Props) {
  return (
    <div className={`card ${classes.month}`} data-month>
      <div className={classes.dow} aria-hidden>
        {WEEKDAYS.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {weeks.map((days) => (
        <Week key={days[0]} days={days} {...rest} />
      ))}
    </div>
  )
}

function Week({ days, month, today, items, marks, onExternal }: Omit<Props, 'weeks'> & { days: string[] }) {
  const { placed, more: hiddenCounts } = layOutWeek(items, days, LANES)
  const { time } = useDateFormats()
  const gridArea = (column: number, row: number, span = 1) => ({
    gridColumn: `${column + 1} / span ${span}`,
    gridRow: row,
  })
  return (
    <div className={classes.week}>
      {days.map((day, column) => (
        <div
          key={day}
          className={classes.cell}
          style={{ gridColumn: column + 1 }}
          data-out={!day.startsWith(month) || undefined}
          data-today={day === today || undefined}
        />
      ))}
      {days.map((day, column) => (
        <div key={day} className={`row between ${classes.head}`} style={gridArea(column, 1)}>
          <DayNumber day={day} month={month} today={today} linked={marks !== null} />
          {marks && <AvailabilityChip size="xs" date={day} value={marks[day] ?? null} />}
        </div>
      ))}
      {placed.map((placement) => (
        <Entry
          key={placement.entry.key}
          {...placement}
          item={placement.entry}
          time={time}
          style={gridArea(placement.column, placement.lane + 2, placement.span)}
          onExternal={onExternal}
        />
      ))}
      {hiddenCounts.map((count, column) =>
        count === 0 ? null : marks ? (
          <PlainLink
            key={days[column]}
            to={paths.calendarDay(days[column]!)}
            className={classes.more}
            style={gridArea(column, LANES + 2)}
          >
            +{count} more<span className="unseen"> on {longDay(days[column]!)}</span>
          </PlainLink>
        ) : (
          <span key={days[column]} className={classes.more} style={gridArea(column, LANES + 2)}>
            +{count} more
          </span>
        ),
      )}
    </div>
  )
}

const longDay = (day: string) => dayjs(`${day}T12:00`).format('dddd D MMMM')

/** Moves focus from day to day with the arrow keys, Home and End; Tab continues into the day. */
function moveFocus(event: KeyboardEvent<HTMLAnchorElement>, day: string) {
  const target = event.altKey || event.ctrlKey || event.metaKey ? null : dayForKey(day, event.key)
  const link =
    target && event.currentTarget.closest('[data-month]')?.querySelector<HTMLElement>(`[data-day="${target}"]`)
  if (!link) return
  event.preventDefault()
  link.focus()
}

function DayNumber({ day, month, today, linked }: { day: string; month: string; today: string; linked: boolean }) {
  const date = dayjs(`${day}T12:00`)
  const state = {
    className: classes.day,
    'data-out': !day.startsWith(month) || undefined,
    'data-today': day === today || undefined,
  }
  const short = date.date() === 1 ? date.format('D MMM') : String(date.date())
  if (!linked)
    return (
      <time dateTime={day} {...state}>
        {short}
      </time>
    )
  return (
    <PlainLink
      to={paths.calendarDay(day)}
      aria-label={longDay(day)}
      aria-current={day === today ? 'date' : undefined}
      data-day={day}
      onKeyDown={(event) => moveFocus(event, day)}
      {...state}
    >
      {short}
    </PlainLink>
  )
}
