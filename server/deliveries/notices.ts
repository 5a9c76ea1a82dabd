import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#server/engine/access/context.ts'
import { joinUnit, type UnitCtx } from '#server/engine/access/unit-of-work.ts'
import { UNDO_WINDOW_MS } from './contract.ts'
import { dueAt, localDate } from './due.ts'
import { dueStart, type Notice, noticesForChange, type Withdrawal } from './notice-rules.ts'
import { type FactsById, type ShiftFacts, shiftFacts } from './shift-facts.ts'
import { ownActor, readTold } from './told.ts'

const PART = 'deliveries.notices'

/** The shifts that are about to change, or the events whose shifts are. */
type Changing = { shifts: readonly number[] } | { events: readonly number[] }

/**
 * Reads the facts of shifts before a write changes them, unless an earlier write of the unit of work already has. The people
 * concerned are notified once, when the unit ends, of what it changed in all.
 */
export const noteShiftsBefore = (ctx: UnitCtx, changing: Changing): Promise<void> =>
  joinUnit(ctx, PART, createShiftNotices).readBefore(changing)

/** Adds shifts that a write has created. */
export const noteNewShifts = (ctx: UnitCtx, ids: readonly number[]): void =>
  joinUnit(ctx, PART, createShiftNotices).addNew(ids)

/** Collects the shifts that a unit of work changes, as they were before it. */
function createShiftNotices(ctx: Ctx) {
  /** By shift; null for a new one. */
  const before = new Map<number, ShiftFacts | null>()
  const readEvents = new Set<number>()
  const unread = (changing: Changing): Changing => {
    if ('shifts' in changing) return { shifts: changing.shifts.filter((id) => !before.has(id)) }
    const events = changing.events.filter((id) => !readEvents.has(id))
    for (const id of events) readEvents.add(id)
    return { events }
  }
  return {
    readBefore: async (changing: Changing) => {
      for (const [id, facts] of await shiftFacts(ctx.db, unread(changing))) if (!before.has(id)) before.set(id, facts)
    },
    addNew: (ids: readonly number[]) => {
      for (const id of ids) if (!before.has(id)) before.set(id, null)
    },
    finish: async () => {
      await markUnsettled(ctx, [...before.keys()])
      const stored = new Map([...before].flatMap(([id, facts]) => (facts ? [[id, facts]] : [])))
      await recordNotices(ctx, stored, await shiftFacts(ctx.db, { shifts: [...before.keys()] }))
    },
  }
}

/**
 * Marks changed shifts while a screen can undo the change, so that no search, hold, place on a waiting list or swap begins or ends because of
 * it. Marks of before are removed, once nothing asks for them.
 */
async function markUnsettled(ctx: Ctx, shifts: readonly number[]): Promise<void> {
  const [now, settle_at] = [ctx.clock.now(), nextDueTime(ctx)]
  if (settle_at <= now || !shifts.length) return
  // Those that another change is removing are left to it: nobody waits for that.
  await sql`delete from marks m using (select id from marks where settle_at <= ${now} for update skip locked) settled where m.id = settled.id`.execute(
    ctx.db,
  )
  await sql`insert into marks (shift, settle_at) select unnest(${[...shifts]}::bigint[]), ${settle_at}`.execute(ctx.db)
}

/**
 * Queues the notifications about changed shifts and withdraws messages that are no longer true, in the transaction of the
 * change. Unsent rows are withdrawn first: a message that a sender already holds counts as sent.
 * @param before facts before the change; shifts missing in it are new.
 * @param after facts after the change; shifts missing in it were removed.
 */
async function recordNotices(ctx: Ctx, before: FactsById, after: FactsById): Promise<void> {
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id)?.person || after.get(id)?.person,
  )
  if (!ids.length) return
  const zone = ctx.site.timezone
  const now = ctx.clock.now()
  const date = (iso: string) => localDate(new Date(iso), zone)
  const told = await readTold(ctx.db, ids)
  const verdicts = ids.map((id) => {
    const [was, is] = [before.get(id) ?? null, after.get(id) ?? null]
    const weekIsOver =
      is !== null && dueAt(Temporal.Instant.from(dueStart(is)), zone, 7).epochMilliseconds <= now.getTime()
    return {
      id,
      ...noticesForChange({
        before: was,
        after: is,
        told: (person) => told({ shift: id, person }),
        now,
        actor: ownActor(ctx),
        weekIsOver,
        localDate: date,
      }),
    }
  })
  await withdraw(
    ctx,
    verdicts.flatMap(({ id, withdrawals }) => withdrawals.map((w) => ({ ...w, shift: id }))),
  )
  const known = await readQueued(ctx, ids)
  const fresh = verdicts.flatMap(({ id, notices }) => notices.map((notice) => ({ ...notice, shift: id })))
  const rows = fresh.flatMap((notice) =>
    rowOf(notice, before.get(notice.shift) ?? null, after.get(notice.shift) ?? null),
  )
  if (!rows.length) return
  ctx.notices?.wanted?.(rows)
  await queue(ctx, rows)
  ctx.wake('deliveries.send')

  function rowOf({ shift, person, kind }: Notice & { shift: number }, was: ShiftFacts | null, is: ShiftFacts | null) {
    const subject = kind === 'shift.cancelled' ? was : is
    const key = `${shift} ${person}`
    if (!subject || known.queued.has(`${key} ${kind}`)) return []
    const again = known.withdrawnBy.get(key)
    const cause = kind === 'shift.assigned' ? (again ? `again:${again}` : '') : `after:${known.latest.get(key) ?? 0}`
    const facts = kind === 'shift.assigned' ? {} : { before: told({ shift, person })?.facts ?? was }
    return [
      {
        shift,
        event: subject.event,
        person,
        kind,
        cause,
        start_local_date: date(dueStart(subject)),
        useful_until: subject.start,
        facts,
      },
    ]
  }
}

async function withdraw(ctx: Ctx, withdrawals: (Withdrawal & { shift: number })[]): Promise<void> {
  if (!withdrawals.length) return
  await sql`update deliveries d set state = 'cancelled', reason = w.reason, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(withdrawals)}::jsonb) as w (shift bigint, person bigint, reason text, "exceptDate" date)
    where d.shift = w.shift and d.person = w.person and d.state = 'queued' and d.kind <> 'shift.cancelled'
      and (w."exceptDate" is null or d.start_local_date <> w."exceptDate" and d.kind like 'reminder.%')`.execute(ctx.db)
}

/** Reads which notices of each person about each shift are still queued, and the last ones, which tell those to be queued apart. */
async function readQueued(ctx: Ctx, shifts: readonly number[]) {
  const { rows } = await sql<{ shift: number; person: number; withdrawn: number; latest: number; queued: string[] }>`
    select shift, person, max(id) as latest,
      coalesce(max(id) filter (where kind = 'shift.cancelled' and state in ('sending', 'sent', 'delivered', 'unknown')), 0) as withdrawn,
      coalesce(array_agg(distinct kind) filter (where state = 'queued'), '{}') as queued
    from deliveries where shift = any (${shifts}::bigint[]) group by shift, person`.execute(ctx.db)
  const key = (row: { shift: number; person: number }) => `${row.shift} ${row.person}`
  return {
    withdrawnBy: new Map(rows.map((row) => [key(row), row.withdrawn])),
    queued: new Set(rows.flatMap((row) => row.queued.map((kind) => `${key(row)} ${kind}`))),
    latest: new Map(rows.map((row) => [key(row), row.latest])),
  }
}

type QueuedNotice = {
  shift: number
  event: number
  person: number
  kind: string
  cause: string
  start_local_date: string
  useful_until: string
  facts: object
}

/** The context of a call that a screen undoes: its messages, and the searches that it starts, wait until the undo window is over. */
export const undoable = <C extends Ctx>(ctx: C): C => ({
  ...ctx,
  notices: { ...ctx.notices, wait_ms: UNDO_WINDOW_MS },
})

/** Returns when a message that is queued now may be sent. */
export const nextDueTime = ({ clock, notices }: Pick<Ctx, 'clock' | 'notices'>): Date =>
  new Date(clock.epochMs() + (notices?.wait_ms ?? 0))

/**
 * Queues one row by email, and one by SMS for people who get SMS now; both are checked again before they are sent. A
 * withdrawn row that was never sent is queued again: nobody was notified by it. One message by each channel names all shifts that a
 * person gets at once, and is as urgent as the first of them.
 */
async function queue(ctx: Ctx, notices: readonly QueuedNotice[]): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`insert into deliveries (shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts, together)
    select n.shift, n.event, n.person, n.kind, c.channel, n.cause, n.start_local_date, ${nextDueTime(ctx)},
      case n.kind when 'shift.assigned' then min(n.useful_until) over (partition by n.person, n.kind, c.channel) else n.useful_until end, n.facts,
      case when n.kind = 'shift.assigned' and count(*) over (partition by n.person, n.kind, c.channel) > 1 then ${randomUUID()}::text end
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n (shift bigint, event bigint, person bigint, kind text, cause text, start_local_date date, useful_until timestamptz, facts jsonb)
    join people p on p.id = n.person and p.is_active and p.erased_at is null
    cross join (values ('email'), ('sms')) c (channel)
    where case c.channel when 'email' then p.email <> '' else ${ctx.site.sms_enabled} and p.phone is not null and p.sms_verified and p.sms_notifications end
    on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do update
      set state = 'queued', reason = null, due_at = excluded.due_at, useful_until = excluded.useful_until, facts = excluded.facts,
        together = excluded.together, retry_at = null, updated_at = clock_timestamp()
      where deliveries.state = 'cancelled' returning id`.execute(ctx.db)
  ctx.notices?.queued?.(rows.map(({ id }) => id))
}
