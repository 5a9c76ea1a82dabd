import { sql } from 'kysely'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { RosterNoticeKind } from './roster-notice-kinds.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'

/** `act`: they took or gave it up themselves. `hand`: a coordinator recorded it, who had spoken with the person. */
export type ToldBy = 'message' | 'act' | 'answer' | 'hand'

/** What somebody was last told of a shift, or did themselves, and the facts that they then read. */
export type Told = {
  /** `off`: its event is called off. */
  state: 'theirs' | 'off' | 'not_theirs'
  by: ToldBy
  facts: Partial<ShiftFacts>
  at: Date
  /** The kind of the message that told it; null for an act. */
  kind?: string | null
}

type Pair = { shift: number; person: number }

const shiftsOf = (pairs: readonly Pair[]) => pairs.map(({ shift }) => shift)

/**
 * Remembers what people did themselves, or what a coordinator recorded for them, with the facts of the shifts as they are now. An act of an
 * admin who acts as somebody is not theirs, and what a coordinator records adds nothing for those who know already.
 */
export async function tellByAct(
  ctx: Ctx,
  pairs: readonly (Pair & { state: Told['state']; at?: Date })[],
  by: ToldBy = 'act',
): Promise<void> {
  const counting = pairs.filter(
    ({ person }) =>
      by === 'message' || by === 'hand' || person !== personOf(ctx.actor) || person === ownActor(ctx.actor),
  )
  const known = by === 'hand' ? await readTold(ctx.db, shiftsOf(counting)) : null
  const own = known ? counting.filter((pair) => known(pair)?.state !== 'theirs') : counting
  if (!own.length) return
  const facts = await shiftFacts(ctx.db, { shifts: shiftsOf(own) })
  await store(
    ctx.db,
    own.map((pair) => {
      const shift = facts.get(pair.shift)
      // The page on which they act says that its event is off.
      const state = pair.state === 'theirs' && shift?.called_off ? 'off' : pair.state
      return { at: ctx.clock.now(), ...pair, state, by, facts: shift ?? {}, delivery: null }
    }),
  )
}

/** Remembers what messages say, and when. They count once they are handed to the provider, unless they fail. */
export const tellByMessage = (
  db: SiteDb,
  rows: readonly (ToldOf & Omit<Told, 'by'> & { delivery: number })[],
): Promise<void> =>
  store(
    db,
    rows.map((row) => ({ ...row, by: 'message' })),
  )

/** Remembers what somebody knows since they have called an event off, or taken that back, themselves. */
export const tellByDecision = (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  rows: readonly (ToldOf & Omit<Told, 'by' | 'at'>)[],
): Promise<void> =>
  store(
    db,
    rows.map((row) => ({ ...row, by: 'act', at: clock.now(), delivery: null })),
  )

/** Has the shifts compared again of which these messages were to tell something, which do not leave. */
export const compareAgain = async (db: SiteDb, deliveries: readonly number[]): Promise<unknown> =>
  deliveries.length &&
  sql`insert into marks (shift, person) select shift, person from told where delivery = any (${[...deliveries]}::bigint[]) and shift is not null`.execute(
    db,
  )

async function store(db: SiteDb, rows: readonly (ToldOf & Told & { delivery: number | null })[]): Promise<void> {
  if (!rows.length) return
  await sql`
    insert into told (person, shift, state, facts, at, by, delivery)
    select person, shift, state, facts, at, by, delivery from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (person bigint, shift bigint, state text, facts jsonb, at timestamptz, by text, delivery bigint)
    on conflict (site_id, delivery, shift) where delivery is not null do update set state = excluded.state, facts = excluded.facts, at = excluded.at`.execute(
    db,
  )
}

/** What was told, without a role, assignment or place that is deleted since: that makes no difference to anybody. */
const FACTS = sql`t.facts - array(select unnest(array[k.name, k.name || '_id']) from (values
    ('role', exists (select from roles r where r.id = (t.facts ->> 'role_id')::bigint)),
    ('assignment', exists (select from assignments a where a.id = (t.facts ->> 'assignment_id')::bigint)),
    ('location', exists (select from locations l where l.id = (t.facts ->> 'location_id')::bigint))) k (name, stands)
  where not k.stands and t.facts ->> (k.name || '_id') is not null) as facts`

/** A shift of a person; null stands for what they were told of an event without one. */
type ToldOf = { shift: number | null; person: number }

/**
 * Lists what each person was last told of some shifts, or of all shifts of some events and of the events themselves, which may be gone; messages that
 * failed told nobody.
 * @param options.soon counts messages about events that are queued, but not that one takes place which is gone. @param options.without leaves out messages of a kind.
 */
export async function listTold<Of extends ToldOf = Pair>(
  db: SiteDb,
  about: { shifts: readonly number[] } | { events: readonly number[] },
  { soon = false, without = null }: { soon?: boolean; without?: RosterNoticeKind | null } = {},
): Promise<(Of & Told)[]> {
  const [read, ids] =
    'shifts' in about ? [sql`t.shift`, about.shifts] : [sql`(t.facts ->> 'event')::bigint`, about.events]
  if (!ids.length) return []
  const { rows } = await sql<Of & Told>`
    select distinct on (t.shift, coalesce(t.shift, (t.facts ->> 'event')::bigint), t.person) t.shift, t.person, t.state, t.by, t.at, d.kind, ${FACTS}
    from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where ${read} = any (${[...ids]}::bigint[]) and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')
      or ${soon} and d.state = 'queued' and d.shift is null
        and (d.kind <> 'event.back_on' or exists (select from events e where e.id = (t.facts ->> 'event')::bigint))) and (d.id is null or d.kind is distinct from ${without}::text)
    order by t.shift, coalesce(t.shift, (t.facts ->> 'event')::bigint), t.person, t.at desc, t.id desc`.execute(db)
  return rows
}

/** Reads what each person was last told of some shifts. */
export async function readTold(
  db: SiteDb,
  shifts: readonly number[],
  options?: { soon?: boolean },
): Promise<(pair: Pair) => Told | null> {
  const keyOf = ({ shift, person }: Pair) => `${shift} ${person}`
  const told = new Map((await listTold(db, { shifts }, options)).map((row) => [keyOf(row), row]))
  return (pair) => told.get(keyOf(pair)) ?? null
}

/**
 * Reads who was told that an event is called off, or knows it by an act of their own, and how.
 * @param options.still leaves out those who were told, or did, anything later that says that it takes place.
 */
export async function readToldOff(
  db: SiteDb,
  event: number,
  { still = false, ...options }: { soon?: boolean; still?: boolean } = {},
): Promise<ReadonlyMap<number, ToldBy>> {
  const told = await listTold<ToldOf>(db, { events: [event] }, options)
  const isLater = (off: Told & ToldOf) => (one: Told & ToldOf) =>
    one.person === off.person && one.state === 'theirs' && one.at > off.at
  return new Map(
    told.flatMap((one) =>
      one.state === 'off' && !(still && told.some(isLater(one))) ? [[one.person, one.by] as const] : [],
    ),
  )
}
