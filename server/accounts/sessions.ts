import { sql } from 'kysely'
import { type Actor, DEFAULT_SETTINGS, type PersonSettings } from '#server/access/actor.ts'
import { DomainError, type SessionLoss } from '#server/kernel/errors.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { SiteDb } from '#server/tenancy/with-site.ts'
import { ABSOLUTE_DAYS, ACCESS_MINUTES, REFRESH_DAYS } from './contract.ts'
import { hashToken, mintToken, readToken, type TokenKind } from './tokens.ts'

const minutes = (n: number) => n * 60_000
const days = (n: number) => minutes(n * 1440)

/** `known` is what the device kept of earlier sign-ins (see `known-device.ts`). */
export type Device = { ip: string | null; user_agent: string | null; known?: string | null }

export type OpenedSession = { id: number; cookie: string; access: string; refresh: string }

/** Opens a session of `person` with fresh tokens of every kind; nothing that the client held before is reused. */
export async function openSession(
  db: SiteDb,
  site: Site,
  person: { id: number; account_id: number | null },
  device: Device,
  now: Date,
): Promise<OpenedSession> {
  const tokens = {
    cookie: mintToken('cookie', site.id),
    access: mintToken('access', site.id),
    refresh: mintToken('refresh', site.id),
  }
  const at = (ms: number) => new Date(now.getTime() + ms)
  const { id } = await db
    .insertInto('sessions')
    .values({
      person: person.id,
      account_id: person.account_id,
      cookie_hash: hashToken(tokens.cookie),
      access_hash: hashToken(tokens.access),
      access_expires: at(minutes(ACCESS_MINUTES)),
      created_at: now,
      last_seen_at: now,
      rotated_at: now,
      expires_at: at(days(REFRESH_DAYS)),
      absolute_expires_at: at(days(ABSOLUTE_DAYS)),
      ip: device.ip,
      user_agent: device.user_agent?.slice(0, 300) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refresh_tokens')
    .values({ session: id, token_hash: hashToken(tokens.refresh), created_at: now, expires_at: at(days(REFRESH_DAYS)) })
    .execute()
  return { id, ...tokens }
}

/** Ends a session: its cookie and tokens are refused from the next request on. */
export const revokeSession = (db: SiteDb, session: number, now: Date) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session)
    .where('revoked_at', 'is', null)
    .execute()

const lost = (reason: SessionLoss, message = 'Your session has ended. Please sign in again.') =>
  new DomainError('unauthenticated', message, { reason })

/**
 * The person behind a cookie or an access token: one indexed query that joins session and person, so that signing out,
 * disabling and a changed access role act on this very request (security.md §1).
 * @throws DomainError 'unauthenticated' with the reason as code.
 */
export async function actorByToken(
  db: SiteDb,
  site: Site,
  kind: Exclude<TokenKind, 'refresh'>,
  token: string,
  now: Date,
): Promise<Extract<Actor, { kind: 'person' }>> {
  const reading = readToken(token, kind, site.id)
  if (!reading.ok) throw lost(reading.reason)
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 's.site_id').onRef('p.id', '=', 's.person'))
    .leftJoin('people as i', (join) => join.onRef('i.site_id', '=', 's.site_id').onRef('i.id', '=', 's.impersonator'))
    .select([
      's.id as session',
      's.view_as_user',
      's.revoked_at',
      's.expires_at',
      's.absolute_expires_at',
      's.access_expires',
    ])
    .select(['p.id', 'p.account_id', 'p.name', 'p.email', 'p.avatar', 'p.role', 'p.is_active', 'p.settings'])
    .select(['i.id as impersonator', 'i.name as impersonator_name'])
    .where('s.site_id', '=', sql<number>`current_setting('app.site_id')::bigint`)
    .where(kind === 'cookie' ? 's.cookie_hash' : 's.access_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) throw lost('token_invalid')
  if (row.revoked_at) throw lost('session_revoked')
  const ends = [
    row.expires_at,
    row.absolute_expires_at,
    ...(kind === 'access' && row.access_expires ? [row.access_expires] : []),
  ]
  if (ends.some((end) => end <= now)) throw lost('token_expired')
  if (!row.is_active || row.role === 'new') throw lost('account_disabled', 'Your account is not active.')
  return {
    kind: 'person',
    person: {
      id: row.id,
      account_id: row.account_id,
      name: row.name,
      email: row.email,
      avatar: row.avatar,
      access_role: row.role === 'admin' ? 'admin' : 'user',
      settings: { ...DEFAULT_SETTINGS, ...(row.settings as Partial<PersonSettings>) },
    },
    session: row.session,
    viewAsUser: row.view_as_user,
    impersonator: row.impersonator === null ? null : { id: row.impersonator, name: row.impersonator_name ?? '' },
  }
}
