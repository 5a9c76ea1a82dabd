import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Renaming } from '#server/engine/features.ts'
import { audienceAfterMerge } from './audience/after-merge.ts'

/** @returns how many drafts and scheduled messages were updated. */
export async function renameInAudiences(
  { db, clock }: Ctx,
  { collection, id, into }: Renaming,
): Promise<Record<string, number>> {
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'audience'])
    .where('status', 'in', ['draft', 'scheduled'])
    .forUpdate()
    .execute()
  const changed = messages.flatMap((message) => {
    const audience = audienceAfterMerge(message.audience as Record<string, unknown>, collection, id, into)
    return audience ? [{ id: message.id, audience }] : []
  })
  if (changed.length)
    await sql`update messages m set audience = c.audience, updated_at = ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id bigint, audience jsonb) where m.id = c.id`.execute(
      db,
    )
  return { messages: changed.length }
}
