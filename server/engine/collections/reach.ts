import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Registry } from './reading.ts'
import type { RemovalEffects } from './trash.ts'

type Counts = Record<string, number>

/** The records of other collections that a removal reaches: those that go with it, and those that lose their reference to it. */
export type Reach = {
  also_removed: Counts
  also_cleared: Counts
  /** How many those are; a removal that reaches any has to name this number. */
  confirm: number
}

/** The number that a caller confirmed, null without one; `all` for removals that are part of a larger command. */
export type Confirmed = number | null | 'all'

/**
 * Counts what a removal reaches, among the collections that the actor sees and people write: neither logs, nor fields that only
 * the server sets (who published a shift).
 * @param uncollected tables that people write although they are no collections, with the name that their rows are counted by.
 */
export function reachOf(
  seen: Registry,
  name: string,
  { removed, cleared }: RemovalEffects,
  uncollected: Readonly<Record<string, string>> = {},
): Reach {
  const alsoRemoved: Counts = {}
  for (const [table, ids] of removed) if (table !== name && seen.get(table)?.admin.create) alsoRemoved[table] = ids.size
  const losing = new Map<string, Set<number>>()
  for (const { link, ids } of cleared) {
    const field = seen.get(link.child)?.contract.fields[link.column]
    const left = ids.filter((id) => !removed.get(link.child)?.has(id))
    const counted = field && !field.readOnly ? link.child : uncollected[link.child]
    if (counted && left.length) losing.set(counted, new Set([...(losing.get(counted) ?? []), ...left]))
  }
  const alsoCleared = Object.fromEntries([...losing].map(([table, { size }]) => [table, size]))
  const confirm = [...Object.values(alsoRemoved), ...Object.values(alsoCleared)].reduce((sum, n) => sum + n, 0)
  return { also_removed: alsoRemoved, also_cleared: alsoCleared, confirm }
}

/** @param left what the answer says of what is left behind. @throws DomainError 'conflict' with the counts, unless the removal reaches nothing or exactly as much as was confirmed. */
export function requireConfirmed(reach: Reach, confirmed: Confirmed, left: Counts = {}): void {
  if (confirmed === 'all' || reach.confirm === 0 || reach.confirm === confirmed) return
  const records = reach.confirm === 1 ? '1 other record' : `${reach.confirm} other records`
  throw new DomainError('conflict', `This reaches ${records}. To do it, confirm that number.`, {
    body: { ...reach, ...left },
  })
}
