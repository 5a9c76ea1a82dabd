import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { EARLIER_COOKIE_MS } from './sessions.ts'

/** `impersonator`: the admin who acts as the person. */
type ReusedSession = { session: number; person: number; impersonator: number | null }

/**
 * Ends a session whose retired key was reused: someone else may hold the present one. Audits it and notifies the
 * person, or the admin who acts as them.
 */
export async function endReusedSession(ctx: Ctx, { session, person, impersonator }: ReusedSession): Promise<void> {
  const now = ctx.clock.now()
  const owner = impersonator ?? person
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  await audit(ctx, { action: 'session.reuse', subject: 'people', subject_id: owner })
  await queueNotices(ctx, sessionReuseNotice(ctx.site, owner, now))
}

/** Ends the session when its retired cookie is used later than requests in flight explain. */
export async function endReusedCookieSession(ctx: Ctx, cookie: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('sessions')
    .select(['id as session', 'person', 'impersonator'])
    .where('earlier_cookie_hash', '=', hashSecret(cookie))
    .where('cookie_shown_at', '<=', new Date(ctx.clock.epochMs() - EARLIER_COOKIE_MS))
    .executeTakeFirst()
  if (row) await endReusedSession(ctx, row)
}

const sessionReuseNotice = (site: Site, person: number, now: Date) => ({
  kind: 'account.session_ended' as const,
  person,
  title: 'One of your sessions was ended',
  paragraphs: [
    `On {at} an old key of one of your sessions at ${site.name} was used a second time. Someone may have copied it, so that session was ended.`,
    'Please sign in again. If you don’t know why this happened, choose a new password.',
  ],
  times: { at: now.toISOString() },
  action: { label: 'Choose a new password', path: '/password/reset/' },
})
