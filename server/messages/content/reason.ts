import { sql } from 'kysely'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { dayText } from '#server/deliveries/texts/shift/shift-text.ts'
import { dayBounds } from '#server/engine/kernel/days/rules.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { referencesOf } from '#server/messages/audience/rules.ts'

/** Names of records in an audience's rules, by table and id: `roles 4`. */
export type RuleNames = ReadonlyMap<string, string>

export async function readRuleNames(db: SiteDb, audience: Audience): Promise<RuleNames> {
  const wanted = referencesOf(audience).filter(({ table }) => NAMED.includes(table))
  if (!wanted.length) return new Map()
  const names = sql.join(
    NAMED.map((table) => sql`when ${table} then (select t.name from ${sql.table(table)} t where t.id = w.id)`),
    sql` `,
  )
  const { rows } = await sql<{ key: string; name: string | null }>`
    select w.table || ' ' || w.id as key, case w.table ${names} end as name
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w ("table" text, id bigint)`.execute(db)
  return new Map(rows.flatMap(({ key, name }) => (name ? [[key, oneLine(name)] as const] : [])))
}

const NAMED = ['assignments', 'competencies', 'events', 'roles', 'series']

type Parts = { names: RuleNames; site: Site; settings?: unknown }

/**
 * Formats why one person gets a message, to follow "You get this because": "you are a Safety helm". Named people get it
 * regardless of rules, so no rule is stated.
 */
export function reasonText(audience: Audience, person: number, parts: Parts): string {
  if (audience.people?.includes(person)) return `someone at ${oneLine(parts.site.name)} chose you`
  const clauses = [
    ...ofShift(audience, parts),
    ...ofRequest(audience, parts),
    ...ofCompetencies(audience, parts),
    ...ofAvailability(audience, parts),
    ...ofOthers(audience, parts),
  ]
  const member = `you are ${audience.access_role === 'admin' ? 'an admin' : 'a member'} of ${oneLine(parts.site.name)}`
  if (!clauses.length || audience.access_role === 'admin') clauses.unshift(member)
  return listed(clauses.slice(0, MAX_CLAUSES), 'and')
}

const MAX_CLAUSES = 3
const MAX_NAMES = 4

const listed = (words: readonly string[], last: 'and' | 'or') =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

function namesOf(table: string, ids: readonly number[] | undefined, { names }: Parts): string | null {
  const known = (ids ?? []).flatMap((id) => names.get(`${table} ${id}`) ?? [])
  return known.length && known.length <= MAX_NAMES ? listed(known, 'or') : null
}

const nameOf = (table: string, id: number | null | undefined, parts: Parts) => (id ? namesOf(table, [id], parts) : null)

const dayOf = (day: string, { site, settings }: Parts) =>
  dayText(dayBounds(day, site.timezone).start.toISOString(), site, settings)

function ofShift(audience: Audience, parts: Parts): string[] {
  const { event, series, day, day_to, roles, assignments, shift_state } = audience
  // No one must learn of a draft shift from it.
  if (shift_state === 'unpublished') return []
  const where = [
    event && (nameOf('events', event, parts) ?? 'an event'),
    series && (nameOf('series', series, parts) ?? 'a series'),
  ].flatMap((place) => (place ? [` at ${place}`] : []))
  const from = day ? ` on ${dayOf(day, parts)}` : ''
  const when = day && day_to ? ` between ${dayOf(day, parts)} and ${dayOf(day_to, parts)}` : from
  const role = roles && (namesOf('roles', roles, parts) ?? 'one of several roles')
  const duty = assignments && (namesOf('assignments', assignments, parts) ?? 'one of several assignments')
  if (role && !where.length && !when && !duty) return [`you are ${article(role)} ${role}`]
  if (!where.length && !when && !duty && !shift_state) return []
  const as = [role, duty].flatMap((word) => word || []).join(', ')
  return [`you have a shift${as && ` as ${as}`}${where.join('')}${when}`]
}

const article = (name: string) => (/^[aeiou]/i.test(name) ? 'an' : 'a')

function ofRequest({ requested }: Audience, parts: Parts): string[] {
  if (!requested) return []
  const what = nameOf('events', requested.event, parts) ?? nameOf('series', requested.series, parts)
  return [`you asked to help${what ? ` at ${what}` : ''}`]
}

function ofCompetencies({ competencies, competency }: Audience, parts: Parts): string[] {
  const held = competencies
    ? [`you hold ${namesOf('competencies', competencies, parts) ?? 'a certain competency'}`]
    : []
  if (!competency) return held
  const what = namesOf('competencies', competency.competencies, parts) ?? 'a certain competency'
  const verb = { holds: 'you hold', lacks: 'you do not hold', expires: 'you hold' }[competency.state]
  return [...held, `${verb} ${what}${competency.state === 'expires' ? ', which runs out soon' : ''}`]
}

function ofAvailability({ availability }: Audience, parts: Parts): string[] {
  if (!availability) return []
  const state = { available: 'available', if_required: 'available if required', unavailable: 'unavailable' }
  return [`you are ${state[availability.state]} on ${dayOf(availability.day, parts)}`]
}

function ofOthers(audience: Audience, parts: Parts): string[] {
  const { hours, shifts, last_shift_before, joined_since, missed, profile, tags, view, filters } = audience
  return [
    (hours || shifts) && 'of the shifts you have had',
    last_shift_before && `you have had no shift since ${dayOf(last_shift_before, parts)}`,
    joined_since && `you joined after ${dayOf(joined_since, parts)}`,
    missed && 'an earlier message did not reach you',
    profile && 'of what your profile says',
    tags && 'you are on a list the club keeps',
    (view || filters) && !tags && 'you are on a list the club keeps',
  ].flatMap((clause) => clause || [])
}
