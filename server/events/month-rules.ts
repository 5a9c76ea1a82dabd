import { Temporal } from 'temporal-polyfill'

/** A month on the site's wall clock as a window of instants, with its neighbours as `YYYY-MM`. */
export type MonthWindow = { month: string; previous: string; next: string; today: string; from: Date; to: Date }

/** @param asked `YYYY-MM`; anything else is the month of `now` in `zone`. */
export function monthWindow(asked: string | null, now: Date, zone: string): MonthWindow {
  const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  const given = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(asked ?? '')
    ? Temporal.PlainYearMonth.from(asked!)
    : today.toPlainYearMonth()
  const instantOf = (month: Temporal.PlainYearMonth) =>
    new Date(month.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds)
  return {
    month: given.toString(),
    previous: given.subtract({ months: 1 }).toString(),
    next: given.add({ months: 1 }).toString(),
    today: today.toString(),
    from: instantOf(given),
    to: instantOf(given.add({ months: 1 })),
  }
}
