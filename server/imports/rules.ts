import { Temporal } from 'temporal-polyfill'
import { normaliseText } from '#server/engine/kernel/composed-text/rules.ts'
import { INVALID_EMAIL, isEmail } from '#server/engine/kernel/email-address/rules.ts'
import { foldText } from '#server/engine/kernel/folded-text/rules.ts'
import { readPhone } from '#server/engine/kernel/phone-number/reading/rules.ts'
import { isFormula } from '#server/engine/kernel/spreadsheet/rules.ts'
import type { DateOrder } from './contract.ts'

export const MESSAGES = {
  required: 'Required.',
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

/** A cell's value, or the message of the rule that it breaks. */
export type Verdict<T> = { value: T; error?: undefined } | { error: string; value?: undefined }

const ok = <T>(value: T): Verdict<T> => ({ value })
const no = (error: string): Verdict<never> => ({ error })

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const tooLong = (length: number, max: number) => `Too long: ${length} characters, at most ${max}.`

/**
 * Reads a text of one line: composed (NFC), with each run of white space as one space. More than `max` characters are an
 * error.
 */
export function lineOf(cell: string, max: number): Verdict<string> {
  return textOf(cell.replace(/\s+/g, ' '), max)
}

/** Reads a text of several lines. */
export function textOf(cell: string, max: number): Verdict<string> {
  if (cell.length > 4 * max) return no(tooLong(cell.length, max))
  const value = normaliseText(cell).trim()
  if (CONTROL.test(value)) return no(MESSAGES.control)
  if (isFormula(value)) return no(MESSAGES.formula)
  if (value.length > max) return no(tooLong(value.length, max))
  return ok(value)
}

/** Reads a list in one cell, separated by `;`, without repeats (ignoring case). */
export function listOf(cell: string, max: number): Verdict<string[]> {
  const entries = new Map<string, string>()
  for (const part of cell.split(';')) {
    const { value, error } = lineOf(part, max)
    if (error !== undefined) return no(error)
    if (value && !entries.has(nameKey(value))) entries.set(nameKey(value), value)
  }
  return ok([...entries.values()])
}

/** Returns the key of a name: equal for names that differ only in white space and in what a search ignores, such as case. */
export const nameKey = (name: string) => foldText(name.replace(/\s+/g, ' ').trim())

/** Reads an email address in lower case, as it is compared and stored. */
export function emailOf(cell: string): Verdict<string> {
  const value = normaliseText(cell).trim().toLowerCase()
  return isEmail(value) ? ok(value) : no(MESSAGES.email)
}

/**
 * Reads a phone number as E.164, with its country code or as it is dialled in the site's country.
 * @param country of the site, ISO 3166.
 */
export function phoneOf(cell: string, country: string): Verdict<string> {
  const phone = readPhone(cell, country)
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

/** A day as spreadsheets in other orders write it: 3/4/2027, 03.04.2027, 3-4-2027. */
const SHORT_DAY = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/** Whether a cell is a day whose order has to be chosen. */
export const isShortDay = (cell: string) => SHORT_DAY.test(cell.trim())

/**
 * Reads a calendar date that exists, from 1900 to 2199. YYYY-MM-DD is always accepted; day first or month first only if
 * chosen for the file.
 */
export function dateOf(cell: string, order: DateOrder = 'ymd'): Verdict<Temporal.PlainDate> {
  const short = order === 'ymd' ? null : SHORT_DAY.exec(cell.trim())
  const [, first, , second, last] = short ?? []
  const text = short
    ? [last, ...(order === 'dmy' ? [second, first] : [first, second])].map((part) => part?.padStart(2, '0')).join('-')
    : cell.trim()
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return no(MESSAGES.date)
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1900 || year > 2199) return no(MESSAGES.year)
  try {
    return ok(Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }))
  } catch {
    return no(MESSAGES.day)
  }
}

/** Reads a time on a 24-hour clock, HH:MM; seconds are allowed when they are zero. */
export function timeOf(cell: string): Verdict<Temporal.PlainTime> {
  const match = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(cell.trim())
  const [hour, minute] = match ? [Number(match[1]), Number(match[2])] : [24, 60]
  return hour < 24 && minute < 60 ? ok(Temporal.PlainTime.from({ hour, minute })) : no(MESSAGES.time)
}
