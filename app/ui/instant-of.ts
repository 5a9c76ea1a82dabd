import { Temporal } from 'temporal-polyfill'

/** YYYY-MM-DDTHH:MM on the zone's wall clock, as an instant: a time that the clocks skip is read as after the gap, a doubled one as the first. */
export const instantOf = (wall: string, zone: string): string =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).toInstant().toString()

/** The same for HH:MM on a day YYYY-MM-DD. */
export const instantAt = (day: string, time: string, zone: string): string => instantOf(`${day}T${time}`, zone)
