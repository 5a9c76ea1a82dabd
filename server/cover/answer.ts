import { sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import { noteAnswered, noteKept } from '#server/deliveries/promises/end.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { tellByAct } from '#server/deliveries/told.ts'
import { formatsOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { listNextBest } from '#server/open-shifts/next-best.ts'
import { giveShifts } from '#server/shifts/holder.ts'
import { heldUntil } from '#server/suitability/holds.ts'
import { judge } from '#server/suitability/queries.ts'
import type { CoverAnswer } from './contract.ts'
import { factsOf, noteAsked, noteEnded, noteFound } from './notices.ts'
import { endingOf } from './rules.ts'
import { isOpen, type LockedSearch, ladderOf, lockSearch } from './store.ts'

type Ask = {
  id: number
  cover: number
  person: number
  answer: CoverAnswer | null
  despite: boolean
  settings: unknown
}

export type Via = 'screen' | 'link'

/**
 * Answers a request to cover for its invitee. The first yes moves and confirms the shift, and thanks the other
 * invitees. A no may become a yes while the search is open. A yes that only a change prevents which can still be undone
 * is kept until then (`moveByKeptYes`). Idempotent.
 * @throws DomainError 'not_found'; 'conflict' when the shift is taken or they can no longer do it, with alternative
 * shift ids in `instead`.
 */
export async function answerAsk(ctx: Ctx, id: number, answer: CoverAnswer, via: Via): Promise<void> {
  const { cover, person } = await readAsk(ctx, id)
  await ctx.db.selectFrom('people').select('id').where('id', '=', person).forNoKeyUpdate().executeTakeFirst()
  const search = await lockSearch(ctx, cover)
  const ask = await readAsk(ctx, id)
  if (search.covered_by === person && search.stands.person === person && answer === 'yes') return
  const ending = endingOf(search.stands, search.wanted, ctx.clock.now())
  if (isOpen(search) && ending && ending !== 'started' && search.unsettled) {
    if (ask.answer === 'yes') return answer === 'yes' ? undefined : decline(ctx, search, ask, via)
    if (answer === 'yes') return keepYes(ctx, search, ask, via)
  }
  if (!isOpen(search) || ending) {
    if (answer === 'no') return
    throw await tooLate(ctx, search, person)
  }
  if (ask.answer === answer) return
  if (answer === 'no') return decline(ctx, search, ask, via)
  const problem = await findProblem(ctx, search.shift, ask)
  if (problem) throw new DomainError('conflict', problem.words, { body: { instead: [] } })
  if (await heldUntil(ctx.db, search.shift, ctx.clock.now()))
    throw new DomainError(
      'conflict',
      'This shift is being held for someone on its waiting list. Thank you for offering.',
      {
        body: { instead: [] },
      },
    )
  await moveShift(ctx, search, ask, via)
  await auditYes(ctx, search, ask, via)
}

const auditYes = (ctx: Ctx, { shift, wanted }: LockedSearch, { person }: Ask, via: Via) =>
  audit(ctx, {
    action: 'cover.answer',
    subject: 'shifts',
    subject_id: shift,
    details: { answer: 'yes', person, instead_of: wanted, via },
  })

async function keepYes(ctx: Ctx, search: LockedSearch, ask: Ask, via: Via): Promise<void> {
  const problem = search.stands.moved ? undefined : await findProblem(ctx, search.shift, ask)
  // Members must not learn of unpublished shifts.
  if (problem && problem.code !== 'unpublished')
    throw new DomainError('conflict', problem.words, { body: { instead: [] } })
  await sql`update coverasks set answer = 'yes', answered_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${ask.id}`.execute(
    ctx.db,
  )
  await noteKept(ctx.db, { subject: ask.id, person: ask.person })
  await auditYes(ctx, search, ask, via)
  ctx.wake('reminders.plan')
}

/**
 * Judges the yes again that was kept while its shift could still be put back: the first moves the shift.
 * @param search locked, open and settled.
 * @returns whether the shift moved.
 */
export async function moveByKeptYes(ctx: Ctx, search: LockedSearch): Promise<boolean> {
  const { rows } = await sql<Ask & { uid: string; code: string | null }>`
    select a.id, a.cover, a.person, a.answer, a.despite, a.uid, a.code, p.settings from coverasks a join people p on p.id = a.person
    where a.cover = ${search.id} and a.answer = 'yes' order by a.answered_at, a.id`.execute(ctx.db)
  for (const ask of rows) {
    // Others lock the person first: who is busy now is judged at the next tick.
    const { rows: free } = await sql`select from people where id = ${ask.person} for no key update skip locked`.execute(
      ctx.db,
    )
    if (!free.length) return false
    const isHeld = (await heldUntil(ctx.db, search.shift, ctx.clock.now())) !== null
    if (!isHeld && !(await findProblem(ctx, search.shift, ask))) {
      await moveShift(ctx, search, ask)
      return true
    }
    await sql`update coverasks set answer = null, answered_at = null, updated_at = clock_timestamp() where id = ${ask.id}`.execute(
      ctx.db,
    )
    await noteAsked(ctx, search, [{ ...ask, thanked: true }], { exclusiveUntil: null, inTurn: !ask.despite })
  }
  return false
}

/** Finds the invitee's current obstacles. Unpublished shifts do not count: members must not learn of them. */
async function findProblem(ctx: Ctx, shift: number, { person, despite, settings }: Ask) {
  const judged = await judge(ctx.db, ctx.site, {
    ...{ shifts: [shift], people: [person], now: ctx.clock.now(), voice: 'you' },
    reader: { ...callersClock(ctx), ...formatsOf(settings) },
  })
  const counts = despite ? ALWAYS : KEEPS_OFF
  return judged.get(shift)?.[0]?.obstacles.find(({ code }) => counts.includes(code))
}

/** Obstacles that a yes cannot override; being asked lets people decide about the rest. */
const ALWAYS: readonly string[] = ['past', 'unpublished', 'inactive', 'on_it', 'clash']
const KEEPS_OFF: readonly string[] = [...ALWAYS, 'rest', 'unqualified']

async function readAsk({ db }: Ctx, id: number): Promise<Ask> {
  const { rows } =
    await sql<Ask>`select a.id, a.cover, a.person, a.answer, a.despite, p.settings from coverasks a join people p on p.id = a.person where a.id = ${id}`.execute(
      db,
    )
  if (!rows[0]) throw notFound('This request does not exist.')
  return rows[0]
}

async function storeAnswer(ctx: Ctx, ask: Ask, answer: CoverAnswer): Promise<void> {
  await sql`update coverasks set answer = ${answer}, answered_at = ${ctx.clock.now()}, updated_at = clock_timestamp() where id = ${ask.id}`.execute(
    ctx.db,
  )
  await noteAnswered(ctx.db, 'cover.asked', { subject: ask.id, person: ask.person })
}

/** When everyone reached has declined, the next group is asked immediately. */
async function decline(ctx: Ctx, search: LockedSearch, ask: Ask, via: Via): Promise<void> {
  await storeAnswer(ctx, ask, 'no')
  const now = ctx.clock.now()
  const next = wakingTime(now, ladderOf(ctx, search.stands.start))
  const { numAffectedRows } = await sql`
    update covers set next_rung_at = ${next}, updated_at = clock_timestamp() where id = ${search.id} and state = 'searching' and next_rung_at > ${next}
      and not exists (select from coverasks where cover = ${search.id} and answer is null and channel <> 'none')`.execute(
    ctx.db,
  )
  if (numAffectedRows) ctx.wake('reminders.plan')
  await audit(ctx, {
    action: 'cover.answer',
    subject: 'shifts',
    subject_id: search.shift,
    details: { answer: 'no', person: ask.person, via },
  })
}

async function moveShift(ctx: Ctx, search: LockedSearch, ask: Ask, via?: Via): Promise<void> {
  const now = ctx.clock.now()
  const { shift } = search
  const former = search.stands.person
  const before = await factsOf(ctx, shift)
  await storeAnswer(ctx, ask, 'yes')
  await sql`update covers set state = 'covered', covered_by = ${ask.person}, next_rung_at = null, ended = 'yes', ended_at = ${now}, moved_at = ${now},
    updated_at = clock_timestamp() where id = ${search.id}`.execute(ctx.db)
  await inUnitOfWork(ctx, async () => {
    await giveShifts(ctx, [{ shift, person: ask.person }], via)
    await tellByAct(ctx, [{ shift, person: ask.person, state: 'theirs' }])
  })
  if (former !== null) await noteFound(ctx, search, before, { former, covering: ask.person })
  await noteEnded(ctx, search)
  ctx.wake('reminders.plan')
}

async function tooLate(ctx: Ctx, { shift, state, wanted, stands }: LockedSearch, person: number): Promise<DomainError> {
  const words =
    state === 'covered' || (stands.person !== null && stands.person !== wanted)
      ? 'Just taken. Thank you for offering.'
      : 'Cover is no longer needed. Thank you for offering.'
  return new DomainError('conflict', words, { body: { instead: await listNextBest(ctx, person, shift) } })
}
