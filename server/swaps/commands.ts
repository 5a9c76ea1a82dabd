import { sql } from 'kysely'
import { tellByAct } from '#server/deliveries/told.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct, requireOwnFor, requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { listNextBest } from '#server/open-shifts/next-best.ts'
import { EVENT_OFF } from '#server/requests/sign-up/rules.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { MAX_OPEN_SWAPS, type SwapAnswer, type SwapInput } from './contract.ts'
import { agree, endImpossible, findObstruction, mayPass, moveAll, type Obstruction } from './moves.ts'
import { notifyAsked, notifyEnded } from './notices.ts'
import { proposeCircles } from './search.ts'
import {
  endCircle,
  lockSwap,
  lockSwaps,
  type Matter,
  type StoredCircle,
  type StoredPart,
  storeCircles,
} from './store.ts'
import { keepCircle } from './undo.ts'
import { notifyUrgent } from './urgent-notices.ts'

const OPEN_ALREADY = 'You’ve already offered this shift. Withdraw that offer first.'

/**
 * Sends a request to take or swap the acting person's shift to one person, or offers it to everyone with a suitable
 * shift.
 * @returns the id of the swap.
 * @throws DomainError 'not_found', 'forbidden' for someone else's shift, 'invalid' at the field.
 */
export async function proposeSwap(ctx: Ctx, input: SwapInput): Promise<number> {
  const me = requireOwnAct(ctx.actor)
  await lockSwaps(ctx)
  await requireOwnShift(ctx, me, input.shift)
  await requireRoom(ctx, me, input.shift)
  const parts = input.kind === 'offer' ? [] : await partsOf(ctx, me, input)
  if (parts.length) await refuseUnsuitable(ctx, me, parts, input.kind === 'swap' ? 'for' : 'to')
  const wants = input.kind === 'offer' ? input.wants : {}
  const { rows } = await sql<{ id: number }>`
    insert into swaps (person, kind, shift, wants, comments, state, created_at, searched_at)
    values (${me}, ${input.kind}, ${input.shift}, ${JSON.stringify(wants)}::jsonb, ${input.comments}, 'offered', ${ctx.clock.now()}, ${ctx.clock.now()})
    returning id`.execute(ctx.db)
  const { id } = rows[0]!
  // They have seen their own shift on the page.
  await tellByAct(ctx, [{ shift: input.shift, person: me, state: 'theirs' }], 'answer')
  await audit(ctx, {
    action: `swaps.${input.kind}`,
    subject: 'shifts',
    subject_id: input.shift,
    details: { swap: id },
  })
  if (parts.length) {
    const asked = await storeCircles(ctx, [{ swaps: [id], parts }])
    await notifyAsked(ctx, asked, { comments: input.comments, by: me })
    for (const circle of asked) await notifyUrgent(ctx, circle, { gives: input.shift, by: me })
  } else await proposeCircles(ctx)
  return id
}

/**
 * Accepts a swap for the acting person. The last acceptance moves all shifts, unless a coordinator must approve first;
 * where a change prevents that which can still be undone, the swap is judged again once it is settled (`endSwaps`). An
 * impossible swap ends, and its offers stay open for new matches. Idempotent.
 * @returns null; or the error to throw once the end is stored, with alternatives as `instead`.
 * @throws DomainError 'not_found'; 'conflict' with `instead` when it has ended.
 */
export async function acceptSwap(ctx: Ctx, id: number, shown: SwapAnswer = {}): Promise<DomainError | null> {
  const me = requireOwnAct(ctx.actor)
  const { circle } = await lockOwn(ctx, id)
  await refuseUnlessShown(ctx, circle, shown)
  const part = circle?.parts.find(({ person }) => person === me)
  if (!circle || !part) throw notFound('You haven’t been asked for this swap.')
  if (part.accepted && (circle.state === 'done' || circle.state === 'proposed')) return null
  await refuseUnlessProposed(ctx, me, circle)
  const obstruction = await findObstruction(ctx, circle.parts, circle.id)
  if (obstruction && !mayPass(obstruction)) {
    await endObstructed(ctx, circle, obstruction)
    return lostRace(ctx, me, obstruction)
  }
  await sql`update swap_parts set accepted = true, answered_at = ${ctx.clock.now()} where circle = ${circle.id} and person = ${me}`.execute(
    ctx.db,
  )
  await audit(ctx, { action: 'swaps.accept', subject: 'swaps', subject_id: id })
  part.accepted = true
  if (!obstruction && circle.parts.every(({ accepted }) => accepted)) await agree(ctx, circle)
  return null
}

/** Ends a circle that cannot move, unless the obstacle can still be undone, and searches for others. */
async function endObstructed(ctx: Ctx, circle: StoredCircle, obstruction: Obstruction): Promise<void> {
  if (mayPass(obstruction)) return
  await endImpossible(ctx, circle, obstruction.kind === 'changed' ? obstruction.gone : [])
  await proposeCircles(ctx)
}

/**
 * Declines a swap: a member for themselves, which ends their own offer, or an admin for the club,
 * whose messages wait for the undo window. Other offers stay open for new matches. Idempotent.
 * @throws DomainError 'not_found'; 'conflict' when it has moved already.
 */
export async function declineSwap(ctx: Ctx, id: number, shown: SwapAnswer = {}): Promise<void> {
  const { swap, circle } = await lockOwn(ctx, id)
  await refuseUnlessShown(ctx, circle, shown)
  const me = personOf(ctx.actor)
  const part = circle?.parts.find(({ person }) => person === me)
  if (part) requireOwnFor(ctx.actor, part.person)
  const forClub = !part && standingOf(ctx.actor) !== 'user'
  if (!circle || !(part || forClub)) throw notFound('You haven’t been asked for this swap.')
  if (circle.state === 'declined') return
  if (circle.state !== 'proposed') throw endedAs(circle)
  if (part && swap.person === me && swap.kind !== 'offer') return end(ctx, { swap, circle })
  if (forClub) await keepCircle(ctx, circle)
  const leaving = forClub || me === null ? undefined : [me]
  await endCircle(ctx, circle, { state: 'declined', by: me, ...(leaving && { leaving }) })
  await audit(ctx, { action: 'swaps.decline', subject: 'swaps', subject_id: id })
  const direct = swap.kind !== 'offer'
  await notifyEnded(forClub ? undoable(ctx) : ctx, circle, {
    about: direct && !forClub ? me : null,
    why: forClub
      ? 'The club did not approve it.'
      : direct
        ? '{name} can’t take it.'
        : 'Someone in the swap said no. We’re looking for another one.',
    ender: me,
  })
  await proposeCircles(ctx)
}

/**
 * Withdraws the acting person's hand-over, swap or offer; an admin may withdraw anyone's. Other offers stay open for
 * new matches. Idempotent.
 * @throws DomainError 'not_found', 'forbidden', 'conflict' when it has moved already.
 */
export async function withdrawSwap(ctx: Ctx, id: number): Promise<void> {
  const matter = await lockOwn(ctx, id)
  requireOwnFor(ctx.actor, matter.swap.person)
  if (matter.swap.person !== personOf(ctx.actor) && standingOf(ctx.actor) === 'user')
    throw forbidden('Only the person who started this swap can withdraw it.')
  if (['withdrawn', 'declined', 'expired'].includes(matter.swap.state)) return
  if (matter.swap.state === 'done') throw new DomainError('conflict', 'This swap is done, and the shifts have moved.')
  await end(ctx, matter)
}

async function end(ctx: Ctx, { swap, circle }: Matter): Promise<void> {
  const now = ctx.clock.now()
  if (circle?.state === 'proposed') {
    await endCircle(ctx, circle, { state: 'withdrawn', by: personOf(ctx.actor), leaving: [swap.person] })
    const me = personOf(ctx.actor)
    const isOwn = me === swap.person
    await notifyEnded(ctx, circle, {
      about: swap.kind !== 'offer' && isOwn ? me : null,
      why:
        swap.kind === 'offer'
          ? 'Someone in the swap withdrew their shift. We’re looking for another one.'
          : isOwn
            ? '{name} withdrew it.'
            : 'The club withdrew it.',
      ender: me,
    })
  } else
    await sql`update swaps set state = 'withdrawn', ended_at = ${now} where id = ${swap.id} and state = 'offered'`.execute(
      ctx.db,
    )
  await audit(ctx, { action: 'swaps.withdraw', subject: 'swaps', subject_id: swap.id })
  await proposeCircles(ctx)
}

/**
 * Approves an agreed swap as a coordinator and moves its shifts; an impossible one ends. Idempotent. Its messages wait
 * for the undo window.
 * @returns null; or the error to throw once the end is stored.
 * @throws DomainError 'not_found', 'forbidden', 'conflict' before everyone has agreed or when it has ended.
 */
export async function approveSwap(ctx: Ctx, id: number, shown: SwapAnswer = {}): Promise<DomainError | null> {
  requireStanding(ctx.actor, 'admin')
  const { circle } = await lockSwap(ctx, id)
  await refuseUnlessShown(ctx, circle, shown)
  if (!circle) throw new DomainError('conflict', 'No one has joined this swap yet.')
  if (circle.state === 'done') return null
  if (circle.state !== 'proposed') throw endedAs(circle)
  if (!circle.parts.every(({ accepted }) => accepted))
    throw new DomainError('conflict', 'Not everyone has said yes yet.')
  const obstruction = await findObstruction(ctx, circle.parts, circle.id)
  if (obstruction) {
    await endObstructed(ctx, circle, obstruction)
    return new DomainError('conflict', 'The roster has changed since, so this swap is no longer possible.')
  }
  await audit(ctx, { action: 'swaps.approve', subject: 'swaps', subject_id: id })
  await keepCircle(ctx, circle)
  await inUnitOfWork(undoable(ctx), (held) => moveAll(held, circle))
  return null
}

/**
 * Reads a swap of the acting person, or any for admins.
 * @throws DomainError 'not_found'.
 */
async function lockOwn(ctx: Ctx, id: number): Promise<Matter> {
  const ownOnly = standingOf(ctx.actor) === 'user'
  const me = ownOnly ? requirePerson(ctx.actor) : null
  if (!ownOnly) requireStanding(ctx.actor, 'admin')
  const matter = await lockSwap(ctx, id)
  const isMine = matter.swap.person === me || matter.circle?.parts.some(({ person }) => person === me)
  if (ownOnly && !isMine) throw notFound('This swap does not exist.')
  return matter
}

async function requireOwnShift(ctx: Ctx, me: number, shift: number): Promise<void> {
  const { rows } = await sql<{ person: number | null; open: boolean; called_off: boolean }>`
    select s.person, ${sql.raw(isOffSql('e'))} as called_off, core.may_be_swapped(${ctx.site.id}::bigint, s.id, s.person, ${ctx.clock.now()}) as open
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event where s.id = ${shift} and s.draft is not null`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw invalid({ shift: ['This shift does not exist.'] })
  if (row.person !== me) throw invalid({ shift: ['This shift is not yours.'] })
  if (row.called_off) throw invalid({ shift: [EVENT_OFF] })
  if (!row.open) throw invalid({ shift: ['This shift has started.'] })
}

async function requireRoom(ctx: Ctx, me: number, shift: number): Promise<void> {
  const { rows } = await sql<{ open: number; again: boolean }>`
    select count(*) filter (where person = ${me})::int as open, coalesce(bool_or(shift = ${shift}), false) as again from swaps
    where state in ('proposed', 'offered')`.execute(ctx.db)
  const { open, again } = rows[0]!
  if (again) throw invalid({ shift: [OPEN_ALREADY] })
  if (open >= MAX_OPEN_SWAPS)
    throw invalid({ shift: [`You have ${MAX_OPEN_SWAPS} open swaps. Withdraw one of them first.`] })
}

async function partsOf(
  ctx: Ctx,
  me: number,
  input: Exclude<SwapInput, { kind: 'offer' }>,
): Promise<[StoredPart, StoredPart]> {
  if (input.kind === 'hand_over') {
    if (input.to === me) throw invalid({ to: ['Choose someone else.'] })
    const known = await ctx.db.selectFrom('people').select('id').where('id', '=', input.to).executeTakeFirst()
    if (!known) throw invalid({ to: ['This person does not exist.'] })
    return [
      { person: me, gives: input.shift, gets: null, accepted: true },
      { person: input.to, gives: null, gets: input.shift, accepted: null },
    ]
  }
  const { rows } = await sql<{ person: number }>`
    select person from shifts s where s.id = ${input.for}
      and core.may_be_swapped(${ctx.site.id}::bigint, s.id, s.person, ${ctx.clock.now()})`.execute(ctx.db)
  const other = rows[0]?.person
  if (!other) throw invalid({ for: ['This shift cannot be swapped.'] })
  if (other === me) throw invalid({ for: ['This shift is already yours.'] })
  return [
    { person: me, gives: input.shift, gets: input.for, accepted: true },
    { person: other, gives: input.for, gets: input.shift, accepted: null },
  ]
}

/** Refuses an unsuitable shift, with the reason for the acting person only. */
async function refuseUnsuitable(ctx: Ctx, me: number, parts: readonly StoredPart[], field: string): Promise<void> {
  const obstruction = await findObstruction(ctx, parts, null)
  if (!obstruction) return
  if (obstruction.kind === 'changed') throw invalid({ shift: ['This shift has changed. Look at it again.'] })
  throw invalid({
    [field]: [obstruction.person === me ? obstruction.words : 'They can’t take this shift. Choose someone else.'],
  })
}

/** Refuses an answer if the offer has moved to another circle since it was shown. */
async function refuseUnlessShown(ctx: Ctx, circle: StoredCircle | null, { together }: SwapAnswer): Promise<void> {
  if (together === undefined || circle?.id === together) return
  const me = personOf(ctx.actor)
  throw new DomainError('conflict', 'Thank you, but this swap is no longer possible. Nothing changes for you.', {
    body: { instead: me === null ? [] : await listNextBest(ctx, me) },
  })
}

async function refuseUnlessProposed(ctx: Ctx, me: number, circle: StoredCircle): Promise<void> {
  if (circle.state === 'proposed' && circle.ends_at > ctx.clock.now()) return
  throw new DomainError('conflict', endedAs(circle).message, { body: { instead: await listNextBest(ctx, me) } })
}

async function lostRace(ctx: Ctx, me: number, obstruction: Obstruction): Promise<DomainError> {
  const detail =
    obstruction.kind === 'unsuitable' && obstruction.person === me
      ? obstruction.words
      : 'Thank you, but this is no longer possible: the roster has changed since. Nothing changes for you.'
  return new DomainError('conflict', detail, { body: { instead: await listNextBest(ctx, me) } })
}

function endedAs({ state }: StoredCircle): DomainError {
  const words: Partial<Record<StoredCircle['state'], string>> = {
    done: 'This swap is done, and the shifts have moved.',
    declined: 'Thank you, but someone else has said no. Nothing changes for you.',
    withdrawn: 'Thank you, but this has been withdrawn. Nothing changes for you.',
  }
  return new DomainError('conflict', words[state] ?? 'This swap has expired. Nothing changes for you.')
}
