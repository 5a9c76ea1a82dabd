const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const MAX_TYPED = 40

/** Returns YYYY-MM-DD for an existing day from 1900 to 2199; null for any other. */
function existing(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return exists && year >= 1900 && year < 2200 ? at.toISOString().slice(0, 10) : null
}

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

/**
 * Parses a day as people type it, the day before the month: "22/11/2026", "22.11.26", "22 Nov 2026", "Sun 22 November",
 * "22/11"; also "Nov 22 2026" and "2026-11-22".
 * @param year the year of a day without one.
 * @returns YYYY-MM-DD, '' for empty text, null for anything else
 */
export function parseDate(text: string, year: number): string | null {
  const typed = text.trim().toLowerCase()
  if (!typed) return ''
  if (typed.length > MAX_TYPED || !/^[a-z\d\s,./-]+$/.test(typed)) return null
  const numbers = typed.match(/\d+/g) ?? []
  const words = (typed.match(/[a-z]+/g) ?? []).filter((word) => !/^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/.test(word))
  if (words.length > 1 || numbers.some((number) => ![1, 2, 4].includes(number.length))) return null
  const [word] = words
  const [first = '', second = '', third] = numbers
  if (word !== undefined) {
    const month = MONTHS.findIndex((name) => word.startsWith(name)) + 1
    if (!month || numbers.length < 1 || numbers.length > 2 || first.length > 2) return null
    return existing(second ? fullYear(second) : year, month, Number(first))
  }
  if (numbers.length < 2 || numbers.length > 3) return null
  if (first.length === 4) return third ? existing(Number(first), Number(second), Number(third)) : null
  if (second.length > 2) return null
  return existing(third ? fullYear(third) : year, Number(second), Number(first))
}
