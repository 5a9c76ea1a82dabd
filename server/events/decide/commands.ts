import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { noticeLane } from '#server/deliveries/notice-lane-sql.ts'
import { previewChannels } from '#server/deliveries/preview-notifications.ts'
import {
  queueRosterNotices,
  type RosterNotice,
  requeueRosterNotices,
  withdrawRosterNotices,
} from '#server/deliveries/roster-notices.ts'
import { OFF_REASON } from '#server/deliveries/rules.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { compareAgain, forgetActs, readToldOff, type Told, tellByDecision } from '#server/deliveries/told.ts'
import { nextDueTime, undoable } from '#server/deliveries/undo-window.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { CallOffPreview, DecideInput } from './contract.ts'
import { type Affected, listAffected, listKnown, type Part, partsIn, type ToldEvent } from './queries.ts'

/**
 * Decides that an event goes ahead (`go`) or is called off (`off`), or withdraws the decision (null). Idempotent.
 * Calling off keeps shifts and requests, so that it can be undone; people on shifts or with requests are notified once,
 * after the undo window, and messages about shifts are held until then. If it is withdrawn later, those who were
 * notified are told.
 * @throws DomainError 'forbidden' for anyone but an admin, 'not_found', 'invalid' when the event is over.
 */
export async function decideEvent(ctx: Ctx, id: number, input: DecideInput): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  const event: Decided | undefined = await ctx.db
    .selectFrom('events')
    .select(['id', 'name', 'start', 'end', sql<'go' | 'off' | null>`decision`.as('decision'), 'decided_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!event) throw notFound('This event does not exist.')
  if (event.decision === input.decision) return
  if (event.end <= ctx.clock.now()) throw invalid({ decision: ['This event is over.'] })
  await inUnitOfWork(undoable(ctx), (unit) => decide(unit, event, input))
}

type Decided = ToldEvent & { decided_at: Date | null }

async function decide(ctx: Ctx, event: Decided, { decision, words = '' }: DecideInput): Promise<void> {
  const { id } = event
  const changesOff = isEventOff({ decision }) || isEventOff(event)
  await sql`update events set decision = ${decision}, decided_at = ${decision === null ? null : ctx.clock.now()},
    sequence = sequence + ${changesOff ? 1 : 0}, updated_at = clock_timestamp() where id = ${id}`.execute(ctx.db)
  if (changesOff)
    await sql`update shifts set sequence = sequence + 1 where event = ${id} and draft is not null`.execute(ctx.db)
  await audit(ctx, { action: 'events.decide', subject: 'events', subject_id: id, details: { decision } })
  if (decision) await withdrawRosterNotices(ctx.db, 'event.decide', id)
  else await requeueRosterNotices(ctx.db, 'event.decide', id)
  if (isEventOff({ decision })) {
    // A change that was to follow such news says nothing new any more.
    await compareAgain(ctx.db, await withdrawRosterNotices(ctx.db, 'event.back_on', id))
    await tellCalledOff(ctx, event, words)
  } else if (isEventOff(event)) await takeBack(ctx, event)
  ctx.wake('reminders.plan')
}

async function tellCalledOff(ctx: Ctx, event: ToldEvent, words: string, only?: number): Promise<void> {
  const notified = await readToldOff(ctx.db, event.id, { still: true })
  const known = await listKnown(ctx.db, event.id)
  const affected = (await listAffected(ctx.db, [event.id])).filter(
    ({ person }) => !notified.has(person) && (only ?? person) === person,
  )
  const cause = `${event.id} ${ctx.clock.now().toISOString()}`
  await notifyOthers(
    ctx,
    affected.map((one) => ({ ...offNotice(event, one, words, ofPerson(known, one.person)), cause })),
  )
}

/**
 * Creates the notice that an event is called off.
 * @param known the recipient's shifts as last told.
 */
export function offNotice(
  event: ToldEvent,
  { person, on_shift }: Pick<Affected, 'person' | 'on_shift'>,
  words = '',
  known: readonly Pick<Told & { shift: number | null }, 'shift' | 'facts'>[] = [],
): Omit<RosterNotice, 'cause'> {
  const name = eventName(event.name)
  const told = known.length ? known : [{ shift: null, facts: { event: event.id, event_name: event.name } }]
  return {
    ...aboutEvent(event),
    kind: 'event.called_off',
    person,
    title: `Called off: ${name}`,
    paragraphs: [
      `${name}, {at}, is cancelled.`,
      ...(words ? [words] : []),
      on_shift
        ? 'So is your shift, and you don’t need to do anything. Your calendar will show it as cancelled.'
        : 'You had signed up for it. You don’t need to do anything.',
    ],
    tells: told.map(({ shift, facts }) => ({ shift, facts, state: 'off' })),
    ...(known.every(({ shift }) => shift === null) && { shows: [{ ...event, event: event.id }] }),
    sms: ROSTER_SMS.called_off,
    names: { what: name },
  }
}

/** Queues notices of a decision, except for the acting person, who counts as told. */
export async function notifyOthers(ctx: Ctx, notices: readonly RosterNotice[]): Promise<void> {
  const me = ownActor(ctx.actor)
  const own = ofPerson(notices, me)
  await tellByDecision(
    ctx,
    own.flatMap(({ person, tells = [] }) => tells.map(({ facts = {}, ...one }) => ({ ...one, facts, person }))),
  )
  await queueRosterNotices(ctx, ...notices.filter((notice) => !own.includes(notice)))
}

const ofPerson = <T extends { person: number }>(all: readonly T[], person: number | null) =>
  all.filter((one) => one.person === person)

const BACK_ON: Record<Part, { words: string; sms: string }> = {
  same: { words: 'and your part in it hasn’t changed.', sms: ROSTER_SMS.back_on },
  changed: {
    words: 'but your part in it has changed: you’ll get a separate message about that.',
    sms: ROSTER_SMS.back_on_changed,
  },
  fewer: { words: 'but some of your shifts are no longer yours.', sms: ROSTER_SMS.back_on_fewer },
  gone: { words: 'but you are no longer on it. You don’t need to do anything.', sms: ROSTER_SMS.back_on_without },
}

/**
 * Notifies people who knew of the calling-off that the event takes place, and of changes in their part. Releases held
 * reminders and waiting-list offers; the worker resumes searches for cover. Undone in time, the calling-off leaves
 * nothing that the acting person knows by it.
 */
async function takeBack(ctx: Ctx, event: Decided): Promise<void> {
  const since = event.decided_at
  if (since && ctx.clock.epochMs() < since.getTime() + UNDO_WINDOW_MS)
    await forgetActs(ctx.db, { event: event.id }, { person: ownActor(ctx.actor), since })
  // Someone who lost a shift while it was off has not heard of that.
  await compareAgain(ctx.db, await withdrawRosterNotices(ctx.db, 'event.called_off', event.id))
  const due = nextDueTime(ctx)
  await sql`update deliveries set state = 'queued', reason = null, retry_at = null, due_at = greatest(due_at, ${due}),
      lane = ${noticeLane(sql`greatest(due_at, ${due})`, sql`useful_until`)},
      updated_at = clock_timestamp()
    where event = ${event.id} and kind in ('shift.asked', 'answer.nudge') and state = 'cancelled' and reason = ${OFF_REASON}`.execute(
    ctx.db,
  )
  await requeueRosterNotices(ctx.db, 'waiting.offered', event.id)
  const cause = `${event.id} ${ctx.clock.now().toISOString()}`
  const notified = new Set((await readToldOff(ctx.db, event.id)).keys())
  await tellBackOn(ctx, event, notified, { cause, due_at: nextDueTime(ctx) })
}

/**
 * Rewrites a person's unsent notices of events that take place after all, as their part may have changed since.
 * Includes `events`, about which no message has reached them.
 */
export async function tellOfEvents(ctx: Ctx, person: number, events: readonly number[]): Promise<void> {
  const { rows } = await sql<ToldEvent & { cause: string | null; due_at: Date | null }>`
    select e.id, e.name, e.start, e."end", e.decision, d.cause, d.due_at from (
      select event, substr(cause, length('notice:') + 1) as cause, max(due_at) as due_at from deliveries
      where person = ${person} and kind = 'event.back_on' and state = 'queued' group by 1, 2
      union all select unnest(${[...events]}::bigint[]), null, null) d join events e on e.id = d.event`.execute(ctx.db)
  const now = ctx.clock.now()
  for (const { cause, due_at, ...event } of rows) {
    if (isEventOff(event)) await tellCalledOff(ctx, event, '', person)
    else {
      await withdrawRosterNotices(ctx.db, 'event.back_on', event.id, [person])
      const told = { cause: cause ?? `${event.id} ${now.toISOString()}`, due_at: due_at ?? now }
      await tellBackOn(ctx, event, new Set([person]), told)
    }
  }
}

export async function tellBackOn(
  ctx: Ctx,
  event: ToldEvent,
  people: ReadonlySet<number>,
  { cause, due_at }: { cause: string; due_at: Date },
): Promise<void> {
  const { parts, known } = await partsIn(ctx.db, event.id, people)
  const name = eventName(event.name)
  await notifyOthers(
    ctx,
    [...parts].map(
      ([person, part]): RosterNotice => ({
        ...aboutEvent(event),
        kind: 'event.back_on',
        person,
        ...{ cause, due_at },
        title: `It goes ahead after all: ${name}`,
        paragraphs: [
          `${name}, {at}, was called off. It goes ahead after all, ${BACK_ON[part].words}`,
          ...(part === 'gone' ? [] : noLongerTheirs(ofPerson(known, person))),
        ],
        tells: ofPerson(known, person),
        shows: [{ event: event.id }],
        sms: BACK_ON[part].sms,
        names: { what: name },
      }),
    ),
  )
}

const noLongerTheirs = (known: readonly (Pick<Told, 'state' | 'facts' | 'said'> & { shift: number | null })[]) => {
  const lost = known.filter(({ shift, state }) => shift !== null && state === 'not_theirs')
  const duties = lost.map(
    ({ facts, said = facts }) => [said.assignment, said.role].filter(Boolean).join(', ') || 'a shift',
  )
  return duties.length ? [`No longer yours: ${duties.join('; ')}.`] : []
}

const aboutEvent = (event: ToldEvent) => ({
  subject: event.id,
  event: event.id,
  useful_until: event.end,
  times: { at: event.start.toISOString() },
  action: { label: 'Open the event', path: `/events/${event.id}` },
})

/**
 * Lists people who would be notified of a calling-off and how, and those who cannot be reached. Read-only.
 * @throws DomainError as `decideEvent`.
 */
export async function previewCallOff(ctx: Ctx, id: number): Promise<CallOffPreview> {
  requireStanding(ctx.actor, 'admin')
  const me = ownActor(ctx.actor)
  const channels = await previewChannels(ctx, (trial) => decideEvent(trial, id, { decision: 'off' }))
  const people = (await listAffected(ctx.db, [id]))
    .filter(({ person }) => person !== me)
    .map(({ person, name, on_shift }) => ({ id: person, name, on_shift, channels: channels.get(person) ?? [] }))
  const part = (keep: (one: (typeof people)[number]) => boolean) =>
    people.filter(keep).map(({ on_shift: _, ...one }) => one)
  return {
    people: channels.size,
    on_shift: part((one) => one.on_shift && one.channels.length > 0),
    signed_up: part((one) => !one.on_shift && one.channels.length > 0),
    not_reached: part((one) => one.channels.length === 0),
  }
}
