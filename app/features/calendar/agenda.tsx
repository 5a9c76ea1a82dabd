import { IconArrowUpRight } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AvailabilityChip } from '#app/features/availability/availability-chip.tsx'
import { MARKS } from '#app/features/availability/chip-button.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import type { Mark } from '#server/availability/days/contract.ts'
import { entriesOn } from '#server/calendar/month.pure.ts'
import classes from './agenda.module.css'
import { agendaTime, type Clocks } from './agenda-time.ts'
import { ItemStates } from './item-states.tsx'
import type { Item } from './items.ts'
import { splitPastDays } from './past-days.ts'
import { EntryTarget } from './target.tsx'

type Props = {
  month: string
  weeks: string[][]
  today: string
  items: Item[]
  marks: Record<string, Mark> | null
  onExternal?: (item: Item) => void
}

/**
 * Lists the month's days: the phone's calendar, equivalent to the grid for keyboards and screen readers. Starts with
 * today; earlier days are folded until opened or chosen in the strip.
 */
export function Agenda({ month, weeks, today, items, marks, onExternal }: Props) {
  const days = useMemo(() => weeks.flat(), [weeks])
  const byDay = new Map(days.map((day) => [day, entriesOn(items, day)]))
  const { past, rest } = splitPastDays(days, month, today)
  const pastItems = new Set(past.flatMap((day) => byDay.get(day) ?? [])).size
  const [unfolded, setUnfolded] = useState(false)
  /** Unfolds a past day before its link is followed. */
  const unfold = (day: string) => past.includes(day) && flushSync(() => setUnfolded(true))
  const renderDay = (day: string) => (
    <Day
      key={day}
      day={day}
      today={today}
      items={byDay.get(day) ?? []}
      mark={marks && (marks[day] ?? null)}
      signedIn={marks !== null}
      onExternal={onExternal}
    />
  )
  return (
    <>
      <DayStrip days={days} month={month} today={today} byDay={byDay} marks={marks} onDay={unfold} />
      <div className={classes.days}>
        {past.length > 0 && (
          <details open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)} className={classes.past}>
            <summary>Earlier this month, {pastItems === 1 ? '1 event' : `${pastItems} events`}</summary>
            {past.map(renderDay)}
          </details>
        )}
        {rest.map(renderDay)}
      </div>
    </>
  )
}

type StripProps = Pick<Props, 'month' | 'today' | 'marks'> & {
  days: string[]
  byDay: Map<string, Item[]>
  onDay: (day: string) => void
}

function DayStrip({ days, month, today, byDay, marks, onDay }: StripProps) {
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const todayIndex = Math.max(0, days.indexOf(today))
    const element = strip.current
    if (!element || element.offsetParent === null) return
    element.scrollLeft = (Math.floor(todayIndex / 7) * element.scrollWidth) / (days.length / 7)
  }, [days, today])
  return (
    <nav className={classes.strip} ref={strip} aria-label="Days of the month" tabIndex={-1}>
      {days.map((day) => {
        const items = byDay.get(day) ?? []
        const [mine, others] = [
          items.some((item) => item.mine),
          items.some((item) => !item.mine && item.kind !== 'external'),
        ]
        const mark = MARKS.find((choice) => choice.value === marks?.[day])
        const date = dayjs(`${day}T12:00`)
        const inMonth = day.startsWith(month)
        const count = items.length === 1 ? '1 event' : `${items.length} events`
        return (
          <a
            key={day}
            className={classes.sday}
            href={inMonth || marks === null ? `#day-${day}` : paths.calendarDay(day)}
            aria-current={day === today ? 'date' : undefined}
            data-today={day === today || undefined}
            data-out={!inMonth || undefined}
            onClick={() => onDay(day)}
          >
            <span aria-hidden>{date.format('dd')[0]}</span>
            <b>
              <span className="unseen">{date.format('dddd')} </span>
              {date.date()}
              <span className="unseen">{` ${date.format('MMMM')}, ${count}${mine ? ', you have a shift' : ''}`}</span>
            </b>
            <span className={`row ${classes.marks}`}>
              {mark && <mark.icon size={13} stroke={2.8} data-tone={mark.tone} aria-hidden />}
              {mine && <span className={classes.mine} />}
              {others && <span className={classes.other} />}
            </span>
          </a>
        )
      })}
    </nav>
  )
}

type DayProps = {
  day: string
  today: string
  items: Item[]
  mark: Mark
  signedIn: boolean
  onExternal: ((item: Item) => void) | undefined
}

function Day({ day, today, items, mark, signedIn, onExternal }: DayProps) {
  const when = useDateFormats()
  const heading = `${day === today ? 'Today, ' : ''}${when.shortDay(day)}`
  return (
    <section aria-labelledby={`day-${day}`}>
      <div className={`row between ${classes.dayHead}`} data-empty={items.length === 0 || undefined}>
        <h2 id={`day-${day}`}>{signedIn ? <PlainLink to={paths.calendarDay(day)}>{heading}</PlainLink> : heading}</h2>
        {signedIn && <AvailabilityChip date={day} value={mark} />}
      </div>
      {items.length > 0 && (
        <div className={`card ${classes.slots}`}>
          {items.map((item) => (
            <AgendaItem key={item.key} item={item} day={day} clocks={when} onExternal={onExternal} />
          ))}
        </div>
      )}
    </section>
  )
}

type AgendaItemProps = Pick<DayProps, 'day' | 'onExternal'> & { item: Item; clocks: Clocks }

function AgendaItem({ item, day, clocks, onExternal }: AgendaItemProps) {
  const [time, note] = agendaTime(item, day, clocks)
  const body = (
    <>
      <span className={classes.time}>
        {time}
        {note && <small>{note}</small>}
      </span>
      <span className={`wrap ${classes.what}`}>
        <b className={classes.title}>
          {item.name}
          {item.kind === 'external' && <IconArrowUpRight size={16} role="img" aria-label=", another club’s event" />}
        </b>
        {item.detail && <small>{item.detail}</small>}
        <span className={`cluster ${classes.states}`}>
          <ItemStates item={item} />
        </span>
      </span>
    </>
  )
  return (
    <EntryTarget
      item={item}
      onExternal={onExternal}
      className={classes.slot}
      data-ext={item.kind === 'external' || undefined}
    >
      {body}
    </EntryTarget>
  )
}
