const DAY_MS = 86_400_000

/**
 * Returns the short form of a person's date format for a day: without the year from 65 days back to 300 days ahead,
 * where each day and month has one year. Numeric formats stay whole.
 * @param day, today YYYY-MM-DD.
 */
export function shortDateFormat(dateFormat: string, day: string, today: string): string {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS
  return days > 300 || days < -65 ? dateFormat : dateFormat.replace(/ YYYY$/, '')
}
