import { sql } from 'kysely'
import { type Clock, usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { createBreather } from '#server/engine/kernel/breather.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { expiresSql } from '#server/records/current.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { BEYOND_SQL, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import type { Availability, Obstacle } from './contract.ts'
import { neededSql } from './missing/queries.ts'
import type { Need } from './missing/rules.ts'
import { type Candidate, type HeldShift, markOf, obstaclesOf, type Target } from './rules.ts'
import { rememberedDays, type Span } from './spans.ts'
import { takesTimeSql } from './takes-time.ts'
import type { Voice } from './words.ts'

export type SuitabilitySite = { timezone: string; rest_hours: number; cover_needs_sign_in: boolean }

export type JudgeArgs = {
  shifts: readonly number[]
  /** Active or not; default: everyone active. */
  people?: readonly number[]
  /** Shifts that count neither as a clash nor for the rest: those that someone would give away. */
  ignoring?: readonly number[]
  now: Date
  /** Default: `them`. */
  voice?: Voice
  mustBeOpen?: boolean
  /** Reports those who opted out of cover requests and, where the site wants it, those who have never signed in. */
  forCover?: boolean
  /** By shift: times of someone who would come for part of it. */
  times?: ReadonlyMap<number, Span>
  /** Of the reader of the words; default: the usual formats. */
  reader?: Clock
  /** Lets unpublished shifts clash. Omit for members, who must not learn of those. */
  withDrafts?: boolean
}

export type Judged = {
  person: number
  name: string
  /** Empty for suitable people. */
  obstacles: Obstacle[]
  availability: Availability
  /** Published shifts in the last 90 days. */
  recent: number
}

type Facts = {
  targets: Omit<Target, 'days' | 'needs'>[]
  needs: (Need & { shift: number })[]
  people: {
    person: number
    name: string
    active: boolean
    cover_requests: boolean
    signed_in: boolean
    recent: number
  }[]
  availability: { person: number; date: string; available: number }[]
  held: (HeldShift & { person: number })[]
  records: { person: number; competency: number; expires: string | null }[]
}

/**
 * Judges people for shifts: obstacles, availability and recent shifts. One statement, whatever the number of shifts and
 * people.
 * @returns people by shift, ordered by name; omits unknown shifts.
 */
export async function judge(db: SiteDb, site: SuitabilitySite, args: JudgeArgs): Promise<Map<number, Judged[]>> {
  if (!args.shifts.length || args.people?.length === 0) return new Map(args.shifts.map((shift) => [shift, []]))
  const { targets, candidates, rules } = await readCase(db, site, args)
  const breathe = createBreather()
  const byShift = new Map<number, Judged[]>()
  for (const target of targets) {
    const judged: Judged[] = []
    for (const { name, recent, ...candidate } of candidates) {
      const mark = markOf(target.days, candidate.availability)
      judged.push({
        person: candidate.person,
        name,
        obstacles: obstaclesOf(target, candidate, rules),
        availability: mark === 'unavailable' ? ('unmarked' as const) : mark,
        recent,
      })
      await breathe()
    }
    byShift.set(target.shift, judged)
  }
  return byShift
}

/** The person's obstacles if they gave the `giving` shifts away; null if a shift or person is unknown. */
export type PersonJudge = (person: number, giving: ReadonlySet<number>) => (shift: number) => Obstacle[] | null

/** Reads the facts once for any number of judgements. */
export async function personJudge(db: SiteDb, site: SuitabilitySite, args: JudgeArgs): Promise<PersonJudge> {
  if (!args.shifts.length || args.people?.length === 0) return () => () => null
  const { targets, candidates, rules } = await readCase(db, site, args)
  const byShift = new Map(targets.map((target) => [target.shift, target]))
  const byPerson = new Map(candidates.map((candidate) => [candidate.person, candidate]))
  return (person, giving) => {
    const candidate = byPerson.get(person)
    const giver = { ...rules, ignoring: giving }
    return (shift) => {
      const target = byShift.get(shift)
      return target && candidate ? obstaclesOf(target, candidate, giver) : null
    }
  }
}

async function readCase(db: SiteDb, site: SuitabilitySite, args: JudgeArgs) {
  const { timezone: zone, rest_hours: restHours, cover_needs_sign_in: needsSignIn } = site
  const facts = await readFacts(db, { ...args, zone, restHours })
  const needs = grouped(facts.needs, ({ shift }) => shift)
  const rules = {
    ...args,
    restHours,
    needsSignIn,
    clock: args.reader ?? usualClock(zone, args.now),
    today: dayOf(args.now, zone),
    ignoring: new Set(args.ignoring),
    voice: args.voice ?? ('them' as const),
  }
  const days = rememberedDays(zone)
  const targets = facts.targets.map((row): Target => {
    const times = args.times?.get(row.shift)
    return { ...row, ...times, days: days(row), needs: needs.get(row.shift) ?? [] }
  })
  return { targets, candidates: candidatesOf(facts), rules }
}

type FactsArgs = JudgeArgs & { zone: string; restHours: number }

async function readFacts(db: SiteDb, args: FactsArgs): Promise<Facts> {
  const { shifts, people, now, zone, restHours, withDrafts = false } = args
  const minutes = Math.round(restHours * 60)
  const { rows } = await sql<Facts>`
    with t as (
      select s.id as shift, s.event, s.person, s.start, s."end", s.draft is not null as published, e.archived, ${sql.raw(isOffSql('e'))} as called_off, s.role, s.assignment,
        h.person as held_for, h.hold_until as held_until
      from shifts s join events e on e.site_id = s.site_id and e.id = s.event
      left join lateral (select w.person, o.hold_until from waitingoffers o join waiting w on w.site_id = o.site_id and w.id = o.waiting
        where o.site_id = s.site_id and o.shift = s.id and o.ended is null and o.exclusive and o.hold_until > ${now}) h on true
      where s.id = any (${shifts}::bigint[])),
    span as (select min(start) as first, max("end") as last,
      range_agg(tstzrange(start - make_interval(mins => ${minutes}::int), "end" + make_interval(mins => ${minutes}::int), '[]')) as times,
      make_interval(mins => ${minutes}::int) + ${sql.raw(BEYOND_SQL)} as margin from t),
    needs as (select t.shift, c.id, c.name from t join competencies c on c.id = any (${sql.raw(neededSql('t'))})),
    p as (
      select id, name, is_active and erased_at is null and role <> 'new' as active,
        cover_requests, last_login is not null as signed_in
      from people where ${
        people ? sql`id = any (${people}::bigint[])` : sql`is_active and erased_at is null and role <> 'new'`
      }),
    recent as (
      select s.person, count(*)::int as count from shifts s join events ev on ev.site_id = s.site_id and ev.id = s.event and ${takesTimeSql('ev', now)}
      where s.person in (select id from p) and s.draft is not null and s.start >= ${now}::timestamptz - interval '90 days' and s.start < ${now}
      group by s.person),
    newest as (
      select distinct on (n.person, n.competency) n.person, n.competency, ${sql.raw(expiresSql('n'))} as expires from records n
      where n.person in (select id from p) and n.competency in (select id from needs)
      order by n.person, n.competency, n.achieved desc, n.id desc)
    select
      coalesce((select json_agg(json_build_object('shift', shift, 'event', event, 'person', person, 'start', start, 'end', "end",
        'published', published, 'archived', archived, 'called_off', called_off, 'held_for', held_for, 'held_until', held_until) order by start, shift) from t), '[]') as targets,
      coalesce((select json_agg(needs order by name collate core.reading_order) from needs), '[]') as needs,
      coalesce((select json_agg(json_build_object('person', p.id, 'name', p.name, 'active', p.active, 'cover_requests', p.cover_requests, 'signed_in', p.signed_in,
        'recent', coalesce(recent.count, 0)) order by p.name collate core.reading_order, p.id)
        from p left join recent on recent.person = p.id), '[]') as people,
      coalesce((select json_agg(json_build_object('person', a.person, 'date', a.date, 'available', a.available))
        from availability a, span where a.person in (select id from p)
        and a.date between (span.first at time zone ${zone})::date and (span.last at time zone ${zone})::date), '[]') as availability,
      coalesce((select json_agg(json_build_object('person', s.person, 'shift', s.id, 'event', s.event, 'event_name', ev.name,
        'start', ${sql.raw(personStartSql('s'))}, 'end', ${sql.raw(personEndSql('s'))}) order by s.start, s.id)
        from shifts s join events ev on ev.site_id = s.site_id and ev.id = s.event and ${takesTimeSql('ev', now)}, span
        where s.person in (select id from p) and (${withDrafts} or s.draft is not null)
        and s.start < span.last + span.margin and s.start > span.first - span.margin - interval '60 days'
        and span.times && tstzrange(${sql.raw(personStartSql('s'))}, ${sql.raw(personEndSql('s'))})), '[]') as held,
      coalesce((select json_agg(newest) from newest), '[]') as records`.execute(db)
  return rows[0]!
}

function candidatesOf(facts: Facts): (Candidate & { name: string; recent: number })[] {
  const availability = grouped(facts.availability, ({ person }) => person)
  const held = grouped(facts.held, ({ person }) => person)
  const records = grouped(facts.records, ({ person }) => person)
  return facts.people.map((row) => ({
    ...row,
    availability: Object.fromEntries((availability.get(row.person) ?? []).map((day) => [day.date, day.available])),
    shifts: held.get(row.person) ?? [],
    competencies: Object.fromEntries((records.get(row.person) ?? []).map((one) => [one.competency, one.expires])),
  }))
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
