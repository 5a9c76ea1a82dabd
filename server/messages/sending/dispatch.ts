import { type Kysely, sql } from 'kysely'
import { findActorById } from '#server/apikeys/queries.ts'
import { readSite } from '#server/deliveries/recheck.ts'
import { type Actor, DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import { scopesOfCall } from '#server/engine/access/areas.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { holdsScope } from '#server/engine/access/scopes/rules.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'
import { unknownReferences } from '#server/messages/audience/references.ts'
import { referencesTo } from '#server/messages/audience/rule.ts'
import { start } from './commands.ts'
import { passTurnsOn } from './pass-on.ts'
import { stillSo } from './still-so.ts'
import { lockMessage, NOT_PAUSED, OPEN_STATES, ofMessage, type StoredMessage } from './store.ts'

export type DispatchDeps = {
  /** The pool of the worker role. */
  pool: Pool
  clock: Clock
  log: Log
  collections: Pick<CollectionsEngine, 'matchingIds' | 'readOne'>
}

/** How many messages one pass advances; the next pass goes on. */
const BATCH = 50

/**
 * Starts scheduled messages that are due and still stand, and ends those whose last delivery has left and whose turns have passed on. May run in
 * several workers concurrently: each message is locked while it advances.
 * @returns whether deliveries were stored, so that they can be sent.
 */
export async function advanceMessages({ pool, clock, log, collections }: DispatchDeps): Promise<boolean> {
  const due = await inTransaction(pool, 'read', {}, async (db: Kysely<DB>) => {
    const { rows } = await sql<{ due: { site: number; message: number }[] }>`
      select core.messages_to_advance(${clock.now()}, ${BATCH}::integer) as due`.execute(db)
    return rows[0]?.due ?? []
  })
  const withSite = createWithSite(pool)
  let started = false
  for (const { site, message } of due) {
    const siteId = mintSiteId(site)
    await withSite(siteId, (db) => advance(db, message), { access: 'write' }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return withSite(siteId, (db) => hold(db, message, error.message), { access: 'write' })
    })
  }
  return started

  async function advance(db: SiteDb, id: number): Promise<void> {
    const stored = await lockMessage(db, id)
    if (stored.status === 'sending') {
      if (await passTurnsOn(db, id, stored.kind, clock.now())) started = true
      else await finish(db, id, clock.now())
      return
    }
    if (stored.status !== 'scheduled' || !stored.scheduled_for || stored.scheduled_for > clock.now()) return
    const author = await readAuthor(db, stored)
    if (!author)
      return hold(
        db,
        id,
        'It was not sent: the person or program that scheduled it no longer has the right to send it.',
      )
    const ctx: Ctx = { db, site: await readSite(db), actor: author, clock, log, wake: () => {} }
    const still = await stillSo(ctx, stored)
    if (still.kind === 'wait') return
    if (still.kind === 'no') return hold(db, id, still.problem)
    await start(ctx, collections, await withoutGonePeople(db, stored))
    started = true
  }

  /** Puts a message that cannot leave back to the drafts, with the reason. */
  async function hold(db: SiteDb, id: number, problem: string): Promise<void> {
    const { numAffectedRows } =
      await sql`update messages set status = 'draft', problem = ${problem.slice(0, 500)}, updated_at = clock_timestamp()
      where id = ${id} and status = 'scheduled'`.execute(db)
    if (!numAffectedRows) return
    const actor: Actor = { kind: 'system', name: 'messages' }
    await audit(
      { db, clock, actor },
      { action: 'messages.held', subject: 'messages', subject_id: id, details: { problem } },
    )
  }
}

/** Ends a message none of whose deliveries is open any more. */
async function finish(db: SiteDb, id: number, now: Date): Promise<void> {
  await sql`update messages m set status = 'sent', sent_at = ${now}, ${NOT_PAUSED}, updated_at = clock_timestamp()
    where m.id = ${id} and m.status = 'sending' and not exists (
      select from deliveries d where ${ofMessage(id)} and d.state in ${OPEN_STATES})`.execute(db)
}

/** A message as it goes to those of its named people who are still there. */
async function withoutGonePeople(db: SiteDb, message: StoredMessage): Promise<StoredMessage> {
  const { people = [], except = [], ...rules } = message.audience
  const gone = await unknownReferences(db, referencesTo('people', [...people, ...except]))
  if (!gone.length) return message
  const ids = new Set(gone.map((one) => one.id))
  const [named, left] = [people, except].map((list) => list.filter((id) => !ids.has(id)))
  return { ...message, audience: { ...rules, people: named, except: left } }
}

/** Reads who scheduled a message, as an actor: an admin, or the API key of a program. Null when they may no longer send it. */
async function readAuthor(db: SiteDb, { sent_by, sent_key }: StoredMessage): Promise<Actor | null> {
  if (sent_key !== null) {
    const key = await findActorById(db, sent_key)
    return key && scopesOfCall('PUT', '/messages/{id}/send')?.every((scope) => holdsScope(key, scope)) ? key : null
  }
  const { rows } = await sql<{ id: number; name: string; email: string; account_id: number | null }>`
    select id, name, email, account_id from people
    where id = ${sent_by} and role = 'admin' and is_active and erased_at is null`.execute(db)
  const [person] = rows
  if (!person) return null
  return {
    kind: 'person',
    person: { ...person, avatar: null, access_role: 'admin', settings: DEFAULT_SETTINGS },
    session: 0,
    viewAsUser: false,
    impersonator: null,
  }
}
