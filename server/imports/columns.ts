import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { RawRow } from '#server/engine/parsing/csv-file-contract.ts'
import {
  FIELDS,
  type Field,
  type FieldOf,
  type ImportKind,
  type ImportMapping,
  type ImportPreview,
  type ImportProblem,
  STAND_INS,
} from './contract.ts'
import { splitMoment } from './rules.ts'

const IGNORE = 'ignore'

const SYNONYMS: { [K in ImportKind]: Partial<Record<FieldOf[K], readonly string[]>> } = {
  people: {
    name: ['full name', 'member', 'member name', 'display name', 'person', 'mitglied'],
    first_name: ['first', 'firstname', 'forename', 'given name', 'vorname', 'christian name', 'prenom', 'prénom'],
    last_name: ['last', 'lastname', 'surname', 'family name', 'nachname', 'familienname', 'nom'],
    email: ['e mail', 'email address', 'e mail address', 'mail', 'email 1', 'e mail adresse', 'primary email'],
    phone: [
      ...['mobile', 'mobile number', 'mobile phone', 'phone number', 'telephone', 'telephone number', 'tel', 'cell'],
      ...['cell phone', 'telefon', 'telefonnummer', 'handy', 'mobil'],
    ],
    role: ['access', 'permission', 'user role'],
    tags: ['tag', 'labels', 'groups'],
    competencies: ['competency', 'qualifications', 'qualification', 'skills', 'certificates', 'qualifikationen'],
    email_reminders: ['reminders by email'],
    sms_notifications: ['sms', 'text messages', 'notifications by sms', 'sms reminders'],
    joined: ['join date', 'date joined', 'joined on', 'member since', 'joining date', 'eintrittsdatum', 'eintritt'],
  },
  season: {
    date: ['day', 'event date', 'duty date', 'start date', 'shift date', 'datum'],
    start: ['start time', 'from', 'starts', 'begin', 'duty time', 'time', 'begins'],
    end: ['end time', 'to', 'until', 'finish', 'ends'],
    event: ['event name', 'name', 'title'],
    event_type: ['type', 'kind', 'category'],
    series: ['series name', 'programme'],
    location: ['place', 'venue', 'where'],
    duty: ['assignment', 'job', 'task', 'position', 'duty type'],
    needed: ['places', 'number needed', 'people needed', 'required', 'count', 'how many'],
    role: ['roster role', 'team'],
    volunteer_email: ['email', 'e mail', 'email address', 'person email'],
    volunteer_name: ['volunteer', 'person', 'member', 'member name', 'full name', 'assigned to'],
    volunteer_first_name: ['first name', 'firstname', 'forename', 'given name', 'vorname', 'prenom', 'prénom'],
    volunteer_last_name: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'familienname'],
    notes: ['note', 'comment', 'comments', 'remarks', 'duty instructions'],
  },
}

const fold = (header: string) =>
  normaliseText(header, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function fieldsByName(kind: ImportKind): Map<string, Field> {
  const others: Partial<Record<Field, readonly string[]>> = SYNONYMS[kind]
  const names = new Map<string, Field>()
  for (const { field, label } of FIELDS[kind]) for (const name of [fold(field), fold(label)]) names.set(name, field)
  for (const { field } of FIELDS[kind])
    for (const name of others[field] ?? []) if (!names.has(name)) names.set(name, field)
  return names
}

/** Returns column index → field. A field's first column wins; exact names come before synonyms. */
function guessColumns(kind: ImportKind, header: readonly string[]): Map<number, Field> {
  const names = fieldsByName(kind)
  const exact = new Set(FIELDS[kind].flatMap(({ field, label }) => [fold(field), fold(label)]))
  const order = header.map((text, index) => ({ index, name: fold(text) }))
  const guessed = new Map<number, Field>()
  const taken = new Set<Field>()
  for (const { index, name } of order.sort(
    (a, b) => Number(exact.has(b.name)) - Number(exact.has(a.name)) || a.index - b.index,
  )) {
    const field = names.get(name)
    if (!field || taken.has(field)) continue
    taken.add(field)
    guessed.set(index, field)
  }
  return guessed
}

/**
 * Recognises a file's kind by its header: all required columns present, else more known columns. @returns null for a
 * tie.
 */
export function recogniseKind(header: readonly string[]): ImportKind | null {
  const [people, season] = (['people', 'season'] as const).map((kind) => {
    const fields = new Set(guessColumns(kind, header).values())
    const complete = FIELDS[kind].every(({ field, required }) => !required || isCovered(field, fields))
    return (complete ? 100 : 0) + fields.size
  }) as [number, number]
  if (people === season) return null
  return people > season ? 'people' : 'season'
}

export type Columns = {
  /** Complete: each column of the file with its field or 'ignore'. */
  mapping: ImportMapping
  indexOf: ReadonlyMap<Field, number>
  problems: ImportProblem[]
}

/**
 * Maps columns to fields: the caller's mapping, else a guess. A field that the caller maps is removed from the guess.
 * Without a start column, a column of days with times is the start.
 * @param optional fields that the caller does without.
 */
export function mapColumns(
  kind: ImportKind,
  header: readonly string[],
  requested: ImportMapping = {},
  rows: readonly RawRow[] = [],
  optional: readonly Field[] = [],
): Columns {
  const problems: ImportProblem[] = []
  const fields = new Map<string, Field>(FIELDS[kind].map(({ field }) => [field, field]))
  const fieldAt = new Map<number, Field>()
  const indexOf = new Map<Field, number>()
  const problem = (code: string, message: string) => void problems.push({ code, message, line: null })
  const use = (index: number, field: Field) => {
    fieldAt.set(index, field)
    indexOf.set(field, index)
  }
  for (const [key, wanted] of Object.entries(requested)) {
    const index = Number(key)
    const field = fields.get(wanted)
    if (wanted === IGNORE) continue
    if (index >= header.length) problem('unknown_column', `The file has no column ${index + 1}.`)
    else if (!field) problem('unknown_field', `A column cannot be used as "${wanted}".`)
    else if (indexOf.has(field)) problem('double_field', `Two columns are used as ${labelOf(kind, field)}.`)
    else use(index, field)
  }
  for (const [index, field] of guessColumns(kind, header))
    if (!(index in requested) && !indexOf.has(field)) use(index, field)
  const days = indexOf.get('date')
  if (days !== undefined && !indexOf.has('start') && !(days in requested) && holdsMoments(rows, days)) {
    indexOf.delete('date')
    use(days, 'start')
  }
  for (const { field, required } of FIELDS[kind])
    if (required && !optional.includes(field) && !isCovered(field, indexOf)) problems.push(missingColumn(kind, field))
  const mapping = Object.fromEntries(header.map((_, index) => [String(index), fieldAt.get(index) ?? IGNORE]))
  return { mapping, indexOf, problems }
}

const SAMPLE = 20

function holdsMoments(rows: readonly RawRow[], index: number): boolean {
  const cells = rows.slice(0, SAMPLE).map(({ cells }) => cells[index]?.trim() ?? '')
  const filled = cells.filter(Boolean)
  return filled.length > 0 && filled.every((cell) => splitMoment(cell).time !== null)
}

const isCovered = (field: Field, fields: { has: (field: Field) => boolean }) =>
  fields.has(field) || (STAND_INS[field]?.some((other) => fields.has(other)) ?? false)

export const isColumnName = (text: string): boolean =>
  (['people', 'season'] as const).some((kind) => fieldsByName(kind).has(fold(text)))

export const missingColumn = (kind: ImportKind, field: Field): ImportProblem => ({
  code: 'missing_column',
  message: `No column is used as ${labelOf(kind, field)}, which is required.`,
  line: null,
})

const labelOf = (kind: ImportKind, field: Field) => FIELDS[kind].find((spec) => spec.field === field)?.label ?? field

const EXAMPLES = 3
const EXAMPLE_LENGTH = 60

export function describeColumns(
  header: readonly string[],
  rows: readonly RawRow[],
  mapping: ImportMapping,
): ImportPreview['columns'] {
  return header.map((text, index) => {
    const examples = new Set<string>()
    for (const { cells } of rows) {
      const example = cells[index]?.trim()
      if (example) examples.add(cutText(example, EXAMPLE_LENGTH))
      if (examples.size === EXAMPLES) break
    }
    return { index, header: text, field: mapping[index] ?? IGNORE, examples: [...examples] }
  })
}
