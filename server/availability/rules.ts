import { Temporal } from 'temporal-polyfill'
import type { Change } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { REQUIRED } from '#server/engine/kernel/expected.ts'

/**
 * Derives a mark's day: `date`, else the day of `start` in `zone`. `start` becomes its 00:00 and `end` its last
 * millisecond, 23 or 25 hours later over clock changes. Refuses an `end` on another day.
 */
export function deriveMark({ before, given, after, issues }: Change, zone: string): void {
  const day = dayOf(before, given, zone)
  if (!day) {
    if (!issues.date && !issues.start) addIssue(issues, 'date', REQUIRED)
    return
  }
  const { start, end } = boundsOf(day, zone)
  if (given.end !== undefined && !sameInstant(given.end, before?.end) && !endsOn(String(given.end), { start, end }))
    addIssue(issues, 'end', 'Each mark covers one day. Send one mark for each day.')
  after.date = day
  after.start = start
  after.end = end
}

function dayOf(before: Change['before'], given: Change['given'], zone: string): string | null {
  const current = before ? String(before.date) : null
  if (given.date !== undefined && given.date !== current) return String(given.date)
  if (given.start !== undefined && !(before && Date.parse(String(given.start)) === Date.parse(String(before.start))))
    return given.date === undefined ? localDay(String(given.start), zone) : String(given.date)
  return current ?? (given.date === undefined ? null : String(given.date))
}

const sameInstant = (a: unknown, b: unknown) => b !== undefined && Date.parse(String(a)) === Date.parse(String(b))

/** Midnight after the day belongs to it. */
const endsOn = (given: string, { start, end }: { start: string; end: string }) =>
  Date.parse(given) > Date.parse(start) && Date.parse(given) <= Date.parse(end) + 1

const localDay = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()

function boundsOf(day: string, zone: string): { start: string; end: string } {
  const date = Temporal.PlainDate.from(day)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).toInstant()
  return {
    start: startOf(date).toString(),
    end: startOf(date.add({ days: 1 }))
      .subtract({ milliseconds: 1 })
      .toString(),
  }
}
