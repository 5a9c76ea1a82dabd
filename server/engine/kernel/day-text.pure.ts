export const DAY_MESSAGE = 'Date format must be YYYY-MM-DD'

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** Whether a text is an existing day from 1900 to 2999, as YYYY-MM-DD. */
export function isDay(value: string): boolean {
  const [, year, month, day] = (DAY.exec(value) ?? []).map(Number)
  if (!year || !month || !day || year < 1900 || year > 2999 || month > 12) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}
