import type { Change, Field, ImportKind, ImportMapping, PreviewRow } from '#server/imports/contract.ts'

/** Fields that read as one line of a cell, such as a start and an end. */
type Line = { fields: readonly Field[]; between?: string; label?: string }
/** Changes that stand in no cell of the file, each with its words and the word for "nothing". */
type Told = { key: string; label: string; nothing?: string }
/** `main` names the row: it stands first and bold where there is no table. */
export type Group = { title: string; main?: boolean; lines: readonly Line[]; told?: readonly Told[] }

const single = (title: string, field: Field): Group => ({ title, lines: [{ fields: [field] }] })

const GROUPS: Record<ImportKind, readonly Group[]> = {
  people: [
    { ...single('Name', 'name'), main: true },
    single('Email', 'email'),
    single('Phone', 'phone'),
    single('Access role', 'role'),
    single('Tags', 'tags'),
    single('Competencies', 'competencies'),
    {
      title: 'Reminders',
      lines: [
        { fields: ['email_reminders'], label: 'Email' },
        { fields: ['sms_notifications'], label: 'SMS' },
      ],
    },
    single('Joined', 'joined'),
  ],
  season: [
    { title: 'When', lines: [{ fields: ['date'] }, { fields: ['start', 'end'], between: '–' }] },
    {
      title: 'Event',
      main: true,
      lines: [{ fields: ['event'] }, { fields: ['series', 'event_type'], between: ' · ' }],
      told: [
        { key: 'event_start', label: 'Event starts' },
        { key: 'event_end', label: 'Event ends' },
        { key: 'event_location', label: 'Event’s location' },
      ],
    },
    { title: 'Assignment', lines: [{ fields: ['duty'] }, { fields: ['role'] }] },
    {
      title: 'Volunteer',
      lines: [{ fields: ['volunteer_name'] }, { fields: ['volunteer_email'] }],
      told: [{ key: 'person', label: 'Shift', nothing: 'open' }],
    },
    single('Location', 'location'),
    single('Notes', 'notes'),
  ],
}

/** The columns of the result: fields that belong together in one, and only those that the file has. */
export function groupsOf(kind: ImportKind, mapping: ImportMapping): Group[] {
  const used = new Set(Object.values(mapping))
  return GROUPS[kind].flatMap((group) => {
    const lines = group.lines.flatMap((line) => {
      const fields = line.fields.filter((field) => used.has(field))
      return fields.length ? [{ ...line, fields }] : []
    })
    return lines.length ? [{ ...group, lines }] : []
  })
}

/** One thing in a cell: its text, or what is wrong with it, or what becomes of it. */
export type Piece = {
  key: string
  label?: string
  text: string
  errors: readonly string[]
  change?: Change
  corrected?: boolean
}

/** The lines of one cell, empty ones left out. Parts of a line are one piece unless one of them has something to tell. */
export function linesOf(
  row: PreviewRow,
  { lines, told = [] }: Group,
  made: Readonly<Record<string, string>> = {},
): Piece[][] {
  const pieces = lines.map(({ fields, between = ' ', label }) => {
    const parts = fields.map((field): Piece => {
      const change = row.changes[field]
      return {
        key: field,
        text: row.cells[field] ?? '',
        errors: row.errors[field] ?? [],
        ...(label && { label }),
        ...(change && { change }),
        ...(field in made && { corrected: true }),
      }
    })
    const filled = parts.filter(
      ({ text, errors, change, corrected }) => text !== '' || errors.length || change || corrected,
    )
    if (filled.length < 2 || filled.some(({ errors, change, corrected }) => errors.length || change || corrected))
      return filled
    return [{ key: fields.join(), text: filled.map(({ text }) => text).join(between), errors: [] }]
  })
  const extras = told.flatMap(({ key, label, nothing }): Piece[][] => {
    const change = row.changes[key]
    return change
      ? [[{ key, label, text: '', errors: [], change: { ...change, from: change.from || (nothing ?? '') } }]]
      : []
  })
  return [...pieces, ...extras].filter((line) => line.length > 0)
}

/** What is said about a row as a whole: errors that stand in none of its cells. */
export function rowErrors(row: PreviewRow, groups: readonly Group[]): string[] {
  const shown = new Set<string>(groups.flatMap(({ lines }) => lines.flatMap(({ fields }) => fields)))
  return Object.entries(row.errors).flatMap(([field, messages]) => (shown.has(field) ? [] : messages))
}
