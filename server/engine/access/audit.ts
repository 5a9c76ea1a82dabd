import { sql } from 'kysely'
import { type AuditActor, labelOf, personOf } from './actor.ts'
import type { Ctx } from './context.ts'

export type AuditEntry = {
  action: string
  subject?: string
  subject_id?: number | null
  details?: Record<string, unknown>
}

/**
 * Appends one line per entry to the site's audit log, in one statement. During impersonation a line has both people; that
 * of an operator has their account as its actor.
 */
export async function audit(
  ctx: Pick<Ctx, 'db' | 'clock'> & { actor: AuditActor },
  ...entries: AuditEntry[]
): Promise<void> {
  if (!entries.length) return
  const lines = entries.map(({ action, subject = '', subject_id = null, details = {} }) => ({
    action,
    subject,
    subject_id,
    details,
  }))
  await sql`
    insert into audit (at, actor, person, impersonator, action, subject, subject_id, details)
    select ${ctx.clock.now()}, ${labelOf(ctx.actor)}, ${personOf(ctx.actor)}::bigint, ${impersonatorOf(ctx.actor)}::bigint, action, subject, subject_id, details
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (action text, subject text, subject_id bigint, details jsonb)`.execute(
    ctx.db,
  )
}

/** SQL: whose name a line of the audit log bears; null for a program, and for an operator who acted as an admin. */
export const namedIn = (line: string) =>
  sql.raw(`case when ${line}.actor not like 'operator:%' then ${line}.person end`)

/** SQL: who did it themself, and so knows of it; null where someone acted in a person's name. */
export const ownActorIn = (line: string) =>
  sql.raw(`case when ${line}.impersonator is null and ${line}.actor not like 'operator:%' then ${line}.person end`)

const impersonatorOf = (actor: AuditActor) => (actor.kind === 'person' ? (actor.impersonator?.id ?? null) : null)
