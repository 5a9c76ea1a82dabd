import { Temporal } from 'temporal-polyfill'

/** Converts YYYY-MM-DDTHH:MM in the zone to an instant. Skipped times move past the clock change; repeated times resolve to the first. */
export const wallTimeToInstant = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()

/** Converts HH:MM on a day YYYY-MM-DD to an instant. */
export const dayTimeToInstant = (day: string, time: string, zone: string): string =>
  wallTimeToInstant(`${day}T${time}`, zone)
