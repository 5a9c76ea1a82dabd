import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Registry } from './reading.ts'

export type Link = {
  parent: string
  child: string
  column: string
  action: 'cascade' | 'clear' | 'refuse'
  /** The column is a list of ids, which no foreign key protects. */
  many?: boolean
}

/** Finds list columns of references: a deletion removes the deleted ids from them. */
export const listLinks = (registry: Registry): Link[] =>
  [...registry.values()].flatMap(({ contract: { name, fields }, computed }) =>
    Object.entries(fields).flatMap(([column, { kind, to }]) =>
      kind === 'relations' && to && !Object.hasOwn(computed, column)
        ? [{ parent: to, child: name, column, action: 'clear' as const, many: true }]
        : [],
    ),
  )

/**
 * Tables whose rows a deletion ends permanently: devices sign in again, links and codes are sent again, and undos
 * cannot be undone.
 */
const NOT_KEPT = ['sessions', 'refresh_tokens', 'email_changes', 'phone_codes', 'undos', 'trash']

/** Reads foreign keys from the catalogue, so that new tables are included automatically. */
export async function readLinks(db: SiteDb): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select p.relname as parent, c.relname as child, a.attname as column,
      case k.confdeltype when 'c' then 'cascade' when 'n' then 'clear' else 'refuse' end as action
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class p on p.oid = k.confrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'core'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'site_id'
    where k.contype = 'f' and p.relname <> 'sites' and c.relname <> all (${NOT_KEPT}::text[])
    order by c.relname, a.attname`.execute(db)
  return rows
}

export function parentsFirst(tables: readonly string[], links: readonly Link[]): string[] {
  const waiting = new Set(tables)
  const ordered: string[] = []
  while (waiting.size) {
    const free = [...waiting].filter(
      (table) => !links.some((l) => l.child === table && l.parent !== table && waiting.has(l.parent)),
    )
    const next = free.length ? free : [...waiting]
    for (const table of next) waiting.delete(table)
    ordered.push(...next)
  }
  return ordered
}
