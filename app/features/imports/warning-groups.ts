import type { PreviewRow } from '#server/imports/contract.ts'

/** A text that every warning of a cause contains, and the name of the cause. */
export const CAUSES: readonly (readonly [contains: string, cause: string])[] = [
  ['No one here has the email', 'No one here has the volunteer’s email; the shift is left open'],
  ['The name is read as', 'Names with the surname first are turned round'],
  ['is not an active member', 'The volunteer is not an active member; the shift is left open'],
  ['by email this is', 'The name differs from that of the person with this email'],
  ['holds this shift and keeps it', 'Someone else holds the shift and keeps it'],
  ['both are kept as open shifts', 'Two lines are the same; both are kept as open shifts'],
  ['stays an administrator', 'The person stays an administrator'],
  ['is not active and stays inactive', 'The person is not active and stays inactive'],
  ['does not exist on this day', 'The clocks skip this time; the next one is used'],
  ['happens twice on this day', 'The clocks repeat this time; the first is used'],
]

export type WarningGroup = { cause: string; rows: number; first: number }

export function groupWarnings(rows: readonly Pick<PreviewRow, 'line' | 'warnings'>[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const { line, warnings } of rows)
    for (const cause of new Set(warnings.map(causeOf))) {
      const group = groups.get(cause) ?? { cause, rows: 0, first: line }
      groups.set(cause, { ...group, rows: group.rows + 1 })
    }
  return [...groups.values()].sort((a, b) => b.rows - a.rows || a.first - b.first)
}

const causeOf = (warning: string) => CAUSES.find(([contains]) => warning.includes(contains))?.[1] ?? warning
