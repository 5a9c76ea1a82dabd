import { sql } from 'kysely'
import { actionLabel, changedFields, fieldWords } from '#server/audit/labels.ts'
import { namedIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { addDays, dayOf } from '#server/engine/kernel/days/rules.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { expiresSql } from '#server/records/current.ts'
import { timeOfPeople } from '#server/shift-facts/time-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { ENDING_DAYS, type HeldCompetency, type PersonFacts, type TrailLine } from './contract.ts'

const MAX_LINES = 50

const own = { start: sql.raw(personStartSql('s')), end: sql.raw(personEndSql('s')) }

/** Lists the latest audit lines about a person, newest first, with field names but never values. */
export async function listTrail(db: SiteDb, person: number): Promise<TrailLine[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('people', (join) =>
      join.onRef('people.site_id', '=', 'audit.site_id').on('people.id', '=', sql<number>`${namedIn('audit')}`),
    )
    .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.details', 'people.name', 'people.email'])
    .where('audit.subject', '=', 'people')
    .where('audit.subject_id', '=', person)
    .orderBy('audit.id', 'desc')
    .limit(MAX_LINES)
    .execute()
  return rows.map(({ id, at, actor, action, details, name, email }) => ({
    id: Number(id),
    at: at.toISOString(),
    actor,
    by: name || email,
    action,
    label: actionLabel(action),
    fields: changedFields({ action, details: detailsOf(details) }).map((name) => ({
      name,
      words: fieldWords(action, name),
    })),
  }))
}

const detailsOf = (details: unknown): Record<string, unknown> =>
  details !== null && typeof details === 'object' ? { ...details } : {}

type Row = { id: number; person: number; name: string; expires: string | null }

/** Takes two queries, whatever the number of people. Counts only published shifts, except in `upcoming`. */
export async function readPersonFacts(
  { db, site, clock }: Pick<Ctx, 'db' | 'site' | 'clock'>,
  people: readonly number[],
): Promise<Record<number, PersonFacts>> {
  if (!people.length) return {}
  const now = clock.now()
  const today = dayOf(now, site.timezone)
  const ids = sql`${[...people]}::integer[]`
  const held = sql<Row>`
    select distinct on (r.person, r.competency) c.id, r.person, c.name, ${sql.raw(expiresSql('r'))}::text as expires
    from core.records r join core.competencies c on c.site_id = r.site_id and c.id = r.competency
    where r.person = any (${ids}) and not c.archived and r.achieved <= ${today}
    order by r.person, r.competency, r.achieved desc, r.id desc`.execute(db)
  const worked = sql<Omit<PersonFacts, 'held'> & { person: number }>`
    select s.person,
      coalesce(sum(s.hours) filter (where is_published and s.actual_end >= ${now}::timestamptz - interval '1 year'), 0)::float as hours,
      count(*) filter (where is_published and s.former is null and ${own.end} < ${now} and ${own.end} >= ${now}::timestamptz - interval '1 year')::integer as shifts,
      ${instantText('max(o.start) filter (where is_published and o."end" < o.now)')} as last_shift,
      ${instantText('min(o.start) filter (where is_published and s.former is null and o."end" >= o.now)')} as next_shift,
      count(*) filter (where s.former is null and s."end" >= ${now})::integer as upcoming
    from ${timeOfPeople} s
    cross join lateral (select s.draft is not null as is_published, ${own.start} as start, ${own.end} as "end", ${now}::timestamptz as now) as o
    where s.person = any (${ids}) group by s.person`.execute(db)
  const [competencies, time] = await Promise.all([held, worked])
  const soon = addDays(today, ENDING_DAYS)
  const facts: Record<number, PersonFacts> = Object.fromEntries(
    people.map((id) => [id, { held: [], hours: 0, shifts: 0, last_shift: null, next_shift: null, upcoming: 0 }]),
  )
  for (const { person, ...of } of time.rows) Object.assign(facts[person] ?? {}, of)
  for (const { person, ...of } of competencies.rows)
    facts[person]?.held.push({ ...of, state: stateOf(of.expires, today, soon) })
  for (const { held: list } of Object.values(facts)) list.sort((a, b) => ORDER[a.state] - ORDER[b.state])
  return facts
}

const ORDER: Record<HeldCompetency['state'], number> = { ended: 0, ending: 1, held: 2 }

const stateOf = (expires: string | null, today: string, soon: string): HeldCompetency['state'] =>
  expires === null || expires > soon ? 'held' : expires < today ? 'ended' : 'ending'
