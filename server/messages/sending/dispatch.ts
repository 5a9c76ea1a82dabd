import { sql } from 'kysely'
import { findActorById } from '#server/apikeys/queries.ts'
import { type Actor, DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import { scopesOfCall } from '#server/engine/access/areas.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { holdsScope } from '#server/engine/access/scopes.pure.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { pauseMs } from '#server/engine/kernel/failures.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'
import { unknownReferences } from '#server/messages/audience/references.ts'
import { referencesTo } from '#server/messages/audience/rule.ts'
import { isReady, start } from './commands.ts'
import { passTurnsOn } from './pass-on.ts'
import { stillSo } from './still-so.ts'
import { lockMessage, NOT_PAUSED, OPEN_STATES, ofMessage, type StoredMessage } from './store.ts'

export type DispatchDeps = SweepDeps & { collections: Pick<CollectionsEngine, 'matchingIds' | 'readOne'> }

const BATCH = 50
/** Failures, over about 17 minutes, after which a message returns to the drafts. */
const MAX_FAILURES = 10
const MAX_PROBLEM = 500

const NO_RIGHT = 'It wasn’t sent, because the person or program that scheduled it is no longer allowed to send it.'
const FAILED = `It was not sent: something went wrong here ${MAX_FAILURES} times. Try again, and tell us if it keeps happening.`

/**
 * Starts due scheduled messages that are still valid, and completes those without open deliveries after passing on
 * their turns. A domain error returns the message to the drafts as its problem; other failures are retried with
 * increasing delays.
 * @returns whether deliveries were stored.
 */
export async function advanceMessages({ collections, ...deps }: DispatchDeps): Promise<boolean> {
  const { clock } = deps
  const withSite = createWithSite(deps.pool, clock)
  let started = false
  await sweep<{ site: number; message: number }>(deps, {
    name: 'messages',
    find: 'messages_to_advance',
    most: BATCH,
    work: async (ctx, { message }) => {
      if (await advance(ctx, collections, message)) started = true
    },
    settle: ({ site, message }, error) =>
      withSite(mintSiteId(site), (db) => setBack({ db, clock }, message, error), { access: 'write' }),
  })
  return started
}

/** @returns whether it started. */
async function advance(ctx: Ctx, collections: DispatchDeps['collections'], id: number): Promise<boolean> {
  const { db, clock } = ctx
  const stored = await lockMessage(db, id)
  if (stored.status === 'sending') {
    if (await passTurnsOn(db, id, stored.kind, clock.now())) return true
    await finish(db, id, clock.now())
  }
  if (stored.status !== 'scheduled' || !stored.scheduled_for || stored.scheduled_for > clock.now()) return false
  const author = await readAuthor(db, stored)
  const by: Ctx | null = author && { ...ctx, actor: author }
  const still = by ? await stillSo(by, stored) : { kind: 'no' as const, problem: NO_RIGHT }
  if (still.kind === 'no') await hold(ctx, id, still.problem)
  if (!by || still.kind !== 'yes') return false
  if (!(await isReady(by, stored))) return false
  await start(by, collections, await withoutGonePeople(db, stored))
  return true
}

/** @returns whether the error concerns the message, which then returns to the drafts. */
async function setBack(ctx: Pick<Ctx, 'db' | 'clock'>, id: number, error: unknown): Promise<boolean> {
  if (isTransient(error)) return false
  if (error instanceof DomainError && !error.cause) {
    await hold(ctx, id, error.message)
    return true
  }
  const { rows } = await sql<{ failures: number }>`
    update messages set failures = failures + 1 where id = ${id} and status = 'scheduled' returning failures`.execute(
    ctx.db,
  )
  const failures = rows[0]?.failures ?? 0
  if (failures >= MAX_FAILURES) await hold(ctx, id, FAILED)
  else {
    const retryAt = new Date(ctx.clock.epochMs() + pauseMs(failures))
    await sql`update messages set retry_at = ${retryAt} where id = ${id} and status = 'scheduled'`.execute(ctx.db)
  }
  return false
}

/** Returns an invalid message to the drafts, with the reason. */
async function hold({ db, clock }: Pick<Ctx, 'db' | 'clock'>, id: number, reason: string): Promise<void> {
  const problem = cutText(reason, MAX_PROBLEM)
  const { numAffectedRows } = await sql`
    update messages set status = 'draft', problem = ${problem}, failures = 0, retry_at = null, updated_at = clock_timestamp()
    where id = ${id} and status = 'scheduled'`.execute(db)
  if (!numAffectedRows) return
  const actor: Actor = { kind: 'system', name: 'messages' }
  await audit(
    { db, clock, actor },
    { action: 'messages.held', subject: 'messages', subject_id: id, details: { problem } },
  )
}

async function finish(db: SiteDb, id: number, now: Date): Promise<void> {
  await sql`update messages m set status = 'sent', sent_at = ${now}, ${NOT_PAUSED}, updated_at = clock_timestamp()
    where m.id = ${id} and m.status = 'sending' and not exists (
      select from deliveries d where ${ofMessage(id)} and d.state in ${OPEN_STATES})`.execute(db)
}

/** Returns a message without removed people in its audience. */
async function withoutGonePeople(db: SiteDb, message: StoredMessage): Promise<StoredMessage> {
  const { people = [], except = [], ...rules } = message.audience
  const gone = await unknownReferences(db, referencesTo('people', [...people, ...except]))
  if (!gone.length) return message
  const ids = new Set(gone.map((one) => one.id))
  const [named, left] = [people, except].map((list) => list.filter((id) => !ids.has(id)))
  return { ...message, audience: { ...rules, people: named, except: left } }
}

/** Reads the scheduling admin or API key as an actor; null if they may no longer send. */
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
