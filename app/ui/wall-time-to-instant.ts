import { Temporal } from 'temporal-polyfill'
import { isAhead } from '#server/shifts/hours/limits.pure.ts'

/**
 * Converts YYYY-MM-DDTHH:MM in the zone to an instant. Skipped times move past the clock change; repeated times resolve
 * to the first.
 */
export const wallTimeToInstant = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()

/** Converts HH:MM on a day YYYY-MM-DD to an instant. */
export const dayTimeToInstant = (day: string, time: string, zone: string): string =>
  wallTimeToInstant(`${day}T${time}`, zone)

type Facts = {
  /** The server's clock, ISO. */
  now: string
  /** Earliest possible instant: the start of an end. */
  after?: string | null | undefined
}

/**
 * Converts HH:MM of a past event to an instant. In the repeated hour it is the plausible one: not before `after`, not
 * ahead of now, and nearest to now.
 */
export function meantInstant(day: string, time: string, zone: string, { now, after }: Facts): string {
  const plain = Temporal.PlainDateTime.from(`${day}T${time}`)
  const both = (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation }))
  if (!both.every((at) => at.toPlainDateTime().equals(plain))) return dayTimeToInstant(day, time, zone)
  const sensible = (list: readonly string[], makesSense: (at: string) => boolean) =>
    list.some(makesSense) ? list.filter(makesSense) : list
  const instants = both.map((at) => at.toInstant().toString())
  const following = sensible(instants, (at) => !after || Date.parse(at) >= Date.parse(after))
  const past = sensible(following, (at) => !isAhead(new Date(at), new Date(now)))
  const distance = (at: string) => Math.abs(Date.parse(at) - Date.parse(now))
  return past.reduce((nearest, at) => (distance(at) < distance(nearest) ? at : nearest))
}

/** The minute of an instant, but not before `after`, as recorded by "Now". */
export function minuteOf(now: string, after?: string | null): string {
  const minute = Math.floor(Date.parse(now) / 60_000) * 60_000
  return new Date(Math.max(minute, after ? Date.parse(after) : minute)).toISOString()
}
