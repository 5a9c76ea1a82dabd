import { sql } from 'kysely'
import { type Actor, DEFAULT_SETTINGS, type Impersonator, type PersonSettings } from '#server/engine/access/actor.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, type SessionLoss } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { ABSOLUTE_DAYS, ACCESS_MINUTES, REFRESH_DAYS } from '../contract.ts'
import { type SessionRow, sessionByAccess, sessionByCookie } from './session-row.ts'
import { checkTokenFormat, deriveSuccessorCookie, mintToken } from './tokens.ts'

const minutes = (n: number) => n * 60_000
const days = (n: number) => minutes(n * 1440)

/** `known`: the device's mark of earlier sign-ins (`known-device.ts`). */
export type Device = { ip: string | null; user_agent: string | null; known?: string | null }

export type OpenedSession = { id: number; cookie: string; access: string; refresh: string }

/** The admin and the session that they started from. Expires after an hour, whatever its use. */
type Acting = { impersonator: number; parent: number }

const IMPERSONATION_MINUTES = 60

const mintTokens = (site: Site) => ({
  cookie: mintToken('cookie', site.id),
  access: mintToken('access', site.id),
  refresh: mintToken('refresh', site.id),
})

/** Creates every token; reuses nothing from the client. */
export async function openSession(
  db: SiteDb,
  site: Site,
  person: { id: number; account_id: number | null },
  device: Device,
  now: Date,
  acting?: Acting,
): Promise<OpenedSession> {
  const tokens = mintTokens(site)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const idle = after(acting ? minutes(IMPERSONATION_MINUTES) : days(REFRESH_DAYS))
  const { id } = await db
    .insertInto('sessions')
    .values({
      person: person.id,
      account_id: person.account_id,
      cookie_hash: hashSecret(tokens.cookie),
      access_hash: hashSecret(tokens.access),
      access_expires: after(minutes(ACCESS_MINUTES)),
      created_at: now,
      last_seen_at: now,
      rotated_at: now,
      expires_at: idle,
      absolute_expires_at: acting ? idle : after(days(ABSOLUTE_DAYS)),
      signed_in_at: acting ? null : now,
      ...acting,
      ip: device.ip,
      user_agent: device.user_agent === null ? null : cutText(device.user_agent, 300),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refresh_tokens')
    .values({ session: id, token_hash: hashSecret(tokens.refresh), created_at: now, expires_at: idle })
    .execute()
  return { id, ...tokens }
}

/** Replaces all tokens of a session, for instance when its holder's rights change. The old ones stop working. */
export async function renewSession(db: SiteDb, site: Site, session: number, now: Date): Promise<OpenedSession> {
  const tokens = mintTokens(site)
  const expires = new Date(now.getTime() + days(REFRESH_DAYS))
  await db
    .updateTable('sessions')
    .set({
      cookie_hash: hashSecret(tokens.cookie),
      earlier_cookie_hash: null,
      cookie_shown_at: null,
      access_hash: hashSecret(tokens.access),
      access_expires: new Date(now.getTime() + minutes(ACCESS_MINUTES)),
      last_seen_at: now,
      rotated_at: now,
    })
    .where('id', '=', session)
    .execute()
  await db.deleteFrom('refresh_tokens').where('session', '=', session).execute()
  await db
    .insertInto('refresh_tokens')
    .values({ session, token_hash: hashSecret(tokens.refresh), created_at: now, expires_at: expires })
    .execute()
  return { id: session, ...tokens }
}

export const revokeSession = (db: SiteDb, session: number, now: Date) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session)
    .where('revoked_at', 'is', null)
    .execute()

/** How long a cookie counts after its successor was first sent, for requests in flight. */
export const EARLIER_COOKIE_MS = minutes(2)

/** How often a browser's session records its use, and the maximum age of its cookie. */
const TOUCH_MS = minutes(5)
const COOKIE_MS = minutes(30)

const sessionLost = (reason: SessionLoss, message = 'Your session has ended. Please sign in again.') =>
  new DomainError('unauthenticated', message, { reason })

/**
 * Finds the person by cookie or access token. One indexed query joins session and person, so that signing out,
 * disabling and a changed access role take effect on this request.
 * @throws DomainError 'unauthenticated' with the reason as code.
 */
export async function findActorByToken(
  db: SiteDb,
  site: Site,
  kind: 'access' | 'cookie',
  token: string,
  now: Date,
): Promise<Extract<Actor, { kind: 'person' }>> {
  // A process of a version without operators' entries takes their cookie for no session, and not for the admin's own.
  const byOperator = kind === 'cookie' && token.startsWith('wo_')
  const reading = checkTokenFormat(token, byOperator ? 'operator' : kind, site.id)
  if (!reading.ok) throw sessionLost(reading.reason)
  const hash = hashSecret(token)
  const row = await (kind === 'access' ? sessionByAccess(db, hash) : sessionByCookie(db, hash))
  if (!row) throw sessionLost('token_invalid')
  if (row.revoked_at) throw sessionLost('session_revoked')
  if (row.earlier && row.cookie_shown_at && now.getTime() - row.cookie_shown_at.getTime() >= EARLIER_COOKIE_MS)
    throw sessionLost('token_reused')
  const ends = [
    row.expires_at,
    row.absolute_expires_at,
    ...(kind === 'access' && row.access_expires ? [row.access_expires] : []),
  ]
  if (ends.some((end) => end <= now)) throw sessionLost('token_expired')
  if (!row.is_active || row.role === 'new') throw sessionLost('account_disabled', 'Your account is not active.')
  if (row.impersonator !== null && (!row.may_act || row.role === 'admin')) throw sessionLost('session_revoked')
  if ((row.operator_session !== null) !== byOperator) throw sessionLost('token_invalid')
  if (byOperator && (!row.operator || row.role !== 'admin')) throw sessionLost('session_revoked')
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
      consent_version: row.consent_version,
    },
    session: row.session,
    viewAsUser: row.view_as_user,
    ...(row.closing && { closing: row.closing.toISOString() }),
    ...(kind === 'cookie' && (row.pending || now.getTime() - row.last_seen_at.getTime() > TOUCH_MS)
      ? { unseen: true }
      : {}),
    impersonator: impersonatorIn(row),
  }
}

function impersonatorIn(row: SessionRow): Impersonator | null {
  const { impersonator, operator } = row
  if (operator) return { id: null, name: `${operator.name} of the platform`, operator: operator.account }
  if (impersonator === null) return null
  return { id: impersonator, name: row.impersonator_name || row.impersonator_email || '' }
}

/**
 * Records the use of a browser's session, which extends it by a fortnight (never beyond its end), and rotates its
 * cookie every half hour. The next cookie is derived from the previous one, so that concurrent requests agree; the
 * previous one counts until the next was sent, so that a lost response ends no session.
 * @returns the cookie to set; null when the present one stays.
 */
export async function touchSession(
  db: SiteDb,
  site: Site,
  secret: string,
  cookie: string,
  now: Date,
): Promise<string | null> {
  const [hash, next] = [hashSecret(cookie), deriveSuccessorCookie(secret, cookie, site.id)]
  const isCurrent = sql<boolean>`cookie_hash = ${hash}`
  const awaitsFirstUse = sql<boolean>`(earlier_cookie_hash is not null and cookie_shown_at is null)`
  const due = sql<boolean>`(${isCurrent} and not ${awaitsFirstUse} and impersonator is null and operator_session is null
    and rotated_at < ${new Date(now.getTime() - COOKIE_MS)}::timestamptz)`
  const touched = await db
    .updateTable('sessions')
    .set((eb) => ({
      last_seen_at: now,
      expires_at: eb.fn<Date>('least', [eb.val(new Date(now.getTime() + days(REFRESH_DAYS))), 'absolute_expires_at']),
      rotated_at: sql<Date>`case when ${due} then ${now} else rotated_at end`,
      earlier_cookie_hash: sql<Buffer>`case when ${due} then cookie_hash else earlier_cookie_hash end`,
      cookie_hash: sql<Buffer>`case when ${due} then ${hashSecret(next)} else cookie_hash end`,
      cookie_shown_at: sql<Date | null>`case when ${due} then null when ${isCurrent} and ${awaitsFirstUse} then ${now} else cookie_shown_at end`,
    }))
    .where(({ eb, or, and }) =>
      or([
        eb('cookie_hash', '=', hash),
        and([eb('earlier_cookie_hash', '=', hash), eb('cookie_shown_at', 'is', null)]),
      ]),
    )
    .where('revoked_at', 'is', null)
    .returning('cookie_hash')
    .executeTakeFirst()
  return !touched ? null : touched.cookie_hash?.equals(hash) ? cookie : next
}
