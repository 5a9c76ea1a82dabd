import { Temporal } from 'temporal-polyfill'
import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { DateOrder, Field, ImportOptions, SeasonField } from './contract.ts'
import { MAX_ROWS } from './contract.ts'
import { type CheckedRow, createRowReader } from './rows.ts'
import {
  dateOf,
  emailOf,
  lineOf,
  MESSAGES,
  nameKey,
  splitMoment,
  textOf,
  timeOf,
  turnName,
  type Verdict,
} from './rules.ts'
import { type OpenSpan, spanOf, spanWithout } from './season-times.ts'

const NAME_LENGTH = 200
const NOTES_LENGTH = 5000

/**
 * Null for an empty cell or a missing column. `date`: the event's local day, YYYY-MM-DD; instants are milliseconds
 * since the epoch; emails in lower case.
 */
export type SeasonValues = {
  date: string
  start: number
  /** Null when the event type decides how long it lasts. */
  end: number | null
  event: string
  event_type: string | null
  series: string | null
  location: string | null
  duty: string
  /** People needed: the row's number of shifts. */
  needed: number
  role: string | null
  volunteer_email: string | null
  volunteer_name: string | null
  notes: string | null
}

export type SeasonRow = CheckedRow<SeasonValues>

export type TimedValues = SeasonValues & { end: number }

export const eventKeyOf = (series: string | null, event: string, date: string) =>
  [nameKey(series ?? ''), nameKey(event), date].join('\n')

export const shiftKeyOf = (values: SeasonValues) => [assignmentKeyOf(values), values.start, values.end].join('\n')

export const assignmentKeyOf = ({ duty, role }: Pick<SeasonValues, 'duty' | 'role'>) =>
  [nameKey(duty), nameKey(role ?? '')].join('\n')

/**
 * Checks the rows of a season. The same person twice on one shift is an error; two equal open shifts are two shifts,
 * with a warning.
 * @param zone the site's IANA zone, in which dates and times are read.
 */
export function checkSeason(
  rows: readonly RawRow[],
  header: readonly string[],
  indexOf: ReadonlyMap<Field, number>,
  zone: string,
  {
    date_order: order = 'ymd',
    turn_names: turnNames = true,
  }: Partial<Pick<ImportOptions, 'date_order' | 'turn_names'>> = {},
): SeasonRow[] {
  let places = 0
  const seen = new Map<string, number>()
  const spans = new Map<string, ReturnType<typeof spanOf> | OpenSpan>()
  const name = (cell: string) => lineOf(cell, NAME_LENGTH)
  return rows.map((raw) => {
    const { row, read, text, fail, failed } = createRowReader<SeasonField>('season', raw, header, indexOf)
    const date = text('date') || !text('start') ? read('date', dayIn(order)) : dayOfStart(text('start'), order)
    if (!date && !text('date') && text('start')) fail('start', MESSAGES.date)
    const start = read('start', timeIn)
    const end = text('end') ? read('end', (cell) => timeIn(cell, { isEnd: true })) : null
    if (date && start && end && !endsOnItsDay(text('end'), { date, start, end }, order))
      fail('end', MESSAGES.day_of_end)
    const event = read('event', name)
    const event_type = read('event_type', name)
    const series = read('series', name)
    const location = read('location', name)
    const duty = read('duty', name)
    const needed = read('needed', neededOf) ?? 1
    places += needed
    if (needed > 1 && places > MAX_ROWS)
      fail('needed', `An import adds at most ${MAX_ROWS.toLocaleString('en-GB')} shifts.`)
    const role = read('role', name)
    const { volunteer_email, volunteer_name } = volunteerOf(read, text, turnNames)
    const notes = read('notes', (cell) => textOf(cell, NOTES_LENGTH))
    if (!date || !start || (text('end') && !end)) return row
    const times = [text('date'), text('start'), text('end')].join('\n')
    const span = spans.get(times) ?? (end ? spanOf(date, start, end, zone) : spanWithout(date, start, zone))
    spans.set(times, span)
    if ('error' in span) fail('end', span.error)
    if ('error' in span || failed() || event === null || duty === null) return row
    const values: SeasonValues = {
      date: date.toString(),
      start: span.start,
      end: span.end,
      event,
      event_type,
      series,
      location,
      duty,
      needed,
      role,
      volunteer_email,
      volunteer_name,
      notes,
    }
    const key = [
      eventKeyOf(series, event, values.date),
      shiftKeyOf(values),
      volunteer_email ?? nameKey(volunteer_name ?? ''),
    ].join('\n')
    const other = seen.get(key)
    if (other === undefined) seen.set(key, row.line)
    else if (volunteer_email !== null || volunteer_name !== null) {
      fail(nameFieldOf(row.cells, volunteer_email), `Same person, event and assignment as line ${other}.`)
      return row
    }
    const warnings = [...span.warnings]
    if (other !== undefined) warnings.push(`Same as line ${other}; both are kept as open shifts`)
    return { ...row, values, warnings }
  })
}

const NAME_FIELDS = ['volunteer_name', 'volunteer_last_name', 'volunteer_first_name'] as const

export const nameFieldOf = (cells: Readonly<Record<string, string>>, email: string | null): SeasonField =>
  email !== null && cells.volunteer_email
    ? 'volunteer_email'
    : (NAME_FIELDS.find((field) => cells[field]) ?? 'volunteer_name')

function volunteerOf(
  read: <T>(field: SeasonField, rule: (cell: string) => Verdict<T>) => T | null,
  text: (field: SeasonField) => string,
  turnNames: boolean,
): Pick<SeasonValues, 'volunteer_email' | 'volunteer_name'> {
  const email = read('volunteer_email', emailOf)
  const instead = email === null ? NAME_FIELDS.find((field) => emailOf(text(field)).value) : undefined
  if (instead) return { volunteer_email: read(instead, emailOf), volunteer_name: null }
  const name = (cell: string) => lineOf(cell, NAME_LENGTH)
  const whole = read('volunteer_name', name)
  const parts = [read('volunteer_first_name', name), read('volunteer_last_name', name)].filter((part) => part !== null)
  const typed = whole ?? (parts.length ? parts.join(' ') : null)
  return { volunteer_email: email, volunteer_name: typed !== null && turnNames ? turnName(typed) : typed }
}

const timeIn = (cell: string, options: { isEnd?: boolean } = {}) => timeOf(splitMoment(cell).time ?? cell, options)

const dayIn = (order: DateOrder) => (cell: string) => dateOf(cell, order)

const dayOfStart = (cell: string, order: DateOrder) => dateOf(splitMoment(cell).day, order).value ?? null

type Times = { date: Temporal.PlainDate; start: Temporal.PlainTime; end: Temporal.PlainTime }

/** Whether an end's day, if any, is right: the start's, or the next one after midnight. */
function endsOnItsDay(cell: string, { date, start, end }: Times, order: DateOrder): boolean {
  const { day, time } = splitMoment(cell)
  if (time === null) return true
  const isNext = Temporal.PlainTime.compare(end, start) <= 0
  const named = dateOf(day, order).value
  return named?.equals(isNext ? date.add({ days: 1 }) : date) ?? false
}

const MAX_NEEDED = 50

const neededOf = (cell: string): Verdict<number> => {
  const needed = /^\d{1,3}$/.test(cell) ? Number(cell) : 0
  return needed >= 1 && needed <= MAX_NEEDED ? { value: needed } : { error: MESSAGES.needed }
}
