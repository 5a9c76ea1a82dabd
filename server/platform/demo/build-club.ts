import type { Kysely } from 'kysely'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { addStarterTemplates } from '#server/messages/templates/starters.ts'
import { makeAnswers } from './answers.ts'
import { createInsert, type Insert } from './bulk-insert.ts'
import type { DemoClub } from './club.ts'
import { makeAvailability, makeNews, makeProfiles, makeRecords } from './member-data.ts'
import { makePeople } from './people.ts'
import { planAnswers, planStories } from './plan-answers.ts'
import { type DecisionPlan, planDecision } from './plan-decision.ts'
import { type EventPlan, planEvents } from './plan-events.ts'
import { planShifts, type ShiftPlan } from './plan-shifts.ts'
import { createRandom } from './random.ts'
import { makeRequests, makeTimeRequest } from './requests.ts'

type Args = { site: number; hash: string; now: Date }
type Ids = ReadonlyMap<string, number>

export async function buildClub(db: Kysely<DB>, club: DemoClub, { site, hash, now }: Args): Promise<void> {
  const insert = createInsert(db, site)
  const random = createRandom(club.site.slug)
  const people = await makePeople(db, insert, { club, hash, now, random })
  const lookups = await makeLookups(insert, club)
  const plans = planEvents(club, now)
  const shifts = planShifts({ club, plans, members: people.crew, me: people.member, admin: people.admin, now, random })
  const events = await makeEvents(insert, club, lookups, { plans, decision: planDecision(plans, shifts, now) })
  const needs = needsOf(club)
  const answering = { plans, shifts, people, isDemanding: (assignment: string) => needs.has(assignment), now }
  const stories = planStories(answering)
  const answers = planAnswers(answering, stories)
  const roleOf = new Map(club.assignments.map(({ name, role }) => [name, lookups.roles.get(role)]))
  const ids = await insert(
    'shifts',
    shifts.map(({ plan, assignment, ...shift }) => {
      return {
        ...shift,
        event: events[plan],
        role: roleOf.get(assignment),
        assignment: lookups.assignments.get(assignment),
      }
    }),
  )
  // People already know of their shifts, so that the worker sends no late reminder at its start.
  const known = [...(await shiftFacts(db as SiteDb, { shifts: ids })).values()].filter(
    ({ published, person, start }) => published && person !== null && Date.parse(start) > now.getTime(),
  )
  await insert(
    'told',
    known.map((facts) => ({
      ...{
        person: facts.person,
        shift: facts.id,
        state: 'theirs',
        facts,
        at: now,
        by: 'message',
      },
    })),
  )
  const args = { club, people, now, random }
  const { assignments, locations } = lookups
  await makeRequests(insert, { ...args, plans, shifts, events, assignments, locations })
  await makeTimeRequest(insert, { ...args, shifts, ids })
  await addStarterTemplates(db, site)
  const records = await makeRecords(insert, [...lookups.competencies.values()], args)
  const marks = await makeAvailability(insert, args)
  const suits = (person: number, { assignment, start, end }: ShiftPlan): boolean => {
    const need = needs.get(assignment)
    const day = start.toISOString().slice(0, 10)
    const holds = ({ competency, expires, ...of }: (typeof records)[number]) =>
      of.person === person && competency === lookups.competencies.get(need!) && (expires === null || expires >= day)
    const away = marks.some(
      (mark) => mark.person === person && mark.available === 0 && mark.start < end && mark.end > start,
    )
    return !away && (need === undefined || records.some(holds))
  }
  await makeAnswers(db, insert, { site, shifts, ids, events, assignments, answers, stories, people, suits, now })
  await makeProfiles(insert, args)
  await makeNews(insert, args)
  await insert('kiosks', [{ name: club.kiosk, last_seen: new Date(now.getTime() - 3_600_000) }])
}

/** By assignment: the competency that it or its role requires. */
export function needsOf({ assignments, roles }: DemoClub): Map<string, string> {
  return new Map(
    assignments.flatMap(({ name, role, needs = roles.find((one) => one.name === role)?.needs }): [string, string][] =>
      needs === undefined ? [] : [[name, needs]],
    ),
  )
}

type Lookups = Record<'types' | 'locations' | 'roles' | 'assignments' | 'competencies', Ids>

async function makeLookups(insert: Insert, club: DemoClub): Promise<Lookups> {
  const named = async (
    table: 'eventtypes' | 'locations' | 'competencies' | 'roles' | 'assignments',
    rows: readonly ({ name: string } & Record<string, unknown>)[],
  ): Promise<Ids> => {
    const ids = await insert(table, rows)
    return new Map(rows.map(({ name }, i) => [name, ids[i]!]))
  }
  const competencies = await named(
    'competencies',
    club.competencies.map(({ name, months, details }) => ({ name, valid_months: months, details })),
  )
  const required = (needs: string | undefined) => ({
    required_competencies: needs === undefined ? [] : [competencies.get(needs)!],
  })
  return {
    competencies,
    types: await named(
      'eventtypes',
      club.types.map(({ name, color, minutes }, order) => ({ name, color, default_duration: minutes, order })),
    ),
    locations: await named(
      'locations',
      club.locations.map(({ name, address, details = '' }, order) => ({ name, address, details, order })),
    ),
    roles: await named(
      'roles',
      club.roles.map(({ name, details, needs }, order) => ({ name, details, order, ...required(needs) })),
    ),
    assignments: await named(
      'assignments',
      club.assignments.map(({ name, details = '', needs }, order) => ({ name, details, order, ...required(needs) })),
    ),
  }
}

async function makeEvents(
  insert: Insert,
  club: DemoClub,
  lookups: Lookups,
  { plans, decision }: { plans: readonly EventPlan[]; decision: DecisionPlan | null },
): Promise<number[]> {
  const [recurring, weekend] = await insert('series', [
    { name: club.series.name, details: club.series.details, consecutive: false },
    { name: club.weekend.name, details: club.weekend.details ?? '', consecutive: true },
  ])
  const minimumOf = ({ needed }: DecisionPlan) => ({
    assignment: lookups.assignments.get(needed.assignment),
    minimum: needed.minimum,
  })
  const rows = plans.map(({ name, of, series, start, end }, plan) => ({
    name,
    start,
    end,
    details: of.details ?? '',
    series: series === null ? null : series === 'weekend' ? weekend : recurring,
    eventtype: lookups.types.get(of.type),
    location: lookups.locations.get(of.location),
    contact: club.site.contact_name,
    minimum: decision?.plan === plan ? decision.minimum : null,
    minimums: decision?.plan === plan ? [minimumOf(decision)] : [],
    decide_at: decision?.plan === plan ? decision.decide_at : null,
  }))
  return insert('events', rows)
}
