import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Change, Declaration } from './define.ts'
import type { Registry } from './reading.ts'
import type { RemovalEffects } from './trash.ts'

type Counts = Record<string, number>

/** Counts by collection the pending records that depend on the removed ones without a foreign key. */
export type CountHeld = (ctx: Pick<Ctx, 'db'>, removed: RemovalEffects['removed']) => Promise<Counts>

/**
 * Counts the shifts with recorded time that a removal ends, the people signed in on them, and the hours of the others.
 */
export type CountWorked = (
  ctx: Pick<Ctx, 'db'>,
  effects: RemovalEffects,
) => Promise<{ shifts: number; signed_in: number; hours: number }>

/**
 * Effects on other collections: records removed as well, cleared references, and pending records that depend on the
 * removed ones.
 */
export type Reach = {
  also_removed: Counts
  also_cleared: Counts
  also_held?: Counts
  /** `signed_in` and `hours` of time that ends with the removal and stays on the timesheets. Absent if empty. */
  also_worked?: Counts
  /** Their number, which a removal must confirm unless it is 0. */
  confirm: number
}

/** Returns recorded time for a response; empty without any. */
export function workedOf({ shifts, ...time }: Awaited<ReturnType<CountWorked>>): Pick<Reach, 'also_worked'> {
  return shifts > 0 ? { also_worked: Object.fromEntries(Object.entries(time).filter(([, n]) => n > 0)) } : {}
}

export const clearedBy = (
  { contract: { name, fields } }: Declaration,
  changes: readonly Change[],
): RemovalEffects['cleared'] =>
  Object.entries(fields).flatMap(([column, { kind, to }]) => {
    if (kind !== 'relation' || !to) return []
    const ids = changes.flatMap(({ before, after }) =>
      before && before[column] !== null && before[column] !== after[column] ? [before.id] : [],
    )
    return ids.length ? [{ link: { parent: to, child: name, column, action: 'clear' as const }, ids }] : []
  })

/** The confirmed number, null without one; `all` for removals within a larger command. */
export type Confirmed = number | null | 'all'

/**
 * Counts the effects of a removal on collections that the actor sees and people write: no logs, no fields that only the
 * server sets (who published a shift).
 * @param more.held as `CountHeld`.
 * @param more.worked as `CountWorked`.
 * @param more.uncollected tables that people write although they are no collections, with the name for their count.
 * @param more.ended what ends with each record.
 */
export function reachOf(
  seen: Registry,
  name: string,
  { removed, cleared }: RemovalEffects,
  more: {
    held: Counts
    worked: Awaited<ReturnType<CountWorked>>
    uncollected: Readonly<Record<string, string>>
    ended: readonly Readonly<Counts>[]
  },
): Reach {
  const { held, worked, uncollected, ended } = more
  const alsoRemoved: Counts = {}
  for (const counts of ended)
    for (const [word, n] of Object.entries(counts)) alsoRemoved[word] = (alsoRemoved[word] ?? 0) + n
  for (const [table, ids] of removed) if (table !== name && seen.get(table)?.admin.create) alsoRemoved[table] = ids.size
  const losing = new Map<string, Set<number>>()
  for (const { link, ids } of cleared) {
    const field = seen.get(link.child)?.contract.fields[link.column]
    const left = ids.filter((id) => !removed.get(link.child)?.has(id))
    const counted = field && !field.readOnly ? link.child : uncollected[link.child]
    if (counted && left.length) losing.set(counted, new Set([...(losing.get(counted) ?? []), ...left]))
  }
  const alsoCleared = Object.fromEntries([...losing].map(([table, { size }]) => [table, size]))
  for (const { contract, linked } of seen.values())
    for (const { table } of Object.values(linked)) {
      const ids = removed.get(table)
      if (ids && !removed.has(contract.name)) alsoCleared[contract.name] = (alsoCleared[contract.name] ?? 0) + ids.size
    }
  const alsoHeld = Object.fromEntries(Object.entries(held).filter(([table, n]) => n > 0 && seen.has(table)))
  const counts = [alsoRemoved, alsoCleared, alsoHeld].flatMap(Object.values)
  return {
    also_removed: alsoRemoved,
    also_cleared: alsoCleared,
    ...(Object.keys(alsoHeld).length > 0 && { also_held: alsoHeld }),
    ...(seen.has('shifts') && workedOf(worked)),
    confirm: [...counts, seen.has('shifts') ? worked.shifts : 0].reduce((sum, n) => sum + n, 0),
  }
}

/**
 * @param left numbers of leftovers. @throws DomainError 'conflict' with the counts, unless the removal reaches nothing
 * or the confirmed number.
 */
export function requireConfirmed(reach: Reach, confirmed: Confirmed, left: Counts = {}): void {
  if (confirmed === 'all' || reach.confirm === 0 || reach.confirm === confirmed) return
  const records = reach.confirm === 1 ? '1 other record' : `${reach.confirm} other records`
  throw new DomainError('conflict', `This also affects ${records}. Confirm that number to go ahead.`, {
    body: { ...reach, ...left },
  })
}
