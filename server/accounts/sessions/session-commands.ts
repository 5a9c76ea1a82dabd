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

const operatorName = sql`core.acting_operator(s.operator_session) ->> 'name'`

/**
 * Lists the acting person's live sessions at this site, latest use first; at most 100. An impersonating admin sees only
 * their own session: devices and addresses are the person's. Instants are ISO texts.
 */
export async function listSessions(ctx: Ctx): Promise<SessionRow[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('sessions as s')
    .leftJoin('people as i', (join) => join.onRef('i.site_id', '=', 's.site_id').onRef('i.id', '=', 's.impersonator'))
    .select(['s.id', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent'])
    .select(
      sql<
        string | null
      >`case when s.operator_session is null then i.name else ${operatorName} || ' of the platform' end`.as(
        'impersonator',
      ),
    )
    .where(sql<boolean>`(s.operator_session is null or s.cookie_hash is not null and ${operatorName} is not null)`)
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

/** @throws DomainError 'not_found' for someone else's or an ended session; 'forbidden' while impersonating. */
export async function endSession(ctx: Ctx, id: number): Promise<void> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const line = { action: 'session.end', subject: 'people', subject_id: person, details: { session: id } }
  const { rows: entries } = await sql`
    select core.end_entries(s.operator_session, ${ctx.site.id}, ${ctx.clock.now()}) from sessions s
    where s.id = ${id} and s.person = ${person} and s.operator_session is not null and s.revoked_at is null`.execute(
    ctx.db,
  )
  if (entries.length) return audit(ctx, line)
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('person', '=', person)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw notFound()
  await audit(ctx, line)
}

/**
 * Ends an account's sessions at every site, with every link, code and ticket issued before (docs/security.md). Follows
 * "sign out everywhere" and every change of password, email or factor.
 * @param kept the session that continues.
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

export const currentSession = (ctx: Pick<Ctx, 'site' | 'actor'>) =>
  ctx.actor.kind === 'person' ? { site: ctx.site.id, session: ctx.actor.session } : undefined

export async function signOutEverywhere(ctx: Ctx): Promise<number> {
  const person = requirePerson(ctx.actor)
  refuseWhileImpersonating(ctx)
  const account = ctx.actor.kind === 'person' ? ctx.actor.person.account_id : null
  // Sign-in with a club's provider does not prove ownership of the account that other clubs share.
  const owner = account !== null && ctx.actor.kind === 'person' && (await hasOwnerSignedIn(ctx.db, ctx.actor.session))
  const ended = owner ? await endAccountSessions(ctx.db, account, ctx.clock.now()) : await endSiteSessions(ctx, person)
  await audit(ctx, { action: 'session.end_all', subject: 'people', subject_id: person, details: { ended } })
  return ended
}

/** For admins; other sites are not affected. */
export async function endPersonSessions(ctx: Ctx, person: number): Promise<number> {
  const target = await ctx.db.selectFrom('people').select(['id', 'role']).where('id', '=', person).executeTakeFirst()
  if (!target) throw notFound()
  if (ctx.actor.kind === 'key' && target.role === 'admin') throw forbidden('API keys cannot sign an admin out.')
  if (target.role === 'admin') refuseWhileImpersonating(ctx)
  const ended = await endSiteSessions(ctx, person)
  await audit(ctx, { action: 'session.end_all', subject: 'people', subject_id: person, details: { ended } })
  return ended
}

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

export const isImpersonating = (actor: Actor): boolean => actor.kind === 'person' && actor.impersonator !== null

/**
 * Refuses while impersonating: password, email, phone, factors, export, API keys, ending sessions. @throws DomainError
 * 'forbidden'.
 */
export function refuseWhileImpersonating(ctx: Pick<Ctx, 'actor'>): void {
  if (isImpersonating(ctx.actor)) throw forbidden('This is not possible while acting as someone else.')
}

/**
 * Ends the session in which an operator acts as an admin, in both logs.
 * @returns false for any other actor.
 */
export async function endEntry({ db, site, actor, clock }: Ctx): Promise<boolean> {
  if (actor.kind !== 'person' || !actor.impersonator?.operator) return false
  await sql`select core.end_entries(s.operator_session, ${site.id}, ${clock.now()}) from sessions s where s.id = ${actor.session}`.execute(
    db,
  )
  return true
}

/** Signs the acting person out here. An impersonating admin's own session ends, too; an operator's at the console not. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'person' || (await endEntry(ctx))) return
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
