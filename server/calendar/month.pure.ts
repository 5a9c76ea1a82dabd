import { Temporal } from 'temporal-polyfill'
import { addDays, dayBounds, dayOf, weekdayOf } from '#server/engine/kernel/days/rules.ts'

/** Days fetched beyond the visible ones, and around now before a range is known. */
const MARGIN_DAYS = 6
const DEFAULT_DAYS = 30

export type Month = {
  /** `YYYY-MM`. */
  month: string
  previous: string
  next: string
  today: string
  /** Whole weeks that cover the month, Monday first. */
  weeks: string[][]
}

/** @param requested `YYYY-MM`; anything else means the month of `now` in `zone`. */
export function readMonth(requested: string | null, now: Date, zone: string): Month {
  const today = dayOf(now, zone)
  const month = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(requested ?? '')
    ? Temporal.PlainYearMonth.from(requested!)
    : Temporal.PlainDate.from(today).toPlainYearMonth()
  return {
    month: month.toString(),
    previous: month.subtract({ months: 1 }).toString(),
    next: month.add({ months: 1 }).toString(),
    today,
    weeks: weeksOf(month),
  }
}

function weeksOf(month: Temporal.PlainYearMonth): string[][] {
  const first = month.toPlainDate({ day: 1 }).toString()
  const last = month.toPlainDate({ day: month.daysInMonth }).toString()
  const weeks: string[][] = []
  for (let monday = addDays(first, 1 - weekdayOf(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(monday, i)))
  return weeks
}

export type Window = { from: Date; to: Date }

export const windowAround = (first: string, last: string, zone: string, margin = MARGIN_DAYS): Window => ({
  from: dayBounds(addDays(first, -margin), zone).start,
  to: dayBounds(addDays(last, margin), zone).next,
})

export const monthWindow = ({ weeks }: Month, zone: string): Window =>
  windowAround(weeks[0]![0]!, weeks.at(-1)![6]!, zone)

export function defaultWindow(now: Date, zone: string): Window {
  const today = dayOf(now, zone)
  return windowAround(today, today, zone, DEFAULT_DAYS)
}

/**
 * An entry to place, with its first and last day. `bar` requests a bar even within one day; the reader's own and
 * requested entries stay visible longest.
 */
export type Placeable = {
  start: string
  first: string
  last: string
  bar?: boolean
  mine?: boolean
  requested?: boolean
}

export type Placed<T> = {
  entry: T
  /** Column 0 to 6, number of columns, and lane from 0. */
  column: number
  span: number
  lane: number
  before: boolean
  after: boolean
  bar: boolean
}

/**
 * Places a week's entries: multi-day ones first, then by start, each in the first lane free on all its days. Beyond
 * `lanes` only counts per day; hides the reader's own entries last.
 * @param days the week's seven days.
 */
export function layOutWeek<T extends Placeable>(
  entries: readonly T[],
  days: readonly string[],
  lanes: number,
): { placed: Placed<T>[]; more: number[] } {
  const [monday, sunday] = [days[0]!, days[6]!]
  const candidates = entries
    .filter(({ first, last }) => first <= sunday && last >= monday)
    .map((entry) => ({
      entry,
      bar: entry.bar === true || entry.first < entry.last,
      column: entry.first < monday ? 0 : days.indexOf(entry.first),
      end: entry.last > sunday ? 6 : days.indexOf(entry.last),
    }))
    .sort(
      (a, b) => Number(b.bar) - Number(a.bar) || (a.bar ? byLength(a.entry, b.entry) : 0) || byStart(a.entry, b.entry),
    )
  const visible = new Set(
    assignLanes(
      [...candidates].sort((a, b) => rank(b.entry) - rank(a.entry)),
      lanes,
    ).map(({ of }) => of),
  )
  const more = days.map(() => 0)
  for (const one of candidates) if (!visible.has(one)) for (let at = one.column; at <= one.end; at++) more[at]! += 1
  const shown = candidates.filter((one) => visible.has(one))
  return {
    placed: assignLanes(shown, lanes).map(({ of: { entry, bar, column, end }, lane }) => ({
      entry,
      column,
      span: end - column + 1,
      lane,
      bar,
      before: entry.first < monday,
      after: entry.last > sunday,
    })),
    more,
  }
}

function assignLanes<W extends { column: number; end: number }>(wanted: readonly W[], lanes: number) {
  const taken = Array.from({ length: 7 }, () => new Set<number>())
  return wanted.flatMap((of) => {
    const covered = taken.slice(of.column, of.end + 1)
    let lane = 0
    while (covered.some((day) => day.has(lane))) lane += 1
    if (lane >= lanes) return []
    for (const day of covered) day.add(lane)
    return [{ of, lane }]
  })
}

const rank = ({ mine, requested }: Placeable) => (mine ? 2 : requested ? 1 : 0)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byLength = (a: Placeable, b: Placeable) => compare(a.first, b.first) || compare(b.last, a.last)
const byStart = (a: Placeable, b: Placeable) => Date.parse(a.start) - Date.parse(b.start)

export const entriesOn = <T extends Placeable>(entries: readonly T[], day: string): T[] =>
  entries.filter(({ first, last }) => first <= day && day <= last)
