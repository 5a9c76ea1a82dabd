import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isReminder } from '#server/organisation/reminders-contract.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { ShiftMessageKind } from './contract.ts'
import type { RosterNotice } from './roster-notices.ts'

/** Whether a person's changes of a shift fail to settle: nothing waits for them. */
export type IsStuck = (person: number, shift: number) => boolean

const NOTICES = ['shift.assigned', 'shift.changed'] satisfies ShiftMessageKind[]

const remindersIn = (claimed: readonly ClaimedDelivery[]) =>
  JSON.stringify(
    claimed.flatMap(({ id, shift, person, channel, due_at, kind }) =>
      isReminder(kind) ? [{ id, shift, person, channel, due_at }] : [],
    ),
  )

export const saysOf = ({ facts }: ClaimedDelivery) => (facts as Pick<RosterNotice, 'says'>).says ?? []

/** The shifts of which a message says something. */
export const shiftsOf = (row: ClaimedDelivery): number[] =>
  [row.shift ?? [], (row.facts as { shift_id?: number }).shift_id ?? [], saysOf(row).map(({ shift }) => shift)].flat()

/**
 * Reads until when messages wait, by delivery: while a change of one of their shifts can be undone. Null: for a short
 * while, since their reader hears first of a change that has settled, and of a queued notice before a reminder.
 */
export async function readWaits(
  db: SiteDb,
  claimed: readonly ClaimedDelivery[],
  { now, isStuck }: { now: Date; isStuck: IsStuck },
): Promise<ReadonlyMap<number, Date | null>> {
  const about = claimed.flatMap((row) => shiftsOf(row).map((shift) => ({ id: row.id, shift, person: row.person })))
  const { rows } = await sql<{ id: number; person: number; shift: number | null; until: Date | null }>`
    select a.id, a.person, a.shift, max(m.settle_at) filter (where m.settle_at > ${now}) as until from (
      select id, shift, person from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as a (id bigint, shift bigint, person bigint)
      union all select delivery, shift, person from told where delivery = any (${claimed.map(({ id }) => id)}::bigint[])) a
    join marks m on m.shift = a.shift and (m.settle_at > ${now} or m.person = a.person and exists (select from sites where status = 'active'))
    group by a.id, a.person, a.shift
    union all
    select r.id, r.person, null, null from jsonb_to_recordset(${remindersIn(claimed)}::jsonb)
      as r (id bigint, shift bigint, person bigint, channel text)
    where exists (select from deliveries q where q.shift = r.shift and q.person = r.person and q.channel = r.channel and q.state = 'queued'
      and q.due_at <= ${now} and q.lane <> 'held' and q.kind = any (${NOTICES}))`.execute(db)
  const waits = new Map<number, Date | null>()
  for (const { id, person, shift, until } of rows) {
    if (until === null && shift !== null && isStuck(person, shift)) continue
    const before = waits.get(id) ?? null
    waits.set(id, before && until && before > until ? before : (until ?? before))
  }
  return waits
}

/** Reads which reminders say what a notice has said since they were due. */
export async function readSaid(db: SiteDb, claimed: readonly ClaimedDelivery[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct r.id from jsonb_to_recordset(${remindersIn(claimed)}::jsonb)
      as r (id bigint, shift bigint, person bigint, channel text, due_at timestamptz)
    join told t on t.shift = r.shift and t.person = r.person and t.state = 'theirs' and t.at >= r.due_at
    join deliveries d on d.id = t.delivery and d.channel = r.channel and d.kind = any (${NOTICES})
      and d.state in ('sending', 'sent', 'delivered', 'unknown')`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
