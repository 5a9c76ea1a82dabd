import { sql } from 'kysely'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { ObstacleCode } from '#server/suitability/contract.ts'
import { heldUntilText } from '#server/suitability/words.ts'
import { judgeFor } from './candidates.ts'
import { askNextGroup, askPeople } from './climb.ts'
import { startCover } from './commands.ts'
import { readCoverable } from './coverable.ts'
import { noteEnded } from './notices.ts'
import { endingOf, nextRungAt, wakingTime } from './rules.ts'
import { endSearch, isOpen, type LockedSearch, ladderOf, lockSearch, promiseOf, seekCover } from './store.ts'

/**
 * Starts the search for a shift: an admin's for any published one, a member's for their own, who then seeks cover.
 * @throws DomainError 'invalid' at `shift`.
 */
export async function startSearch(ctx: Ctx, shift: number): Promise<{ id: number }> {
  const found = (await readCoverable(ctx, [shift])).get(shift)
  if (!found) throw invalid({ shift: ['Not found.'] })
  if (found.problem) throw invalid({ shift: [found.problem] })
  const started = await startCover(ctx, found, { endsPause: standingOf(ctx.actor) !== 'user' })
  await seekCover(ctx, [started.id])
  return started
}

/** What not even a coordinator can decide. */
const NEVER_ASKED = new Set<ObstacleCode>(['past', 'unpublished', 'inactive', 'on_it', 'clash'])

/** Starts searches for the open ones of these shifts; others are skipped. @returns how many are new. */
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

/** Pauses a search: who was asked may still say yes. Repeating it changes nothing. @throws DomainError 'conflict' when it has ended. */
export async function pauseSearch(ctx: Ctx, id: number): Promise<void> {
  const search = await lockOpen(ctx, id)
  if (search.state === 'paused') return
  await sql`update covers set state = 'paused', next_rung_at = null, paused_by = ${personOf(ctx.actor)}::bigint, ended = null, ended_at = null,
    moved_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  await auditMove(ctx, search, 'cover.pause')
}

/** Goes on with a paused or exhausted search: the next people are asked as soon as it is not night, and nobody was promised otherwise. */
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

/** Asks the next group now. @throws DomainError 'conflict' as `refuseWhilePromised`, and for a search that has ended. */
export async function advanceSearch(ctx: Ctx, id: number): Promise<void> {
  const search = await lockOpen(ctx, id)
  await refuseWhilePromised(ctx, id)
  await askNextGroup(ctx, search)
  await auditMove(ctx, search, 'cover.advance')
}

/** Stops a search and leaves the shift as it is. Repeating it changes nothing. */
export async function stopSearch(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const search = await lockSearch(ctx, id)
  if (!isOpen(search)) return
  await endSearch(ctx, id, 'stopped')
  await noteEnded(ctx, search)
  await auditMove(ctx, search, 'cover.stop')
}

/**
 * Asks people now, out of turn, all or none. They may lack what the shift needs or not want to be asked by turns: the coordinator answers for that.
 * @throws DomainError 'conflict' when the search has ended or one of them cannot be on the shift; 'not_found'; 'invalid' at `person`.
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

/** Refuses to ask anybody while somebody on the waiting list was told that nobody else is asked. */
async function refuseWhilePromised(ctx: Ctx, id: number): Promise<void> {
  const promised = await promiseOf(ctx.db, id, ctx.clock.now())
  if (!promised) return
  const until = heldUntilText(promised.until.toISOString(), ctx.site.timezone)
  throw new DomainError(
    'conflict',
    `${promised.name} is first on the waiting list, and was told that nobody else is asked until ${until}.`,
  )
}

async function lockOpen(ctx: Ctx, id: number): Promise<LockedSearch> {
  requireStanding(ctx.actor, 'admin')
  const search = await lockSearch(ctx, id)
  if (!isOpen(search)) throw new DomainError('conflict', 'This search has ended.')
  if (endingOf(search.stands, search.wanted, ctx.clock.now()))
    throw new DomainError('conflict', 'Nobody is needed for this shift any more.')
  return search
}

const auditMove = (ctx: Ctx, { shift }: LockedSearch, action: string) =>
  audit(ctx, { action, subject: 'shifts', subject_id: shift })

/** Finds the request of an id that is the acting person's. @throws DomainError 'not_found'. */
export async function requireOwnAsk(ctx: Ctx, id: number): Promise<void> {
  const me = personOf(ctx.actor)
  const own = await ctx.db
    .selectFrom('coverasks')
    .select('id')
    .where('id', '=', id)
    .where('person', '=', me)
    .executeTakeFirst()
  if (me === null || !own) throw notFound('This request does not exist.')
}
