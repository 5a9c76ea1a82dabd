import { Temporal } from 'temporal-polyfill'
import { addIssue } from '#server/engine/collections/issues.ts'
import type { Issues } from '#server/engine/kernel/errors.ts'

const WALL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/
export const CHOOSE_TIME = 'Choose a date and a time.'

/** Formats an instant on the wall clock of `zone`, YYYY-MM-DDTHH:MM. */
export const wallOf = (instant: string | Date, zone: string): string =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/**
 * Returns the instant (ISO, UTC) of a wall-clock time. Takes the first of an ambiguous time; refuses a skipped one and
 * suggests another.
 */
export function instantOf(wall: string, zone: string): { instant: string } | { problem: string } {
  if (!WALL.test(wall)) return { problem: CHOOSE_TIME }
  let plain: Temporal.PlainDateTime
  try {
    plain = Temporal.PlainDateTime.from(wall, { overflow: 'reject' })
  } catch {
    return { problem: 'This day does not exist.' }
  }
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (!zoned.toPlainDateTime().equals(plain)) {
    const time = (of: Temporal.PlainDateTime) => of.toPlainTime().toString({ smallestUnit: 'minute' })
    return {
      problem: `${time(plain)} does not exist on this day, the clocks go forward. Choose ${time(zoned.toPlainDateTime())} or another time.`,
    }
  }
  return { instant: zoned.toInstant().toString() }
}

export type GivenTimes = { start?: string | undefined; end?: string | undefined }

/**
 * Converts wall-clock times into instants and checks their order, together with the stored ones.
 * @param key prefix of messages: `${key}.start`, `${key}.end`.
 * @param stored instants for absent times.
 * @param options.moment whether the end may equal the start (events, not shifts).
 */
export function readSpan(
  given: GivenTimes,
  zone: string,
  issues: Issues,
  {
    key,
    stored,
    moment = false,
  }: { key: string; stored?: { start: string | Date; end: string | Date } | undefined; moment?: boolean },
): { start?: string; end?: string } {
  const span: { start?: string; end?: string } = {}
  for (const edge of ['start', 'end'] as const) {
    const wall = given[edge]
    if (wall === undefined) continue
    const read = instantOf(wall, zone)
    if ('instant' in read) span[edge] = read.instant
    else addIssue(issues, `${key}.${edge}`, read.problem)
  }
  if (given.start === undefined && given.end === undefined) return span
  const at = (edge: 'start' | 'end') => {
    const instant = span[edge] ?? (given[edge] === undefined ? stored?.[edge] : undefined)
    return instant === undefined ? Number.NaN : typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
  }
  if (at('end') < at('start'))
    addIssue(issues, `${key}.end`, moment ? 'Must not be before the start.' : 'Must be after the start.')
  else if (!moment && at('end') === at('start')) addIssue(issues, `${key}.end`, 'Must be after the start.')
  return span
}

const AGREED = ['modified_start', 'modified_end'] as const

/** Converts agreed wall-clock times into instants; null stays. Messages as in `readSpan`. */
export function readAgreed(
  given: { [field in (typeof AGREED)[number]]?: string | null | undefined },
  zone: string,
  issues: Issues,
  key: string,
): { modified_start?: string | null; modified_end?: string | null } {
  const agreed: { modified_start?: string | null; modified_end?: string | null } = {}
  for (const field of AGREED) {
    const wall = given[field]
    if (wall === undefined) continue
    const read = wall === null ? { instant: null } : instantOf(wall, zone)
    if ('instant' in read) agreed[field] = read.instant
    else addIssue(issues, `${key}.${field}`, read.problem)
  }
  return agreed
}
