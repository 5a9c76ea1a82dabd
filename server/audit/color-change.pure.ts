import type { AuditLine } from './contract.ts'

export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** The colours before and after as `#rrggbb`, null for none; null for a line that changed anything else. */
export function colorChange({
  action,
  details,
}: Pick<AuditLine, 'action' | 'details'>): { from: string | null; to: string | null } | null {
  const [change, ...others] = Object.values(details)
  if (!action.endsWith('.update') || others.length || !Array.isArray(change)) return null
  const [from, to] = change.map((value) => (isColor(value) ? value : null))
  return from || to ? { from: from ?? null, to: to ?? null } : null
}
