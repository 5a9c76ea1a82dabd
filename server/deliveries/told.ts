import { sql } from 'kysely'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'

/** `act`: they took or gave it up themselves. `hand`: a coordinator recorded it, who had spoken with the person. */
export type ToldBy = 'message' | 'act' | 'answer' | 'hand'

/** What somebody was last told of a shift, or did themselves, and the facts that they then read. */
export type Told = {
  state: 'theirs' | 'not_theirs'
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
    own.map((pair) => ({ at: ctx.clock.now(), ...pair, by, facts: facts.get(pair.shift) ?? {}, delivery: null })),
  )
}

/** Remembers what messages say that are handed to the provider. They count unless they fail. */
export const tellByMessage = (
  db: SiteDb,
  rows: readonly (Pair & Omit<Told, 'by' | 'at'> & { delivery: number })[],
  now: Date,
): Promise<void> =>
  store(
    db,
    rows.map((row) => ({ ...row, by: 'message', at: now })),
  )

async function store(db: SiteDb, rows: readonly (Pair & Told & { delivery: number | null })[]): Promise<void> {
  if (!rows.length) return
  await sql`
    insert into told (person, shift, state, facts, at, by, delivery)
    select person, shift, state, facts, at, by, delivery from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (person bigint, shift bigint, state text, facts jsonb, at timestamptz, by text, delivery bigint)
    on conflict (site_id, delivery, shift) where delivery is not null do update set facts = excluded.facts, at = excluded.at`.execute(
    db,
  )
}

/** What was told, without a role, assignment or place that is deleted since: that makes no difference to anybody. */
const FACTS = sql`t.facts - array(select unnest(array[k.name, k.name || '_id']) from (values
    ('role', exists (select from roles r where r.id = (t.facts ->> 'role_id')::bigint)),
    ('assignment', exists (select from assignments a where a.id = (t.facts ->> 'assignment_id')::bigint)),
    ('location', exists (select from locations l where l.id = (t.facts ->> 'location_id')::bigint))) k (name, stands)
  where not k.stands and t.facts ->> (k.name || '_id') is not null) as facts`

/** Lists what each person was last told of some shifts, or of all shifts of an event; messages that failed told nobody. */
export async function listTold(
  db: SiteDb,
  about: { shifts: readonly number[] } | { event: number },
): Promise<(Pair & Told)[]> {
  const { rows } = await sql<Pair & Told>`
    select distinct on (t.shift, t.person) t.shift, t.person, t.state, t.by, t.at, d.kind, ${FACTS}
    from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where ${'shifts' in about ? sql`t.shift = any (${about.shifts}::bigint[])` : sql`(t.facts ->> 'event')::bigint = ${about.event}`} and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown'))
    order by t.shift, t.person, t.at desc, t.id desc`.execute(db)
  return rows
}

/** Reads what each person was last told of some shifts. */
export async function readTold(db: SiteDb, shifts: readonly number[]): Promise<(pair: Pair) => Told | null> {
  const keyOf = ({ shift, person }: Pair) => `${shift} ${person}`
  const told = new Map((await listTold(db, { shifts })).map((row) => [keyOf(row), row]))
  return (pair) => told.get(keyOf(pair)) ?? null
}

/**
 * Lists who was last told that one of some events is called off; events may be gone.
 * @param options.soon counts everyone who has a message about it queued, also one that it takes place after all.
 */
export async function listToldOff(
  db: SiteDb,
  events: readonly number[],
  { soon = false }: { soon?: boolean } = {},
): Promise<{ event: number; person: number }[]> {
  if (!events.length) return []
  const { rows } = await sql<{ event: number; person: number }>`
    select event, person from deliveries
    where event = any (${[...events]}::bigint[]) and shift is null and kind in ('event.called_off', 'event.back_on')
      and (state in ('sending', 'sent', 'delivered', 'unknown') or ${soon} and state = 'queued')
    group by event, person having max(id) = max(id) filter (where kind = 'event.called_off' or state = 'queued') order by event, person`.execute(
    db,
  )
  return rows
}
