import type { Ctx } from '#server/engine/access/context.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, type SessionLoss } from '#server/engine/kernel/errors.ts'
import { ACCESS_MINUTES, REFRESH_DAYS } from '../contract.ts'
import { endReusedSession } from './reused-sessions.ts'
import { checkTokenFormat, deriveSuccessors } from './tokens.ts'

/** Milliseconds in which a refresh can be repeated and the previous access token still counts (docs/decisions/014). */
const OVERLAP_MS = 120_000

export type RefreshResult = { access: string; refresh: string } | { revoked: SessionLoss }

/** `limits` counts successors, not repeats: racing tabs are not separate sign-ins. */
type RefreshRequest = { user_agent?: string | null; limits?: Limits }

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14). The same client gets the same successor within two
 * minutes, since responses get lost and tabs race. Later, from another client, or once the successor was used, the
 * whole family ends and is audited. That verdict is returned, not thrown, so that it is committed. No successor
 * outlives the session.
 * @throws DomainError 'unauthenticated' for a token that was never valid here; 'throttled'.
 */
export async function refreshSession(
  ctx: Ctx,
  secret: string,
  token: string,
  request: RefreshRequest = {},
): Promise<RefreshResult> {
  const reading = checkTokenFormat(token, 'refresh', ctx.site.id)
  if (!reading.ok)
    throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.', {
      reason: reading.reason,
    })
  const now = ctx.clock.now()
  const row = await tokenRow(ctx, token)
  const loss = findSessionLoss(row, now)
  if (!row || loss) return { revoked: loss ?? 'token_invalid' }
  const next = deriveSuccessors(secret, token, ctx.site.id)
  const client = hashSecret(request.user_agent ?? '')
  if (row.used_at) {
    const inTime = now.getTime() - row.used_at.getTime() <= OVERLAP_MS
    const sameClient = row.used_by === null || row.used_by.equals(client)
    if (inTime && sameClient && !(await isUsed(ctx, next.refresh))) return next
    await endReusedSession(ctx, row)
    return { revoked: 'token_reused' }
  }
  await request.limits?.take('token_refresh', { site: ctx.site.id, family: row.session })
  const capped = (ms: number, end: Date | null) => new Date(Math.min(now.getTime() + ms, end?.getTime() ?? Infinity))
  const expires = capped(REFRESH_DAYS * 86_400_000, row.absolute_expires_at)
  await ctx.db
    .updateTable('refresh_tokens')
    .set({
      used_at: now,
      used_by: client,
      access_hash: row.access_hash,
      access_until: capped(OVERLAP_MS, row.access_expires),
    })
    .where('id', '=', row.id)
    .execute()
  await ctx.db
    .insertInto('refresh_tokens')
    .values({
      session: row.session,
      token_hash: hashSecret(next.refresh),
      parent_hash: hashSecret(token),
      created_at: now,
      expires_at: expires,
    })
    .execute()
  await ctx.db
    .updateTable('sessions')
    .set({
      access_hash: hashSecret(next.access),
      access_expires: capped(ACCESS_MINUTES * 60_000, row.absolute_expires_at),
      last_seen_at: now,
      expires_at: expires,
    })
    .where('id', '=', row.session)
    .execute()
  return next
}

const tokenRow = ({ db }: Ctx, token: string) =>
  db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', (join) => join.onRef('s.site_id', '=', 't.site_id').onRef('s.id', '=', 't.session'))
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 's.site_id').onRef('p.id', '=', 's.person'))
    .leftJoin('people as i', (join) => join.onRef('i.site_id', '=', 's.site_id').onRef('i.id', '=', 's.impersonator'))
    .leftJoin('sessions as o', (join) => join.onRef('o.site_id', '=', 's.site_id').onRef('o.id', '=', 's.parent'))
    .select([
      't.id',
      't.session',
      't.used_at',
      't.used_by',
      't.expires_at',
      's.revoked_at',
      's.absolute_expires_at',
      's.access_hash',
      's.access_expires',
      's.person',
      's.impersonator',
      'p.is_active',
      'p.role',
      'i.role as impersonator_role',
      'i.is_active as impersonator_active',
      'o.revoked_at as parent_revoked_at',
    ])
    .where('t.token_hash', '=', hashSecret(token))
    .forUpdate(['s', 't'])
    .executeTakeFirst()

type TokenRow = Awaited<ReturnType<typeof tokenRow>>

function findSessionLoss(row: TokenRow, now: Date): SessionLoss | null {
  if (!row) return 'token_invalid'
  if (row.revoked_at) return 'session_revoked'
  if (!row.is_active || row.role === 'new') return 'account_disabled'
  if (row.expires_at <= now || row.absolute_expires_at <= now) return 'token_expired'
  const adminIsValid = row.impersonator_role === 'admin' && row.impersonator_active && !row.parent_revoked_at
  if (row.impersonator !== null && (!adminIsValid || row.role === 'admin')) return 'session_revoked'
  return null
}

async function isUsed({ db }: Ctx, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  return row?.used_at !== null
}
