import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { createBreather } from '#server/engine/kernel/breather.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { expiresSql } from '#server/records/current.ts'
import { isOnSql } from '#server/shift-facts/event-sql.ts'
import { BEYOND_SQL, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { requiredSql, requirementsSql } from '#server/suitability/missing/queries.ts'
import { needsOf, type Requirements } from '#server/suitability/missing/rules.ts'
import { rememberedDays } from '#server/suitability/spans.ts'
import type { Suggestion, SuggestionsByShift } from './contract.ts'
import { type Candidate, type ShiftToFill, suggest } from './rules.ts'

export type SuggestionArgs = {
  event: number
  /** Of the reader of the words. Days and months are counted in its zone. */
  clock: Clock
  targets?: readonly ShiftToFill[]
  people?: readonly number[]
  search?: string | undefined
  /** Upper limit of fitting people per shift; the same again who do not fit, and all who asked. */
  limit?: number
}

/**
 * Reads shifts this far beyond the months in question: for agreed times, and the longest rest that a club can require.
 */
const NEAR = sql.raw(`(${BEYOND_SQL} + interval '48 hours')`)

type Facts = {
  event: { start: string; end: string } | null
  open: ShiftToFill[]
  people: Omit<Candidate, 'availability' | 'shifts' | 'competencies' | 'request'>[]
  requests: ({ person: number } & NonNullable<Candidate['request']>)[]
  availability: { person: number; date: string; available: number }[]
  shifts: ({ person: number } & Candidate['shifts'][number])[]
  records: { person: number; competency: number; expires: string | null }[]
  required: Requirements
  rest_hours: number
}

/**
 * Suggests people for an event's open shifts. One statement, whatever their number.
 * @throws DomainError 'not_found'.
 */
export async function suggestFor(
  db: SiteDb,
  { event, clock, targets, people: onlyPeople, search = '', limit = 12 }: SuggestionArgs,
): Promise<SuggestionsByShift> {
  const { zone } = clock
  const facts = await readFacts(db, event, zone, targets)
  if (!facts.event) throw notFound('This event does not exist.')
  const term = foldText(search)
  const people = toCandidates(facts).filter(
    ({ person, name }) => (!onlyPeople || onlyPeople.includes(person)) && foldText(name).includes(term),
  )
  const cache = new Map<string, Suggestion[]>()
  const daysOf = rememberedDays(zone)
  const breathe = createBreather()
  const all: SuggestionsByShift = {}
  for (const target of targets ?? facts.open) {
    const needs = needsOf(target, facts.required)
    const key = `${target.role} ${target.assignment} ${target.start} ${target.end}`
    const ranked =
      (targets ? undefined : cache.get(key)) ??
      suggest(target, people, { zone, event, needs, daysOf, restHours: facts.rest_hours, clock })
    cache.set(key, ranked)
    const suggestions = pickBest(ranked, limit)
    all[target.shift ?? 0] = { suggestions, more: ranked.length - suggestions.length }
    await breathe()
  }
  return all
}

function pickBest(ranked: readonly Suggestion[], limit: number): Suggestion[] {
  const left = { true: limit, false: limit }
  return ranked.filter(({ fits, requested }) => {
    left[`${fits}`] -= 1
    return requested || left[`${fits}`] >= 0
  })
}

async function readFacts(
  db: SiteDb,
  event: number,
  zone: string,
  targets: readonly ShiftToFill[] | undefined,
): Promise<Facts> {
  const window = targets && spanOfMonths(targets, zone)
  const from = window
    ? sql`${window.from}::timestamptz`
    : sql`(select date_trunc('month', coalesce(min(o.start), e.start), ${zone}) from e left join open o on true group by e.start)`
  const until = window
    ? sql`${window.until}::timestamptz`
    : sql`(select date_trunc('month', coalesce(max(o."end"), e."end"), ${zone}) + interval '32 days' from e left join open o on true group by e."end")`
  const { rows } = await sql<Facts>`
    with e as (select site_id, start, "end" from events where id = ${event}),
    open as (select id as shift, role, assignment, start, "end" from shifts where event = ${event} and person is null),
    span as (select ${from} as from_at, ${until} as until_at),
    newest as (
      select distinct on (person, competency) person, competency, ${sql.raw(expiresSql('n'))} as expires from records n
      where competency in (${sql.raw(requiredSql)})
      order by person, competency, achieved desc, id desc)
    select (select json_build_object('start', start, 'end', "end") from e) as event, (select t.rest_hours from e join sites t on t.id = e.site_id) as rest_hours,
      coalesce((select json_agg(o order by o.start, o.shift) from open o), '[]') as open,
      coalesce((select json_agg(json_build_object('person', id, 'name', name, 'avatar', avatar)) from people
        where is_active and erased_at is null and role <> 'new'), '[]') as people,
      coalesce((select json_agg(json_build_object('person', person, 'role', role, 'assignment', assignment, 'comments', comments))
        from requests where event = ${event} and declined_at is null), '[]') as requests,
      coalesce((select json_agg(json_build_object('person', a.person, 'date', a.date, 'available', a.available)) from availability a, span
        where a.date >= (span.from_at at time zone ${zone})::date and a.date <= (span.until_at at time zone ${zone})::date), '[]') as availability,
      coalesce((select json_agg(json_build_object('person', s.person, 'shift', s.id, 'event', s.event, 'event_name', ev.name, 'start', ${sql.raw(personStartSql('s'))}, 'end', ${sql.raw(personEndSql('s'))}))
        from shifts s join events ev on ev.site_id = s.site_id and ev.id = s.event and ${sql.raw(isOnSql('ev'))}, span
        where s.person is not null and s.start < span.until_at + ${NEAR} and s."end" > span.from_at - ${NEAR} and s.start > span.from_at - interval '60 days'), '[]') as shifts,
      coalesce((select json_agg(n) from newest n), '[]') as records,
      ${sql.raw(requirementsSql)} as required`.execute(db)
  const [facts] = rows
  if (!facts) throw notFound('This event does not exist.')
  return facts
}

function toCandidates(facts: Facts): Candidate[] {
  const grouped = <T extends { person: number }>(rows: readonly T[]) => {
    const groups = new Map<number, T[]>()
    for (const row of rows) {
      const group = groups.get(row.person)
      if (group) group.push(row)
      else groups.set(row.person, [row])
    }
    return groups
  }
  const requests = new Map(facts.requests.map((row) => [row.person, row]))
  const [availability, shifts, records] = [grouped(facts.availability), grouped(facts.shifts), grouped(facts.records)]
  return facts.people.map((person) => ({
    ...person,
    request: requests.get(person.person) ?? null,
    availability: Object.fromEntries((availability.get(person.person) ?? []).map((row) => [row.date, row.available])),
    shifts: shifts.get(person.person) ?? [],
    competencies: Object.fromEntries((records.get(person.person) ?? []).map((row) => [row.competency, row.expires])),
  }))
}

function spanOfMonths(targets: readonly ShiftToFill[], zone: string): { from: string; until: string } {
  const edge = (instant: string, months: number) =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .with({ day: 1 })
      .add({ months })
      .toZonedDateTime(zone)
      .toInstant()
      .toString()
  const starts = targets.map(({ start }) => start).sort()
  const ends = targets.map(({ end }) => end).sort()
  return { from: edge(starts[0] ?? '', 0), until: edge(ends.at(-1) ?? '', 1) }
}
