import { countText } from '#app/ui/count-text.ts'
import type { PreviewRow } from '#server/imports/contract.ts'

/** A text that every warning of a cause contains, what is so of one row or of several, and what follows. */
export const CAUSES: readonly (readonly [contains: string, one: string, many: string, follows: string])[] = [
  [
    'No one here has the email',
    'has an email that no one here has',
    'have an email that no one here has',
    'We left the shift open.',
  ],
  ['The name is read as', 'has the surname first', 'have the surname first', 'We turned the name round.'],
  [
    'is not an active member',
    'names someone who isn’t an active member',
    'name someone who isn’t an active member',
    'We left the shift open.',
  ],
  ['by email this is', 'has a name that doesn’t match its email', 'have a name that doesn’t match its email', ''],
  [
    'holds this shift and keeps it',
    'is a shift that someone else has',
    'are shifts that someone else has',
    'They keep it.',
  ],
  ['both are kept as open shifts', 'is the same as another', 'are the same as another', 'We kept both as open shifts.'],
  ['stays an administrator', 'is an administrator', 'are administrators', 'They stay so.'],
  ['is not active and stays inactive', 'is someone who isn’t active', 'are people who aren’t active', 'They stay so.'],
  [
    'does not exist on this day',
    'falls in the hour the clocks skip',
    'fall in the hour the clocks skip',
    'We used the next time.',
  ],
  [
    'happens twice on this day',
    'falls in the hour the clocks repeat',
    'fall in the hour the clocks repeat',
    'We used the first time.',
  ],
]

export type WarningGroup = { text: string; rows: number; first: number }

export function groupWarnings(rows: readonly Pick<PreviewRow, 'line' | 'warnings'>[]): WarningGroup[] {
  const groups = new Map<string, Omit<WarningGroup, 'text'>>()
  for (const { line, warnings } of rows)
    for (const cause of new Set(warnings.map(causeOf))) {
      const group = groups.get(cause) ?? { rows: 0, first: line }
      groups.set(cause, { ...group, rows: group.rows + 1 })
    }
  return [...groups]
    .map(([cause, group]) => ({ ...group, text: groupText(cause, group) }))
    .sort((a, b) => b.rows - a.rows || a.first - b.first)
}

/** "2 rows fall in the hour the clocks skip (first: line 26). We used the next time." */
function groupText(cause: string, { rows, first }: Omit<WarningGroup, 'text'>): string {
  const lines = rows === 1 ? `(line ${first})` : `(first: line ${first})`
  const known = CAUSES.find(([contains]) => contains === cause)
  if (!known) return `${countText(rows, 'row')} ${lines}: ${cause}`
  const [, one, many, follows] = known
  return `${countText(rows, 'row')} ${rows === 1 ? one : many} ${lines}. ${follows}`.trim()
}

const causeOf = (warning: string) => CAUSES.find(([contains]) => warning.includes(contains))?.[0] ?? warning
