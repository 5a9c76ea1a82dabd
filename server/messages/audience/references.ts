import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from './contract.ts'
import type { ReferenceTable } from './rule.ts'
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
 * Finds the audiences that name a record that is not of this site, in one statement: any other counts as unknown.
 * @returns for each audience whether all its records are known.
 */
export async function knownAudiences(db: SiteDb, audiences: readonly Audience[]): Promise<boolean[]> {
  const references = audiences.map(referencesOf)
  const all = references.flat()
  if (!all.length) return audiences.map(() => true)
  const known = sql.join(
    TABLES.map((table) => sql`when ${table} then exists (select from ${sql.table(table)} t where t.id = w.id)`),
    sql` `,
  )
  const { rows } = await sql<{ key: string }>`
    select w.table || ' ' || w.id as key from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) w ("table" text, id bigint)
    where case w.table ${known} end`.execute(db)
  const found = new Set(rows.map(({ key }) => key))
  return references.map((own) => own.every(({ table, id }) => found.has(`${table} ${id}`)))
}
