import type { Limits } from '#server/access/limits/limits.ts'
import type { Ctx } from '#server/context.ts'
import { DomainError, type SessionLoss } from '#server/kernel/errors.ts'
import { ACCESS_MINUTES, REFRESH_DAYS } from './contract.ts'
import { endReplayed } from './replay.ts'
import { hashToken, readToken, successors } from './tokens.ts'

const REUSE_WINDOW_MS = 10_000

export type Refreshed = { access: string; refresh: string } | { revoked: SessionLoss }

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14). The same token again within ten seconds gives the same
 * successor, since tabs race; later, or once the successor was used, the whole family ends and the audit log says so.
 * A session in which somebody acts as another person is never refreshed. That verdict is returned, not thrown, because
 * ending the family has to be committed.
 * @param limits counts successors, not repeats: tabs that race are not many sign-ins.
 * @throws DomainError 'unauthenticated' for a token that never was valid here; 'throttled'.
 */
export async function refreshSession(ctx: Ctx, secret: string, token: string, limits?: Limits): Promise<Refreshed> {
  const reading = readToken(token, 'refresh', ctx.site.id)
  if (!reading.ok)
    throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.', {
      reason: reading.reason,
    })
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', (join) => join.onRef('s.site_id', '=', 't.site_id').onRef('s.id', '=', 't.session'))
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 's.site_id').onRef('p.id', '=', 's.person'))
    .select([
      't.id',
      't.session',
      't.used_at',
      't.expires_at',
      's.revoked_at',
      's.absolute_expires_at',
      'p.is_active',
      'p.role',
      's.person',
      's.impersonator',
    ])
    .where('t.token_hash', '=', hashToken(token))
    .forUpdate(['s', 't'])
    .executeTakeFirst()
  if (!row) return { revoked: 'token_invalid' }
  if (row.revoked_at) return { revoked: 'session_revoked' }
  if (!row.is_active || row.role === 'new') return { revoked: 'account_disabled' }
  if (row.impersonator !== null || row.expires_at <= now || row.absolute_expires_at <= now)
    return { revoked: 'token_expired' }
  const next = successors(secret, token, ctx.site.id)
  if (row.used_at) {
    const successorUsed = await ctx.db
      .selectFrom('refresh_tokens')
      .select('used_at')
      .where('token_hash', '=', hashToken(next.refresh))
      .executeTakeFirst()
    const racing = now.getTime() - row.used_at.getTime() <= REUSE_WINDOW_MS && successorUsed?.used_at === null
    if (racing) return next
    await endReplayed(ctx, row.session, row.person)
    return { revoked: 'token_reused' }
  }
  await limits?.take('token_refresh', { site: ctx.site.id, family: row.session })
  const expires = new Date(now.getTime() + REFRESH_DAYS * 86_400_000)
  await ctx.db.updateTable('refresh_tokens').set({ used_at: now }).where('id', '=', row.id).execute()
  await ctx.db
    .insertInto('refresh_tokens')
    .values({
      session: row.session,
      token_hash: hashToken(next.refresh),
      parent_hash: hashToken(token),
      created_at: now,
      expires_at: expires,
    })
    .execute()
  await ctx.db
    .updateTable('sessions')
    .set({
      access_hash: hashToken(next.access),
      access_expires: new Date(now.getTime() + ACCESS_MINUTES * 60_000),
      last_seen_at: now,
      expires_at: expires,
    })
    .where('id', '=', row.session)
    .execute()
  return next
}
