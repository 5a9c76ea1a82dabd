import { sql } from 'kysely'
import { ownActor, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Renaming } from '#server/engine/features.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { UNDO_WINDOW_MS } from './contract.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'

/** `act`: they took or gave it up themselves. `hand`: recorded by a coordinator who had spoken with them. */
export type ToldBy = 'message' | 'act' | 'answer' | 'hand'

/** Last statement to a person about a shift, or their own act, with its facts. */
export type Told = {
  /** `off`: its event is called off. */
  state: 'theirs' | 'off' | 'not_theirs'
  by: ToldBy
  facts: Partial<ShiftFacts>
  /** The facts with the names of what was deleted since, for texts. */
  said?: Partial<ShiftFacts>
  at: Date
  /** The message, where one told them, and its kind. */
  delivery?: number | null
  kind?: string | null
}

type Pair = { shift: number; person: number }

const shiftsOf = (pairs: readonly Pair[]) => pairs.map(({ shift }) => shift)

/**
 * Records people's acts, or a coordinator's entry for them, with the shifts' current facts. Impersonated acts do not
 * count, and a coordinator's entry adds nothing for people who know already.
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
      // The page on which they act shows that its event is off.
      const state = pair.state === 'theirs' && shift?.called_off ? 'off' : pair.state
      return { at: ctx.clock.now(), ...pair, state, by, facts: shift ?? {}, delivery: null }
    }),
  )
}

/**
 * Records what people know who put themselves on these shifts within an undo window, as of then, before the shifts are
 * deleted.
 */
export async function tellUnsettledActs({ db }: Ctx, shifts: readonly number[]): Promise<void> {
  const { rows } = await sql<Pair & { at: Date; theirs: boolean }>`
    select distinct on (s.id, m.person) s.id as shift, m.person, m.theirs,
      greatest(m.settle_at, '1970-01-02') - ${UNDO_WINDOW_MS} * interval '1 millisecond' as at
    from marks m join shifts s on s.id = m.shift
    where s.id = any (${[...shifts]}::bigint[]) and s.draft is not null and m.actor = m.person order by s.id, m.person, m.id desc`.execute(
    db,
  )
  const taken = rows.filter(({ theirs }) => theirs)
  if (!taken.length) return
  const facts = await shiftFacts(db, { shifts: shiftsOf(taken) })
  await store(
    db,
    taken.map(({ theirs: _, ...pair }) => ({
      ...pair,
      state: 'theirs',
      by: 'act',
      facts: facts.get(pair.shift) ?? {},
      delivery: null,
    })),
  )
}

/** Records what messages tell, and when. Counts once handed to the provider, unless they fail. */
export const tellByMessage = (
  db: SiteDb,
  rows: readonly (ToldOf & Omit<Told, 'by'> & { delivery: number })[],
): Promise<void> =>
  store(
    db,
    rows.map((row) => ({ ...row, by: 'message' })),
  )

/** Records what a person knows by deciding about an event themselves. */
export const tellByDecision = (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  rows: readonly (ToldOf & Omit<Told, 'by' | 'at'>)[],
): Promise<void> =>
  store(
    db,
    rows.map((row) => ({ ...row, by: 'act', at: clock.now(), delivery: null })),
  )

/** Deletes the rows that a person's undone acts have written since then; rows of messages stay. */
export const forgetActs = (
  db: SiteDb,
  about: { shifts: readonly number[] } | { event: number },
  { person, since }: { person: number | null; since: Date },
): Promise<unknown> =>
  sql`delete from told t where t.person = ${person}::bigint and t.by in ('act', 'answer') and t.at >= ${since}
    and ${'shifts' in about ? sql`t.shift = any (${[...about.shifts]}::bigint[])` : sql`(t.facts ->> 'event')::bigint = ${about.event}`}`.execute(
    db,
  )

const NAMED: Readonly<Record<string, string>> = { assignments: 'assignment', locations: 'location', roles: 'role' }

/** Points what people were told about a merged record to the one that replaces it, for shifts that are not over. */
export async function renameTold(
  { db, clock }: Ctx,
  { collection, id, into }: Renaming,
): Promise<Record<string, number>> {
  const field = NAMED[collection]
  if (field)
    await sql`update told set facts = jsonb_set(facts, array[${`${field}_id`}], to_jsonb(${into}::bigint))
      where (facts ->> ${`${field}_id`})::bigint = ${id} and facts ->> 'end' > ${clock.now().toISOString()}`.execute(db)
  return {}
}

/** Compares the shifts of these unsent messages again. */
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

/** SQL: the told facts. A role, assignment or location deleted since is null, like that of a shift without one. */
const FACTS = sql`t.facts || coalesce((select jsonb_object_agg(u.field, null::text) from (values
    ('role', exists (select from roles r where r.id = (t.facts ->> 'role_id')::bigint)),
    ('assignment', exists (select from assignments a where a.id = (t.facts ->> 'assignment_id')::bigint)),
    ('location', exists (select from locations l where l.id = (t.facts ->> 'location_id')::bigint))) k (name, stands)
  cross join unnest(array[k.name, k.name || '_id']) u (field)
  where not k.stands and t.facts ->> (k.name || '_id') is not null), '{}') as facts`

type ToldOptions = { soon?: boolean; without?: readonly number[]; unsent?: readonly number[] }

/** A person's shift; null for what they were told of an event. */
type ToldOf = { shift: number | null; person: number }

/**
 * Lists what each person was last told of some shifts, or of all shifts of some events and of the events themselves,
 * which may be gone. Ignores messages that failed.
 * @param options.soon counts messages about events that are queued, but not that an event takes place which is gone.
 * @param options.without ignores these deliveries and those of the same notice by the other channel.
 * @param options.unsent ignores them too, except what has been sent.
 */
export async function listTold<Of extends ToldOf = Pair>(
  db: SiteDb,
  about: { shifts: readonly number[] } | { events: readonly number[] },
  { soon = false, without = [], unsent = [] }: ToldOptions = {},
): Promise<(Of & Told)[]> {
  const [read, ids] =
    'shifts' in about ? [sql`t.shift`, about.shifts] : [sql`(t.facts ->> 'event')::bigint`, about.events]
  if (!ids.length) return []
  const { rows } = await sql<Of & Told>`
    select distinct on (t.shift, coalesce(t.shift, (t.facts ->> 'event')::bigint), t.person) t.shift, t.person, t.state, t.by, t.at, t.delivery, d.kind, t.facts as said, ${FACTS}
    from told t left join deliveries d on d.site_id = t.site_id and d.id = t.delivery
    where ${read} = any (${[...ids]}::bigint[]) and (d.id is null or d.state in ('sending', 'sent', 'delivered', 'unknown')
      or ${soon} and d.state = 'queued' and d.shift is null
        and (d.kind <> 'event.back_on' or exists (select from events e where e.id = (t.facts ->> 'event')::bigint)))
      and not exists (select from deliveries w where (w.id = any (${[...without]}::bigint[])
        or w.id = any (${[...unsent]}::bigint[]) and d.state not in ('sent', 'delivered')) and w.person = d.person and w.kind = d.kind and w.cause = d.cause)
    order by t.shift, coalesce(t.shift, (t.facts ->> 'event')::bigint), t.person, t.at desc, t.id desc`.execute(db)
  return rows
}

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
 * Reads who knows, by a message or their own act, that an event is called off.
 * @param options.still excludes people told since that it takes place.
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
