import type { Actor } from '#server/engine/access/actor.ts'
import { areaOf } from '#server/engine/access/areas.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { AREAS } from '../access/scopes.pure.ts'
import { type AllowedFields, type Declaration, labelOf, type NamedFilter, type Scope, type Sql } from './define.ts'
import type { Registry } from './reading.ts'

/** The collections that a reader sees, and a mark that separates their compiled statements. */
export type View = { registry: Registry; mark: string }

type KeyActor = Extract<Actor, { kind: 'key' }>

/**
 * Returns the collections for each actor. For a key, areas without a scope do not exist: their collections cannot be
 * expanded, filtered by, searched or named, and fields, filters and names computed from their tables are removed.
 */
export function createViews(registry: Registry): (actor: Actor) => View {
  const whole: View = { registry, mark: '' }
  const known = new Map<string, View>()
  return (actor) => {
    if (actor.kind !== 'key') return whole
    const mark = ` key:${AREAS.filter((area) => readsArea(actor, area))}`
    const view = known.get(mark) ?? { registry: restricted(registry, actor), mark }
    known.set(mark, view)
    return view
  }
}

function restricted(registry: Registry, actor: KeyActor): Registry {
  const reads = (collection: string) => readsArea(actor, areaOf(collection))
  const closed = new Set([...registry.keys()].filter((name) => !reads(name)))
  return new Map(
    [...registry].flatMap(([name, declaration]) =>
      reads(name) ? [[name, withoutClosed(declaration, closed)] as const] : [],
    ),
  )
}

function withoutClosed(declaration: Declaration, closed: ReadonlySet<string>): Declaration {
  const { admin, contract, computed, displayName, sorted, filters, notForKeys } = declaration
  const open = (text: string) => !tablesIn(text).some((table) => closed.has(table))
  const isOpen = (sql: Sql) => open(sql(ANYTHING))
  const hidden = Object.entries(computed).flatMap(([name, sql]) => (isOpen(sql) ? [] : [name]))
  const without = (allowed: AllowedFields<string>, names: readonly string[]): AllowedFields<string> =>
    names.length
      ? (allowed === 'all' ? Object.keys(contract.fields) : allowed).filter((name) => !names.includes(name))
      : allowed
  return {
    ...declaration,
    admin: {
      ...admin,
      read: admin.read && { ...admin.read, fields: without(admin.read.fields, hidden) },
      create: admin.create && without(admin.create, notForKeys),
      update: admin.update && { ...admin.update, fields: without(admin.update.fields, notForKeys) },
    },
    displayName: isOpen(displayName) ? displayName : labelOf(contract),
    sorted: Object.fromEntries(Object.entries(sorted).filter(([, sql]) => isOpen(sql))),
    filters: Object.fromEntries(Object.entries(filters).filter(([, filter]) => open(textOf(filter)))),
  }
}

/** Placeholder values: only the tables in the text matter. */
const ANYTHING: Scope = {
  t: 't',
  me: () => 'null',
  admin: () => 'true',
  now: () => 'now()',
  today: () => 'current_date',
  organisation: () => `''`,
  day: (instant) => instant,
}

const textOf = (filter: NamedFilter): string =>
  filter.kind === 'flag' ? filter.sql(ANYTHING) : filter.sql(ANYTHING, 'null', 'null')

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\bcore\."?(\w+)"?(?!\w|\s*\()/g)].map(([, table = '']) => table)
