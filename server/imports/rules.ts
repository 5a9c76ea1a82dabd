import { Temporal } from 'temporal-polyfill'
import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { INVALID_EMAIL, isEmail } from '#server/engine/kernel/email-address.pure.ts'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { readPhone } from '#server/engine/kernel/phone-number/reading.pure.ts'
import { isFormula } from '#server/engine/kernel/spreadsheet.pure.ts'
import type { DateOrder } from './contract.ts'

export const MESSAGES = {
  required: 'Required.',
  name: 'The name is too long.',
  needed: 'Must be a whole number from 1 to 50.',
  day_of_end: 'Must be within a day of the start.',
  email: INVALID_EMAIL,
  phone: 'Phone number must include the country code and not contain spaces.',
  date: 'Date format must be YYYY-MM-DD',
  day: 'This day does not exist',
  year: 'The year is out of range',
  time: 'Not a time',
  order: 'Ends before it starts',
  formula: 'This looks like a spreadsheet formula.',
  control: 'Contains characters that cannot be shown.',
  boolean: 'Must be true or false.',
  role: 'Must be admin or user.',
} as const

export type Verdict<T> = { value: T; error?: undefined } | { error: string; value?: undefined }

const ok = <T>(value: T): Verdict<T> => ({ value })
const no = (error: string): Verdict<never> => ({ error })

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const tooLong = (length: number, max: number) => `Too long: ${length} characters, at most ${max}.`

/** Reads one line: composed (NFC), with white space collapsed. More than `max` characters are an error. */
export function lineOf(cell: string, max: number): Verdict<string> {
  return textOf(cell.replace(/\s+/g, ' '), max)
}

export function textOf(cell: string, max: number): Verdict<string> {
  if (cell.length > 4 * max) return no(tooLong(cell.length, max))
  const value = normaliseText(cell).trim()
  if (CONTROL.test(value)) return no(MESSAGES.control)
  if (isFormula(value)) return no(MESSAGES.formula)
  if (value.length > max) return no(tooLong(value.length, max))
  return ok(value)
}

/** Reads a list separated by `;` or line breaks (or as given), without duplicates (ignoring case). */
export function listOf(cell: string, max: number, separator = /[;\r\n]/): Verdict<string[]> {
  const entries = new Map<string, string>()
  for (const part of cell.split(separator)) {
    const { value, error } = lineOf(part, max)
    if (error !== undefined) return no(error)
    if (value && !entries.has(nameKey(value))) entries.set(nameKey(value), value)
  }
  return ok([...entries.values()])
}

/**
 * Splits entries at commas, and at `/` between known names. Keeps entries that are known names as a whole.
 * @param isKnown by `nameKey`.
 */
export const splitEntries = (entries: readonly string[], isKnown: (key: string) => boolean): string[] =>
  entries.flatMap((entry) => {
    if (isKnown(nameKey(entry))) return entry
    return partsOf(entry, ',').flatMap((part) => {
      const parts = partsOf(part, '/')
      return !isKnown(nameKey(part)) && parts.every((one) => isKnown(nameKey(one))) ? parts : part
    })
  })

const partsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** Returns a key that ignores white space, case and whatever else a search ignores. */
export const nameKey = (name: string) => foldText(name.replace(/\s+/g, ' ').trim())

/** In lower case, as it is compared and stored. */
export function emailOf(cell: string): Verdict<string> {
  const value = normaliseText(cell).trim().toLowerCase()
  return isEmail(value) ? ok(value) : no(MESSAGES.email)
}

/** Common notes for a missing number. */
const NO_PHONE = /^(?:n\/?a|none|nil|no|unknown|tbc|ex-?directory|keine?|[-–—.?x]+)$/i
const MAX_PHONE_LENGTH = 100
const LETTERS = /^\p{L}*$/u

/**
 * Reads a phone number as E.164, with country code or as dialled in the site's country. Ignores notes, brackets, dots,
 * dashes and the zero of "+44 (0)20".
 * @param country of the site, ISO 3166.
 * @returns null where the cell says that there is none.
 */
export function phoneOf(cell: string, country: string): Verdict<string | null> {
  if (cell.length > MAX_PHONE_LENGTH) return no(MESSAGES.phone)
  const text = normaliseText(cell, 'NFKC').trim()
  if (NO_PHONE.test(text)) return ok(null)
  const words = text.split(/[\s,]/)
  while (words.length > 1 && LETTERS.test(words.at(-1) ?? '')) words.pop()
  const digits = words
    .join(' ')
    .replace(/^(\+|00)([\d\s]{1,8})\(0\)/, '$1$2')
    .replace(/\([^()\d]*\)/g, '')
    .replace(/^\p{L}[\p{L}\s]{0,15}[.:]?(?=[\s+(\d])/u, '')
    .replace(/[\s().\p{Pd}\u2212]/gu, '')
  const phone = readPhone(digits, country)
  return phone ? ok(phone.number) : no(MESSAGES.phone)
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  1: true,
  false: false,
  no: false,
  n: false,
  0: false,
}

export function booleanOf(cell: string): Verdict<boolean> {
  const word = cell.trim().toLowerCase()
  const value = Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word] : undefined
  return value === undefined ? no(MESSAGES.boolean) : ok(value)
}

/** A day with the year last: 3/4/2027, 03.04.27, 3-4-2027. */
const SHORT_DAY = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/
const LONG_DAY = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
/** 3 April 2027, 3rd Apr 27, 3-Apr-2027; and April 3, 2027. */
const NAMED_DAY = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s.-]{0,3}(\p{L}{3,12})[\s.,-]{1,3}(\d{4}|\d{2})$/u
const NAMED_MONTH = /^(\p{L}{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,3}(\d{4}|\d{2})$/u
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)\p{L}{0,9}[.,]{0,2}\s{1,3}/iu
const MONTHS = [
  /^jan/,
  /^feb/,
  /^(?:mar|mär|mrz)/,
  /^apr/,
  /^(?:may|mai)/,
  /^jun/,
  /^jul/,
  /^aug/,
  /^sep/,
  /^(?:oct|okt)/,
  /^nov/,
  /^(?:dec|dez)/,
]
/** A time after a day, with its separator. */
const TIME_BEHIND =
  /(?:T|,?\s{1,3}(?:at\s{1,3}|um\s{1,3})?)(\d{1,2}[:.]\d{2}(?::\d{2}(?:\.\d{1,6})?)?\s?(?:[ap]\.?m\.?)?)(?:Z|[+-]\d{2}:?\d{2})?$/i
const MAX_DAY_LENGTH = 60

/** Splits a day from its time; null without one. */
export function splitMoment(cell: string): { day: string; time: string | null } {
  const text = cutText(cell.trim(), MAX_DAY_LENGTH + 1).replace(/\s+/g, ' ')
  const found = TIME_BEHIND.exec(text)
  return found && found.index > 0
    ? { day: text.slice(0, found.index), time: found[1] ?? null }
    : { day: text, time: null }
}

const bareDay = (cell: string) => {
  const { day } = splitMoment(cell)
  return day.replace(WEEKDAY, '')
}

export const isShortDay = (cell: string) => SHORT_DAY.test(bareDay(cell))

const yearOf = (text: string) => (text.length === 2 ? Number(text) + (Number(text) < 70 ? 2000 : 1900) : Number(text))

/** @returns year, month and day; null for anything else. */
function partsOfDay(text: string, order: DateOrder): [string, number, string] | null {
  const long = LONG_DAY.exec(text)
  if (long) return [long[1]!, Number(long[3]), long[4]!]
  const short = order === 'ymd' ? null : SHORT_DAY.exec(text)
  if (short)
    return order === 'dmy' ? [short[4]!, Number(short[3]), short[1]!] : [short[4]!, Number(short[1]), short[3]!]
  const named = NAMED_DAY.exec(text)
  const [day, name, year] = named ? named.slice(1) : reordered(NAMED_MONTH.exec(text))
  const month = MONTHS.findIndex((names) => names.test((name ?? '').toLowerCase())) + 1
  return day && year && month ? [year, month, day] : null
}

const reordered = (found: RegExpExecArray | null) => (found ? [found[2], found[1], found[3]] : [])

/**
 * Reads an existing date from 1900 to 2199: year first or with a month's name always; day or month first in figures
 * only if chosen for the file. Ignores a weekday before and a time after it.
 */
export function dateOf(cell: string, order: DateOrder = 'ymd'): Verdict<Temporal.PlainDate> {
  const parts = cell.length > MAX_DAY_LENGTH ? null : partsOfDay(bareDay(cell), order)
  if (!parts) return no(MESSAGES.date)
  const [year, month, day] = [yearOf(parts[0]), parts[1], Number(parts[2])]
  if (year < 1900 || year > 2199) return no(MESSAGES.year)
  try {
    return ok(Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }))
  } catch {
    return no(MESSAGES.day)
  }
}

const TIME_WORDS: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midday', '12:00'],
  ['midnight', '00:00'],
])
/** 9:30, 09.30, 9h30, 0930, 9 am; seconds only if zero. */
const TIME = /^(\d{1,2})(?:[:.h](\d{2})(?::00(?:\.0+)?)?|h)?(am|pm|uhr|hrs|h)?$/
const FOUR_FIGURES = /^(\d{1,2})(\d{2})(am|pm|uhr|hrs|h)?$/
const BARE_HOUR = /^\d{1,2}$/

/** @param isEnd whether 24:00 is allowed, which is midnight after the day. */
export function timeOf(cell: string, { isEnd = false } = {}): Verdict<Temporal.PlainTime> {
  const typed =
    cell.length > 30
      ? ''
      : cell
          .toLowerCase()
          .replace(/\s/g, '')
          .replace(/([ap])\.?m\.?$/, '$1m')
  const text = TIME_WORDS.get(typed) ?? typed
  const found = BARE_HOUR.test(text) ? null : (TIME.exec(text) ?? FOUR_FIGURES.exec(text))
  if (!found) return no(MESSAGES.time)
  const [figures, minute, half] = [Number(found[1]), Number(found[2] ?? 0), found[3]]
  const isHalf = half === 'am' || half === 'pm'
  if (isHalf && (figures < 1 || figures > 12)) return no(MESSAGES.time)
  const hour = isHalf ? (figures % 12) + (half === 'pm' ? 12 : 0) : figures
  if (isEnd && hour === 24 && minute === 0) return ok(Temporal.PlainTime.from({ hour: 0, minute: 0 }))
  return hour < 24 && minute < 60 ? ok(Temporal.PlainTime.from({ hour, minute })) : no(MESSAGES.time)
}

/** Parts after a comma that belong to the name before it. */
const SUFFIX = /^(?:jr|sr|junior|senior|i{2,3}|iv|md|phd|ma|ba|bsc|msc|obe|mbe|cbe|kc|esq|rn|rnr)\.?$/i

export function turnName(name: string): string {
  const [last = '', first = '', more] = name.split(',').map((part) => part.trim())
  return last && first && more === undefined && !SUFFIX.test(first) ? `${first} ${last}` : name
}
