import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { DateOrder, Field, PeopleField } from './contract.ts'
import { type CheckedRow, createRowReader } from './rows.ts'
import { booleanOf, dateOf, emailOf, lineOf, listOf, MESSAGES, phoneOf, turnName, type Verdict } from './rules.ts'

const NAME_LENGTH = 200
const TAG_LENGTH = 50
const MAX_TAGS = 50
/** Entries not yet split into known parts. */
const LIST_LENGTH = 2000

/** Null for an empty cell or a missing column. `email` in lower case, `phone` E.164, `joined` YYYY-MM-DD. */
export type PersonValues = {
  name: string
  email: string
  phone: string | null
  role: 'admin' | 'user' | null
  tags: string[] | null
  competencies: string[] | null
  email_reminders: boolean | null
  sms_notifications: boolean | null
  joined: string | null
}

export type PersonRow = CheckedRow<PersonValues>

const roleOf = (cell: string): Verdict<'admin' | 'user'> => {
  const word = cell.toLowerCase()
  return word === 'admin' || word === 'user' ? { value: word } : { error: MESSAGES.role }
}

const listWithin = (length: number, separator?: RegExp) => (cell: string) => {
  const list = listOf(cell, length, separator)
  return list.value && list.value.length > MAX_TAGS ? { error: `Too many: at most ${MAX_TAGS}.` } : list
}

const joinedOf = (cell: string, order: DateOrder): Verdict<string> => {
  const { value, error } = dateOf(cell, order)
  return value ? { value: value.toString() } : { error: error ?? MESSAGES.date }
}

/**
 * Checks the rows of a member list, including repeated emails.
 * @param country the site's, for phone numbers without a country code; ISO 3166.
 */
export function checkPeople(
  rows: readonly RawRow[],
  header: readonly string[],
  indexOf: ReadonlyMap<Field, number>,
  country: string,
  order: DateOrder = 'ymd',
  turnNames = true,
): PersonRow[] {
  const lineByEmail = new Map<string, number>()
  return rows.map((raw) => {
    const { row, read, fail, failed } = createRowReader<PeopleField>('people', raw, header, indexOf)
    const line = (cell: string) => lineOf(cell, NAME_LENGTH)
    const whole = read('name', line)
    const parts = [read('first_name', line), read('last_name', line)].filter((part) => part !== null)
    const typed = whole ?? (parts.length ? parts.join(' ') : null)
    const name = typed !== null && turnNames ? turnName(typed) : typed
    const warnings: string[] = []
    if (name !== typed) warnings.push(`The name is read as ${name}`)
    if (typed !== null && !['name', 'last_name'].some((field) => indexOf.has(field as PeopleField)))
      warnings.push('The file has first names only')
    if (name !== null && name.length > NAME_LENGTH) fail('last_name', MESSAGES.name)
    const email = read('email', emailOf)
    const rest = {
      phone: read('phone', (cell) => phoneOf(cell, country)),
      role: read('role', roleOf),
      tags: read('tags', listWithin(TAG_LENGTH, /[;,\r\n]/)),
      competencies: read('competencies', listWithin(LIST_LENGTH)),
      email_reminders: read('email_reminders', booleanOf),
      sms_notifications: read('sms_notifications', booleanOf),
      joined: read('joined', (cell) => joinedOf(cell, order)),
    }
    const other = email === null ? undefined : lineByEmail.get(email)
    if (other !== undefined) fail('email', `Same email as line ${other}.`)
    else if (email !== null) lineByEmail.set(email, row.line)
    if (failed() || name === null || email === null) return row
    return { ...row, warnings, values: { name, email, ...rest } }
  })
}
