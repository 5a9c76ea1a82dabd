import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { isTransient } from '#server/engine/kernel/db/transient.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { UNDO_WINDOW_MS } from './contract.ts'
import { difference, dueStart, hasVisibleChange, isNotice, lossOf, type NoticeKind, usefulUntil } from './difference.ts'
import { localDate } from './due.ts'
import { noticeLane } from './notice-lane-sql.ts'
import { endPromises } from './promises/end.ts'
import { OFF_REASON } from './rules.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'
import { compareAgain, readTold, type Told, tellByAct } from './told.ts'

const MOST = 1_000

/**
 * A person of a changed shift. `own`: they changed it, or its event (`of_event`); `theirs`: it was theirs afterwards;
 * `sequence`: of the calendar entry before removal; `at`: when it settled; `request_id`: the request that changed it.
 */
type Marked = {
  id: number
  shift: number
  person: number | null
  own: boolean
  actor: number | null
  theirs: boolean
  of_event: boolean
  sequence: number | null
  at: Date
  request_id: string | null
}

const MARKED = sql`id, shift, person, person is not distinct from actor as own, actor, theirs, of_event, sequence, greatest(settle_at, '1970-01-01') as at, request_id`

const DUE = 'marks_due'

/**
 * Compares what people were told of changed shifts with their state at all sites, once no one can undo the changes, and
 * queues messages for the differences. A shift that fails is tried again after growing pauses, and delays no other.
 * @param tellOfEvents updates and completes a person's queued messages about events, in the same transaction.
 */
export function settleChanges(
  deps: SweepDeps,
  tellOfEvents: (ctx: Ctx, person: number, events: readonly number[]) => Promise<unknown> = async () => {},
): Promise<unknown> {
  const failures = deps.failures ?? createFailures(deps)
  const settle = async (ctx: Ctx, person: number | null, marks: readonly Marked[]) => {
    await sql`savepoint portion`.execute(ctx.db)
    try {
      const events = await settleMarks(ctx, marks)
      if (person !== null) await tellOfEvents(ctx, person, events)
    } catch (error) {
      await sql`rollback to savepoint portion`.execute(ctx.db).catch(() => {})
      throw error
    }
    await sql`release savepoint portion`.execute(ctx.db)
  }
  return sweep<{ site: number; person: number | null }>(
    { ...deps, failures },
    {
      name: 'notices',
      find: DUE,
      most: MOST,
      work: async (ctx, { site, person }) => {
        const pairOf = (shift: number) => ({ site, person, shift })
        const marks = (await lockDue(ctx, person)).filter(({ shift }) => !failures.isPaused(DUE, pairOf(shift)))
        if (!marks.length) return false
        try {
          await settle(ctx, person, marks)
        } catch (error) {
          if (isTransient(error)) throw error
          const pairs = [...new Set(marks.map(({ shift }) => shift))].map(pairOf)
          const marksOf = (shift: number) => marks.filter((mark) => mark.shift === shift)
          await failures.each(DUE, pairs, ({ shift }) => settle(ctx, person, marksOf(shift)))
        }
        return true
      },
    },
  )
}

/** Locks the marks of one person, or those without one, before shifts are read: later changes have their own mark. */
async function lockDue({ db, clock }: Ctx, person: number | null): Promise<Marked[]> {
  const now = clock.now()
  const { rows } = await sql<Marked>`
    select ${MARKED} from marks m
    where person is not distinct from ${person}::bigint and settle_at <= ${now} and not exists (select from marks l
      where l.shift = m.shift and l.person is not distinct from m.person and l.settle_at > ${now})
    order by id for update skip locked`.execute(db)
  return rows
}

/** @returns events that the person may not know to be off or on. */
async function settleMarks(ctx: Ctx, marks: readonly Marked[]): Promise<number[]> {
  const events = await tellDifferences(ctx, marks)
  const shifts = marks.map(({ shift }) => shift)
  await lookAgain(ctx, shifts)
  await sql`delete from marks where id = any (${marks.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return events
}

/** Marks shifts for questions again, since an answer may have been withdrawn. */
const lookAgain = ({ db }: Ctx, shifts: readonly number[]): Promise<unknown> =>
  sql`insert into dues (id, look_at) select id, 'infinity' from shifts where id = any (${[...shifts]}::bigint[]) and draft is not null and person is not null
    on conflict (site_id, id) do update set ask_at = '-infinity'`.execute(db)

/**
 * Reads as if changes had settled, with their messages queued. Stores nothing and wakes no job.
 * @param changes those of this transaction, or all that concern people of an event's changed shifts.
 */
export async function asSettled<T>(
  ctx: Ctx,
  changes: 'own' | { event: number },
  read: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const which =
    changes === 'own'
      ? sql`change = pg_current_xact_id()::text::bigint`
      : sql`person in (select m.person from marks m join shifts s on s.id = m.shift where s.event = ${changes.event})`
  const { rows } = await sql<Marked>`
    select ${MARKED} from marks where ${which} order by id`.execute(ctx.db)
  if (!rows.length) return read(ctx)
  await sql`savepoint settled`.execute(ctx.db)
  await tellDifferences({ ...ctx, wake: () => {} }, rows)
  const answer = await read(ctx)
  await sql`rollback to savepoint settled`.execute(ctx.db)
  return answer
}

/** `act`: their own last change. `theirs`: it was theirs afterwards; `until`: when they could no longer undo it. */
type Pair = Omit<Marked, 'id' | 'person' | 'actor' | 'theirs' | 'of_event'> & {
  person: number
  /** Whether someone else changed the shift itself. */
  others: boolean
  /** Whether it was theirs all the time. */
  kept: boolean
  act: { theirs: boolean; until: Date } | null
}

async function tellDifferences(ctx: Ctx, marks: readonly Marked[]): Promise<number[]> {
  const events = await tellPairs(ctx, marks)
  await endPromises(ctx, [...new Set(marks.map(({ shift }) => shift))], { changes: marks })
  return events
}

async function tellPairs(ctx: Ctx, marks: readonly Marked[]): Promise<number[]> {
  const byPair = new Map<string, Pair>()
  for (const { shift, person, own: isAuthor, theirs, of_event, at, sequence, request_id } of marks) {
    if (person === null) continue
    const key = keyOf({ shift, person })
    const earlier = byPair.get(key)
    const others = earlier?.others === true || !(isAuthor || of_event)
    // The newest mark names the last author, who may have changed the event without seeing what others did to the
    // shift. A person also knows their own earlier change.
    const own = isAuthor && !(of_event && earlier?.others)
    const kept = theirs && earlier?.kept !== false
    byPair.set(key, {
      ...{ shift, person, own, others, kept, at, act: own ? { theirs, until: at } : (earlier?.act ?? null) },
      // An internal mark, as of an answer that is looked at again, has none.
      request_id: request_id ?? earlier?.request_id ?? null,
      sequence: sequence === null ? (earlier?.sequence ?? null) : Math.max(sequence, earlier?.sequence ?? 0),
    })
  }
  const pairs = [...byPair.values()]
  if (!pairs.length) return []
  const ids = [...new Set(pairs.map(({ shift }) => shift))]
  const now = ctx.clock.now()
  const shifts = await shiftFacts(ctx.db, { shifts: ids })
  await withdrawUntrue(
    ctx,
    pairs.map(({ shift, person }) => ({ shift, person, is: shifts.get(shift) ?? null })),
  )
  const told = await readTold(ctx.db, ids, { soon: true })
  const found = pairs.map((pair) => {
    const shift = shifts.get(pair.shift) ?? null
    const last = told(pair)
    const isLost = lossOf(shift, pair.person) !== null
    const seen = seenByAct(pair, last, isLost)
    const was: Told | null = seen && shift ? { state: seen, by: 'act', facts: shift, at: pair.at } : last
    const isReversed = !isLost && was?.state === 'theirs' && reverses(pair, last)
    const kind = difference(pair.person, was, shift, now) ?? (isReversed ? 'shift.changed' : null)
    const tellsOf = kind && !isNotice(kind) ? shift?.event : null
    return { ...pair, is: shift, was, isLost, isReversed, kind: isNotice(kind) ? kind : null, tellsOf }
  })
  const events = [...new Set(found.flatMap(({ tellsOf }) => tellsOf ?? []))]
  await withdraw(ctx, found)
  await withdrawEntries(
    ctx,
    found.filter(({ isLost, sequence }) => isLost && sequence !== null),
  )
  await tellByAct(
    ctx,
    found.flatMap(({ shift, person, own, at, is, was, isLost, kind }) => {
      const state = isLost ? 'not_theirs' : is?.called_off ? 'off' : 'theirs'
      // Someone who leaves a shift has seen that its event is off.
      const isNew =
        state !== (was?.state ?? (is?.called_off ? null : 'not_theirs')) ||
        (!isLost && is && was && hasVisibleChange(was.facts, is))
      return own && (kind || isNew) ? [{ shift, person, at, state }] : []
    }),
  )
  const last = await readLast(ctx, ids)
  const notices = found.flatMap(({ shift, person, own, is, was, isReversed, kind, request_id }) => {
    const subject = kind === 'shift.cancelled' ? was?.facts : is
    const key = keyOf({ shift, person })
    if (!kind || own || !subject?.start) return []
    // Notify again if the shift was last told as not theirs, or if the first notice failed.
    const again = was?.state === 'not_theirs' ? was.at.toISOString() : last.failed.get(key)
    const isNew = kind === 'shift.assigned'
    return [
      {
        ...{ shift, person, kind, event: subject.event ?? null, request_id },
        cause: isNew ? (again ? `again:${again}` : '') : `after:${last.latest.get(key) ?? 0}`,
        start_local_date: localDate(new Date(dueStart({ ...subject, start: subject.start })), ctx.site.timezone),
        useful_until: usefulUntil(isNew ? null : (was?.facts ?? null), is),
        near: isNew ? subject.start : usefulUntil(was?.facts ?? null, is),
        facts: {
          queued_at: now,
          ...(!isNew &&
            !isReversed && { before: kind === 'shift.cancelled' ? (was?.said ?? was?.facts) : was && beforeOf(was) }),
        },
      },
    ]
  })
  if (!notices.length) return events
  ctx.notices?.wanted?.(notices)
  await queue(ctx, notices)
  ctx.wake('deliveries.send')
  return events
}

/** Returns what a person knew, for the text of a change: names of records deleted since, null ids. */
function beforeOf({ said, facts }: Told): Partial<ShiftFacts> {
  const { role_id, assignment_id, location_id } = facts
  const ids = { role_id, assignment_id, location_id }
  return { ...facts, ...said, ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) }
}

/** Returns what a person still believes from their own last change, if someone else reversed it without a message. */
function seenByAct({ act, own }: Pair, last: Told | null, isLost: boolean): Told['state'] | null {
  if (!act || own || act.theirs !== isLost || (last && isSince(last, act.until))) return null
  if (act.theirs) return last === null || last.state === 'not_theirs' ? 'theirs' : null
  return last?.state === 'theirs' ? 'not_theirs' : null
}

/** Whether someone else has reversed a change that the person made to their shift since the last message about it. */
const reverses = ({ act, own, others, kept }: Pair, last: Told | null): boolean =>
  others && kept && !own && act !== null && !(last && isSince(last, act.until))

/** Whether this was told after a change. @param until the end of the change's undo window */
const isSince = ({ at }: Told, until: Date): boolean => {
  const changed = until.getTime() - UNDO_WINDOW_MS
  return changed > 0 && at.getTime() > changed
}

const keyOf = ({ shift, person }: { shift: number; person: number }) => `${shift} ${person}`

type Found = { shift: number; person: number; is: ShiftFacts | null; was: Told | null; kind: NoticeKind | null }

/** Cancels queued notices with outdated claims about a shift's person, and compares their other content again. */
async function withdrawUntrue({ db }: Ctx, pairs: readonly Pick<Found, 'shift' | 'person' | 'is'>[]): Promise<void> {
  const untrue = pairs.map(({ shift, person, is }) => {
    const loss = lossOf(is, person)
    return { person, says: [{ shift, state: loss ? 'theirs' : 'not_theirs' }], reason: loss ?? 'yours_again' }
  })
  const { rows } = await sql<{ id: number }>`
    update deliveries d set state = 'cancelled', reason = u.reason, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(untrue)}::jsonb) as u (person bigint, says jsonb, reason text)
    where d.person = u.person and d.state = 'queued' and d.shift is null and d.facts -> 'says' @> u.says returning d.id`.execute(
    db,
  )
  await compareAgain(
    db,
    rows.map(({ id }) => id),
  )
}

async function withdraw(ctx: Ctx, found: readonly Found[]): Promise<void> {
  const rows = found.map(({ shift, person, is, was, kind }) => ({
    ...{ shift, person, loss: lossOf(is, person), replaced: kind !== null, off: was?.state === 'off' },
    date: is && localDate(new Date(dueStart(is)), ctx.site.timezone),
  }))
  await sql`update deliveries d set state = 'cancelled', reason = w.reason, updated_at = clock_timestamp()
    from (select d.id, case when w.loss is not null and d.kind <> 'shift.cancelled' then w.loss
        when w.loss is null and d.kind = 'shift.cancelled' then 'yours_again'
        when w.off and not w.replaced and d.kind = 'shift.cancelled' then ${OFF_REASON}
        when w.loss is null and d.kind like 'reminder.%' and d.start_local_date <> w.date then 'moved'
        when w.replaced and d.kind in ('shift.assigned', 'shift.changed', 'shift.cancelled') then 'replaced' end as reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (shift bigint, person bigint, loss text, replaced boolean, off boolean, date date)
      join deliveries d on d.shift = w.shift and d.person = w.person and d.state = 'queued') w
    where d.id = w.id and d.state = 'queued' and w.reason is not null`.execute(ctx.db)
}

/** Adds cancelled calendar entries for lost shifts, with the last told times. */
async function withdrawEntries(
  { db }: Ctx,
  lost: readonly Pick<Pair, 'shift' | 'person' | 'sequence'>[],
): Promise<void> {
  if (!lost.length) return
  const entries = lost.map(({ shift, person, sequence }) => ({ shift, person, sequence }))
  await sql`
    insert into withdrawn_shifts (shift, event, person, event_name, start, "end", sequence)
    select distinct on (w.shift, w.person) w.shift, (t.facts ->> 'event')::bigint, w.person, coalesce(t.facts ->> 'event_name', ''),
      (t.facts ->> 'start')::timestamptz, (t.facts ->> 'end')::timestamptz, w.sequence + 1
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as w (shift bigint, person bigint, sequence integer)
    join told t on t.shift = w.shift and t.person = w.person and t.facts ->> 'start' is not null and t.facts ->> 'end' is not null
    order by w.shift, w.person, t.at desc, t.id desc
    on conflict (site_id, person, shift) do update set event = excluded.event, event_name = excluded.event_name, start = excluded.start, "end" = excluded."end",
      sequence = greatest(excluded.sequence, withdrawn_shifts.sequence + 2), withdrawn_at = now()`.execute(db)
}

/** Reads the last notices per person and shift, to distinguish new ones. */
async function readLast(ctx: Ctx, shifts: readonly number[]) {
  const { rows } = await sql<{ shift: number; person: number; failed: number | null; latest: number }>`
    select shift, person, max(id) as latest,
      max(id) filter (where kind = 'shift.assigned' and state in ('failed', 'bounced', 'complained')) as failed
    from deliveries where shift = any (${shifts}::bigint[]) group by shift, person`.execute(ctx.db)
  return {
    failed: new Map(rows.map((row) => [keyOf(row), row.failed])),
    latest: new Map(rows.map((row) => [keyOf(row), row.latest])),
  }
}

type QueuedNotice = {
  shift: number
  event: number | null
  person: number
  kind: NoticeKind
  cause: string
  start_local_date: string
  useful_until: string
  /** The instant by which it is urgent. */
  near: string
  facts: object
  request_id: string | null
}

const ofMessage = (field: 'useful_until' | 'near') =>
  sql`case n.kind when 'shift.assigned' then min(n.${sql.ref(field)}) over (partition by n.person, n.kind, c.channel) else n.${sql.ref(field)} end`

/**
 * Queues one row by email, and one by SMS for people who get SMS; both are checked again before sending. Requeues a
 * cancelled unsent row. One message per kind and channel covers all shifts of a person, with the urgency of the
 * earliest.
 */
async function queue(ctx: Ctx, notices: readonly QueuedNotice[]): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`insert into deliveries (shift, event, person, kind, channel, lane, cause, start_local_date, due_at, useful_until, facts, together, request_id)
    select n.shift, n.event, n.person, n.kind, c.channel, ${noticeLane(sql`${ctx.clock.now()}`, ofMessage('near'))}, n.cause, n.start_local_date, ${ctx.clock.now()},
      ${ofMessage('useful_until')}, n.facts,
      case when count(*) over (partition by n.person, n.kind, c.channel) > 1 then ${randomUUID()}::text end, n.request_id
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n (shift bigint, event bigint, person bigint, kind text, cause text, start_local_date date, useful_until timestamptz, near timestamptz, facts jsonb, request_id text)
    join people p on p.id = n.person and p.is_active and p.erased_at is null
    cross join (values ('email'), ('sms')) c (channel)
    where case c.channel when 'email' then p.email <> '' else ${ctx.site.sms_enabled} and p.phone is not null and p.sms_verified and p.sms_notifications end
    on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do update
      set state = 'queued', reason = null, lane = excluded.lane, due_at = excluded.due_at, useful_until = excluded.useful_until, facts = excluded.facts,
        together = excluded.together, request_id = excluded.request_id, retry_at = null, updated_at = clock_timestamp()
      where deliveries.state in ('cancelled', 'skipped') returning id`.execute(ctx.db)
  ctx.notices?.queued?.(rows.map(({ id }) => id))
}
