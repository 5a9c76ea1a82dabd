import type { Ctx } from '#server/engine/access/context.ts'
import { createBindings } from './bindings.ts'
import type { Declaration } from './define.ts'
import type { Registry } from './reading.ts'
import { requestValues, runStatement } from './run.ts'

type Names = Record<string, string>

export async function displayNamesOf(
  ctx: Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>,
  declaration: Declaration,
  ids: readonly number[],
): Promise<Names> {
  if (!ids.length) return {}
  const { bind, scope, statement } = createBindings()
  const among = bind('ids', 'bigint[]', (values) => values.ids)
  const rows = await runStatement<{ id: number; name: string }>(
    ctx.db,
    statement(
      `select t.id, ${declaration.displayName(scope('t'))} as name from core."${declaration.contract.name}" t where t.id = any (${among})`,
    ),
    { ...requestValues(ctx), ids },
  )
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Reads the display names in old and new values of changes, by collection and id; one statement per collection. */
export async function displayNamesIn(
  ctx: Pick<Ctx, 'db' | 'site' | 'actor' | 'clock'>,
  registry: Registry,
  { contract }: Declaration,
  changes: readonly Record<string, [unknown, unknown]>[],
): Promise<Record<string, Names>> {
  const idsByCollection = new Map<string, Set<number>>()
  for (const [name, values] of changes.flatMap((change) => Object.entries(change))) {
    const to = contract.fields[name]?.to
    if (!to) continue
    const ids = idsByCollection.get(to) ?? new Set()
    for (const id of values.flat()) if (typeof id === 'number') ids.add(id)
    idsByCollection.set(to, ids)
  }
  const names: Record<string, Names> = {}
  for (const [to, ids] of idsByCollection) {
    const target = registry.get(to)
    if (target) names[to] = await displayNamesOf(ctx, target, [...ids])
  }
  return names
}
