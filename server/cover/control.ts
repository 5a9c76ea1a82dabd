import { sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import { callersClock, shortTime } from '#server/deliveries/texts/shift/wall-clock.ts'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { refuseOperator, requireOwnAct, requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'
import { judgeFor } from './candidates.ts'
import { askNextGroup, askPeople } from './climb.ts'
import { startCover } from './commands.ts'
import { readCoverable } from './coverable.ts'
import { noteEnded } from './notices.ts'
import { endingOf, nextRungAt } from './rules.ts'
import { endSearch, isOpen, type LockedSearch, ladderOf, lockSearch, promiseOf, seekCover } from './store.ts'

/**
 * Starts the search for a shift: any published one for an admin; their own for a member, who then seeks cover.
 * @throws DomainError 'invalid' at `shift`.
 */
export async function startSearch(ctx: Ctx, shift: number): Promise<{ id: number }> {
  const found = (await readCoverable(ctx, [shift])).get(shift)
  if (!found) throw invalid({ shift: ['Not found.'] })
  if (found.person !== null) refuseOperator(ctx.actor)
  if (found.problem) throw invalid({ shift: [found.problem] })
  const started = await startCover(ctx, found, { endsPause: standingOf(ctx.actor) !== 'user' })
  await seekCover(ctx, started.id)
  return started
}

/** Obstacles that a coordinator cannot override. */
const NEVER_ASKED = new Set<ObstacleCode>(['past', 'unpublished', 'inactive', 'on_it', 'clash'])

/**
 * Starts searches for the open ones of these shifts; skips others.
 * @returns how many are new.
 */
export async function startSearches(ctx: Ctx, shifts: readonly number[]): Promise<{ started: number }> {
  requireStanding(ctx.actor, 'admin')
  let started = 0
  for (const shift of (await readCoverable(ctx, shifts)).values()) {
    if (shift.problem || shift.person !== null) continue
    await startCover(ctx, shift, { endsPause: true })
    started += 1
  }
  return { started }
}

/**
 * Pauses a search; invitees may still say yes. Idempotent.
 * @throws DomainError 'conflict' when it has ended.
 */
export async function pauseSearch(ctx: Ctx, id: number): Promise<void> {
  const search = await lockOpen(ctx, id)
  if (search.state === 'paused') return
  await sql`update covers set state = 'paused', next_rung_at = null, paused_by = ${personOf(ctx.actor)}::bigint, ended = null, ended_at = null,
    moved_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  await auditMove(ctx, search, 'cover.pause')
}

/** Resumes a paused or exhausted search: asks the next group outside quiet hours and after any exclusive offer. */
export async function resumeSearch(ctx: Ctx, id: number): Promise<void> {
  const search = await lockOpen(ctx, id)
  if (search.state === 'searching') return
  const now = ctx.clock.now()
  const promised = await promiseOf(ctx.db, id, now)
  const next = wakingTime(now, ladderOf(ctx, search.stands.start))
  await sql`update covers set state = 'searching', paused_by = null, ended = null, ended_at = null, moved_at = ${now},
    next_rung_at = ${promised && promised.until > next ? promised.until : next}, updated_at = clock_timestamp() where id = ${id}`.execute(
    ctx.db,
  )
  await auditMove(ctx, search, 'cover.resume')
  ctx.wake('reminders.plan')
}

/**
 * Sends requests to the next group now.
 * @throws DomainError 'conflict' as `refuseWhilePromised`, and for a search that has ended.
 */
export async function advanceSearch(ctx: Ctx, id: number): Promise<void> {
  const search = await lockOpen(ctx, id)
  await refuseWhilePromised(ctx, id)
  await askNextGroup(ctx, search)
  await auditMove(ctx, search, 'cover.advance')
}

export async function stopSearch(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const search = await lockSearch(ctx, id)
  if (!isOpen(search)) return
  await endSearch(ctx, id, 'stopped')
  await noteEnded(ctx, search)
  await auditMove(ctx, search, 'cover.stop')
}

/**
 * Sends requests out of turn, all or none. The coordinator may override missing competencies and preferences.
 * @throws DomainError 'conflict' when the search has ended or one of them cannot be on the shift; 'not_found';
 * 'invalid' at `person`.
 */
export async function askPeopleNow(ctx: Ctx, id: number, people: readonly number[]): Promise<void> {
  const search = await lockOpen(ctx, id)
  await refuseWhilePromised(ctx, id)
  const judged = await judgeFor(ctx, search.shift, people)
  if (judged.length < people.length) throw invalid({ person: ['Not found.'] })
  for (const { name, obstacles } of judged) {
    const problem = obstacles.find(({ code }) => NEVER_ASKED.has(code))
    if (problem) throw new DomainError('conflict', people.length > 1 ? `${name}: ${problem.words}` : problem.words)
  }
  const rung = Math.max(1, search.rung)
  await askPeople(
    ctx,
    search,
    judged.map(({ person, obstacles }) => ({ person, rung, despite: obstacles.length > 0 })),
  )
  if (search.state === 'exhausted') {
    const now = ctx.clock.now()
    await sql`update covers set state = 'searching', ended = null, ended_at = null, moved_at = ${now},
      next_rung_at = ${nextRungAt(now, ladderOf(ctx, search.stands.start))}, updated_at = clock_timestamp() where id = ${id}`.execute(
      ctx.db,
    )
  }
  await auditMove(ctx, search, 'cover.ask')
}

async function refuseWhilePromised(ctx: Ctx, id: number): Promise<void> {
  const promised = await promiseOf(ctx.db, id, ctx.clock.now())
  if (!promised) return
  const until = shortTime(promised.until.toISOString(), callersClock(ctx))
  throw new DomainError(
    'conflict',
    `${promised.name} is first on the waiting list. No one else is asked before ${until}.`,
  )
}

async function lockOpen(ctx: Ctx, id: number): Promise<LockedSearch> {
  requireStanding(ctx.actor, 'admin')
  const search = await lockSearch(ctx, id)
  if (!isOpen(search)) throw new DomainError('conflict', 'This search has ended.')
  if (endingOf(search.stands, search.wanted, ctx.clock.now()))
    throw new DomainError('conflict', 'This shift no longer needs anyone.')
  return search
}

const auditMove = (ctx: Ctx, { shift }: LockedSearch, action: string) =>
  audit(ctx, { action, subject: 'shifts', subject_id: shift })

/**
 * Requires that the request is the acting person's.
 * @throws DomainError 'not_found', 'forbidden' for an operator who acts as them.
 */
export async function requireOwnAsk(ctx: Ctx, id: number): Promise<void> {
  const me = personOf(ctx.actor)
  const own = await ctx.db
    .selectFrom('coverasks')
    .select('id')
    .where('id', '=', id)
    .where('person', '=', me)
    .executeTakeFirst()
  if (me === null || !own) throw notFound('This request does not exist.')
  requireOwnAct(ctx.actor)
}
