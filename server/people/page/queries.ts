import type { SiteDb } from '#server/tenancy/with-site.ts'
import type { TrailLine } from './contract.ts'

const LINES = 50

/** The latest lines of the audit log about a person, newest first; of changes the names of the fields, never values. */
export async function trailOf(db: SiteDb, person: number): Promise<TrailLine[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'details'])
    .where('subject', '=', 'people')
    .where('subject_id', '=', person)
    .orderBy('id', 'desc')
    .limit(LINES)
    .execute()
  return rows.map(({ id, at, actor, action, details }) => ({
    id: Number(id),
    at: at.toISOString(),
    actor,
    action,
    fields: fieldsOf(details),
  }))
}

/** Details of a change hold what changed by the field's name. */
const fieldsOf = (details: unknown): string[] =>
  details !== null && typeof details === 'object' && !Array.isArray(details) ? Object.keys(details) : []
