import type { Change, Field, ImportKind, ImportMapping, PreviewRow } from '#server/imports/contract.ts'

/** Fields shown on one line of a cell, such as a start and an end. */
type Line = { fields: readonly Field[]; between?: string; label?: string }
/** Changes without a cell, each with its label and its text for an empty value. */
type ExtraChange = { key: string; label: string; nothing?: string }
/** `main` names the row: it comes first and is bold outside a table. */
export type Group = { title: string; main?: boolean; lines: readonly Line[]; extras?: readonly ExtraChange[] }

const single = (title: string, field: Field): Group => ({ title, lines: [{ fields: [field] }] })

const GROUPS: Record<ImportKind, readonly Group[]> = {
  people: [
    { title: 'Name', main: true, lines: [{ fields: ['name'] }, { fields: ['first_name', 'last_name'] }] },
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
      extras: [
        { key: 'event_start', label: 'Event starts' },
        { key: 'event_end', label: 'Event ends' },
        { key: 'event_location', label: 'Event’s location' },
      ],
    },
    {
      title: 'Assignment',
      lines: [{ fields: ['duty'] }, { fields: ['role'] }, { fields: ['needed'], label: 'Needed' }],
    },
    {
      title: 'Volunteer',
      lines: [
        { fields: ['volunteer_name'] },
        { fields: ['volunteer_first_name', 'volunteer_last_name'] },
        { fields: ['volunteer_email'] },
      ],
      extras: [{ key: 'person', label: 'Shift', nothing: 'open' }],
    },
    single('Location', 'location'),
    single('Notes', 'notes'),
  ],
}

/** Related fields share a column; fields missing from the file are skipped. */
export function columnGroups(kind: ImportKind, mapping: ImportMapping): Group[] {
  const used = new Set(Object.values(mapping))
  return GROUPS[kind].flatMap((group) => {
    const lines = group.lines.flatMap((line) => {
      const fields = line.fields.filter((field) => used.has(field))
      return fields.length ? [{ ...line, fields }] : []
    })
    return lines.length ? [{ ...group, lines }] : []
  })
}

export type Piece = {
  key: string
  label?: string
  text: string
  errors: readonly string[]
  change?: Change
  corrected?: boolean
}

/** Returns the non-empty lines of one cell. Joins the parts of a line unless one of them has an error or a change. */
export function cellLines(
  row: PreviewRow,
  { lines, extras = [] }: Group,
  corrections: Readonly<Record<string, string>> = {},
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
        ...(field in corrections && { corrected: true }),
      }
    })
    const filled = parts.filter(
      ({ text, errors, change, corrected }) => text !== '' || errors.length || change || corrected,
    )
    if (filled.length < 2 || filled.some(({ errors, change, corrected }) => errors.length || change || corrected))
      return filled
    return [{ key: fields.join(), text: filled.map(({ text }) => text).join(between), errors: [] }]
  })
  const extraPieces = extras.flatMap(({ key, label, nothing }): Piece[][] => {
    const change = row.changes[key]
    return change
      ? [[{ key, label, text: '', errors: [], change: { ...change, from: change.from || (nothing ?? '') } }]]
      : []
  })
  return [...pieces, ...extraPieces].filter((line) => line.length > 0)
}

export function rowErrors(row: PreviewRow, groups: readonly Group[]): string[] {
  const inCells = new Set<string>(groups.flatMap(({ lines }) => lines.flatMap(({ fields }) => fields)))
  return Object.entries(row.errors).flatMap(([field, messages]) => (inCells.has(field) ? [] : messages))
}
