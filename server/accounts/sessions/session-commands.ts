import { type Kysely, sql } from 'kysely'
import type { Actor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { forbidden, notFound } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { hasOwnerSignedIn } from '../confirmed-address.ts'
import type { SessionRow } from '../contract.ts'
import { deviceName } from './device-name.ts'

const MAX_SESSIONS = 100

/**
 * Lists the live sessions of the acting person at this site, the latest used first; at most 100. Instants are ISO texts. An
 * admin who acts as the person sees only their own session: devices and addresses are the person's.
 */
export async function listSessions(ctx: Ctx): Promise<SessionRow[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .leftJoin('people as i', (join) => join.onRef('i.site_id', '=', 's.site_id').onRef('i.id', '=', 's.impersonator'))
    .select(['s.id', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent', 'i.name as impersonator'])
    .where('s.person', '=', requirePerson(ctx.actor))
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.absolute_expires_at', '>', now)
    .$if(isImpersonating(ctx.actor), (own) =>
      own.where('s.id', '=', ctx.actor.kind === 'person' ? ctx.actor.session : 0),
    )
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.map(({ user_agent, created_at, last_seen_at, ...row }) => ({
    ...row,
    device: deviceName(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    current: ctx.actor.kind === 'person' && ctx.actor.session === row.id,
  }))
}

/**
 * Ends one of the acting person's sessions.
 * @throws DomainError 'not_found' when it is somebody else's or has ended; 'forbidden' while acting as somebody else.
 */
export async function endSession(ctx: Ctx, id: number): Promise<void> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('person', '=', person)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound()
  await audit(ctx, { action: 'session.end', subject: 'people', subject_id: person, details: { session: id } })
}

/**
 * Ends the sessions of an account at every site, and with them every link, code and ticket handed out before
 * (docs/security.md). Signing out everywhere does this, and every change of a password, an email or a factor.
 * @param kept the session of the change, which continues.
 * @returns how many sessions ended.
 */
export async function endAccountSessions(
  db: Kysely<DB>,
  account: number,
  now: Date,
  kept?: { site: number; session: number },
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select identity.end_sessions(${account}, ${kept?.site ?? 0}, ${kept?.session ?? 0}, ${now}) as ended`.execute(db)
  return rows[0]?.ended ?? 0
}

/** The acting person's own session, for `endAccountSessions` to keep. */
export const currentSession = (ctx: Pick<Ctx, 'site' | 'actor'>) =>
  ctx.actor.kind === 'person' ? { site: ctx.site.id, session: ctx.actor.session } : undefined

/**
 * Signs the acting person out of every site and device, this one included. While acting as another person it does nothing.
 */
export async function signOutEverywhere(ctx: Ctx): Promise<number> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const account = ctx.actor.kind === 'person' ? ctx.actor.person.account_id : null
  // A person who signed in with the club's own provider has not proved to own the account that other clubs share.
  const owner = account !== null && ctx.actor.kind === 'person' && (await hasOwnerSignedIn(ctx.db, ctx.actor.session))
  const ended = owner ? await endAccountSessions(ctx.db, account, ctx.clock.now()) : await endSiteSessions(ctx, person)
  await audit(ctx, { action: 'session.end_all', subject: 'people', subject_id: person, details: { ended } })
  return ended
}

/** Ends every session of a person at this site, for an admin; other sites are not affected. */
export async function endPersonSessions(ctx: Ctx, person: number): Promise<number> {
  const target = await ctx.db.selectFrom('people').select(['id', 'role']).where('id', '=', person).executeTakeFirst()
  if (!target) throw notFound()
  if (ctx.actor.kind === 'key' && target.role === 'admin') throw forbidden('API keys cannot sign an admin out.')
  const ended = await endSiteSessions(ctx, person)
  await audit(ctx, { action: 'session.end_all', subject: 'people', subject_id: person, details: { ended } })
  return ended
}

/** Ends a person's sessions at this site. @returns how many. */
async function endSiteSessions({ db, clock }: Ctx, person: number): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: clock.now() })
    .where('person', '=', person)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

/** Whether an admin acts as the person. */
export const isImpersonating = (actor: Actor): boolean => actor.kind === 'person' && actor.impersonator !== null

/**
 * Refuses what nobody may do as another person: password, email, phone, factors, export, API keys and ending sessions.
 * @throws DomainError 'forbidden'.
 */
export function refuseWhileImpersonating(ctx: Pick<Ctx, 'actor'>): void {
  if (isImpersonating(ctx.actor)) throw forbidden('This is not possible while acting as somebody else.')
}

/**
 * Signs the acting person out here. An admin who acts as somebody else is signed out altogether: their own session ends too.
 */
export async function signOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'person') return
  const { session, person } = ctx.actor
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('revoked_at', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb.or([
        eb('id', '=', session),
        eb('id', '=', selectFrom('sessions as s').select('s.parent').where('s.id', '=', session)),
      ]),
    )
    .execute()
  await audit(ctx, { action: 'session.close', subject: 'people', subject_id: person.id })
}
