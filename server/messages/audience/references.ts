import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from './contract.ts'
import type { Reference, ReferenceTable } from './rule.ts'
import { referencesOf } from './rules.ts'

const TABLES: readonly ReferenceTable[] = [
  'assignments',
  'competencies',
  'events',
  'messages',
  'people',
  'profilefields',
  'roles',
  'savedviews',
  'series',
]

/**
 * Checks in one statement that audiences refer only to records of this site.
 * @returns for each audience whether all its records are known.
 */
export async function knownAudiences(db: SiteDb, audiences: readonly Audience[]): Promise<boolean[]> {
  const references = audiences.map(referencesOf)
  const unknown = new Set((await unknownReferences(db, references.flat())).map(keyOf))
  return references.map((own) => !own.some((reference) => unknown.has(keyOf(reference))))
}

const keyOf = ({ table, id }: Reference) => `${table} ${id}`

export async function unknownReferences<T extends Reference>(db: SiteDb, references: readonly T[]): Promise<T[]> {
  if (!references.length) return []
  const known = sql.join(
    TABLES.map((table) => sql`when ${table} then exists (select from ${sql.table(table)} t where t.id = w.id)`),
    sql` `,
  )
  const { rows } = await sql<{ key: string }>`
    select w.table || ' ' || w.id as key from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) w ("table" text, id bigint)
    where case w.table ${known} end`.execute(db)
  const found = new Set(rows.map(({ key }) => key))
  return references.filter((reference) => !found.has(keyOf(reference)))
}
