import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { requireConfirmedAddress } from '#server/accounts/confirmed-address.ts'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'

/**
 * Creates the acting person's feed, or replaces its secret immediately. 256 bits.
 * @returns the secret.
 * @throws DomainError 'unauthenticated', 'forbidden' also while impersonating: a feed outlives that.
 */
export async function resetFeed(ctx: Ctx): Promise<string> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  await requireConfirmedAddress(ctx)
  const secret = randomBytes(32).toString('base64url')
  await sql`
    insert into calendar_feeds (person, secret, created_at) values (${person}, ${secret}, ${ctx.clock.now()})
    on conflict (site_id, person) do update set secret = excluded.secret, created_at = excluded.created_at`.execute(
    ctx.db,
  )
  await audit(ctx, { action: 'calendar_feed.reset', subject: 'people', subject_id: person })
  return secret
}

/** Repeating it changes nothing. */
export async function removeFeed(ctx: Ctx): Promise<void> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const { numDeletedRows } = await ctx.db.deleteFrom('calendar_feeds').where('person', '=', person).executeTakeFirst()
  if (numDeletedRows) await audit(ctx, { action: 'calendar_feed.remove', subject: 'people', subject_id: person })
}
