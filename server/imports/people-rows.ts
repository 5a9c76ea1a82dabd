import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import type { DateOrder, Field, PeopleField } from './contract.ts'
import { type CheckedRow, createRowReader } from './rows.ts'
import { booleanOf, dateOf, emailOf, lineOf, listOf, MESSAGES, phoneOf, type Verdict } from './rules.ts'

const NAME_LENGTH = 200
const TAG_LENGTH = 50
const MAX_TAGS = 50

/** One person of a file. Null for an empty cell or a missing column. */
export type PersonValues = {
  name: string
  /** Lower case. */
  email: string
  /** E.164. */
  phone: string | null
  role: 'admin' | 'user' | null
  tags: string[] | null
  competencies: string[] | null
  email_reminders: boolean | null
  sms_notifications: boolean | null
  /** YYYY-MM-DD. */
  joined: string | null
}

export type PersonRow = CheckedRow<PersonValues>

const roleOf = (cell: string): Verdict<'admin' | 'user'> => {
  const word = cell.toLowerCase()
  return word === 'admin' || word === 'user' ? { value: word } : { error: MESSAGES.role }
}

const listWithin = (length: number) => (cell: string) => {
  const list = listOf(cell, length)
  return list.value && list.value.length > MAX_TAGS ? { error: `Too many: at most ${MAX_TAGS}.` } : list
}

const joinedOf = (cell: string, order: DateOrder): Verdict<string> => {
  const { value, error } = dateOf(cell, order)
  return value ? { value: value.toString() } : { error: error ?? MESSAGES.date }
}

/**
 * Checks the rows of a member list, each by itself and against the others: an email may occur once.
 * @param country the site's, for phone numbers without a country code; ISO 3166.
 */
export function checkPeople(
  rows: readonly RawRow[],
  header: readonly string[],
  indexOf: ReadonlyMap<Field, number>,
  country: string,
  order: DateOrder = 'ymd',
): PersonRow[] {
  const lineByEmail = new Map<string, number>()
  return rows.map((raw) => {
    const { row, read, fail, failed } = createRowReader<PeopleField>('people', raw, header, indexOf)
    const name = read('name', (cell) => lineOf(cell, NAME_LENGTH))
    const email = read('email', emailOf)
    const rest = {
      phone: read('phone', (cell) => phoneOf(cell, country)),
      role: read('role', roleOf),
      tags: read('tags', listWithin(TAG_LENGTH)),
      competencies: read('competencies', listWithin(NAME_LENGTH)),
      email_reminders: read('email_reminders', booleanOf),
      sms_notifications: read('sms_notifications', booleanOf),
      joined: read('joined', (cell) => joinedOf(cell, order)),
    }
    const other = email === null ? undefined : lineByEmail.get(email)
    if (other !== undefined) fail('email', `Same email as line ${other}.`)
    else if (email !== null) lineByEmail.set(email, row.line)
    if (failed() || name === null || email === null) return row
    return { ...row, values: { name, email, ...rest } }
  })
}
