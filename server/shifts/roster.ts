import { sql } from 'kysely'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { assignmentNeeds, presentCount } from '#server/events/decide/assignments-sql.ts'
import type { AssignmentNeed } from '#server/events/decide/rules.ts'
import { displayHtml, type StoredMarkdown } from '#server/markdown/display-html.ts'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import { givenAnswerSql } from '#server/shift-facts/answer-states/shown.ts'
import { soughtSql } from '#server/shift-facts/answer-states/sought.ts'
import { outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** A roster shift with the names behind its ids. Instants are UTC. */
export type RosterShift = {
  id: number
  event: number
  person: number | null
  person_name: string | null
  person_avatar: string | null
  /** For coordinators on the event's page; null for everyone else. */
  person_phone: string | null
  role: number | null
  role_name: string | null
  assignment: number | null
  assignment_name: string | null
  location: number | null
  location_name: string | null
  /** The person's times; see `personTimes`. */
  start: Date
  end: Date
  /** The shift's own times. */
  planned_start: Date
  planned_end: Date
  outside: boolean
  modified_start: Date | null
  modified_end: Date | null
  draft: Date | null
  /** Null for members, and while the shift is open or unpublished. */
  answer: ShiftAnswer | null
  nudged: boolean
  /** Whether someone else recorded the answer; false for members. */
  answered_for: boolean
  sought: Sought | null
  unfit: Unfit | null
  notes: string
  sequence: number
  updated_at: Date
}

export type EventPage = {
  id: number
  name: string
  details: string
  details_html: string
  contact: string
  /** Members who are notified as its coordinators are; a member reads only themselves. */
  contacts: { person: number; name: string }[]
  color: string | null
  event_url: string | null
  archived: boolean
  minimum: number | null
  /** Shifts whose person comes; for members, and in `assignments`, only published ones. */
  filled: number
  /** Minimums of the assignments that the event names. */
  assignments: AssignmentNeed[]
  decide_at: Date | null
  decision: 'go' | 'off' | null
  /** The SEQUENCE of the calendar entry. */
  sequence: number
  start: Date
  end: Date
  series: number | null
  series_name: string | null
  eventtype: number | null
  eventtype_name: string | null
  location: number | null
  location_name: string | null
  location_address: string | null
  shifts: RosterShift[]
}

/**
 * An editor sees everything; a member sees published shifts, and only their own shifts' notes; a coordinator sees
 * published shifts with answers, obstacles and phones.
 */
export type RosterReader = 'editor' | { person: number; coordinator?: boolean }

const contactsOf = (event: string, only: number | null) => sql`coalesce((
  select json_agg(json_build_object('person', p.id, 'name', p.name) order by c.id) from event_contacts c
  join people p on p.site_id = c.site_id and p.id = c.person
  where c.site_id = ${sql.ref(`${event}.site_id`)} and c.event = ${sql.ref(`${event}.id`)} and p.id = coalesce(${only}::bigint, p.id)), '[]')`

type PageArgs = { event: number; reader: RosterReader; now?: Date }

/**
 * Reads an event with the part of its roster that `reader` may see, in one statement.
 * @param args.now enables `unfit` for coordinators; omit to judge no one.
 * @throws DomainError 'not_found', also for another site's event.
 */
export async function getEventPage(db: SiteDb, args: PageArgs): Promise<EventPage> {
  const found = await findEventPage(db, args)
  if (!found) throw notFound('This event does not exist.')
  return found
}

/** Like `getEventPage`, but returns null for an unknown event. */
export async function findEventPage(db: SiteDb, { event, reader, now }: PageArgs): Promise<EventPage | null> {
  const isEditor = reader === 'editor'
  const own = isEditor ? null : reader.person
  const reachesPeople = !isEditor && reader.coordinator === true
  const seesAnswers = isEditor || reachesPeople
  const { rows } = await sql<Omit<EventPage, 'details_html'> & Omit<StoredMarkdown, 'text'>>`
    select e.id, e.name, e.details, e.rendered_html, e.renderer, e.contact, ${contactsOf('e', seesAnswers ? null : own)} as contacts, e.color, e.event_url, e.archived, e.minimum, ${assignmentNeeds('e', sql<boolean>`${!isEditor}`)} as assignments,
      (select ${presentCount('c')} from shifts c where c.site_id = e.site_id and c.event = e.id and (${isEditor} or c.draft is not null)) as filled,
      e.decide_at, e.decision, e.sequence, e.start, e."end", e.series, se.name as series_name,
      e.eventtype, t.name as eventtype_name, e.location, l.name as location_name, l.address as location_address,
      coalesce((
        select json_agg(row_to_json(x) order by x.assignment_order nulls last, x.assignment_name collate core.reading_order, x.start, x.id) from (
          select s.id, s.event, s.person, p.name as person_name, p.avatar as person_avatar, case when ${reachesPeople} then p.phone end as person_phone, s.role, r.name as role_name,
            s.assignment, a.name as assignment_name, a."order" as assignment_order, s.location, sl.name as location_name,
            ${sql.raw(personStartSql('s'))} as start, ${sql.raw(personEndSql('s'))} as "end", s.start as planned_start, s."end" as planned_end, ${sql.raw(outsideSql('s', 'e'))} as outside,
            s.modified_start, s.modified_end, s.draft, case when ${isEditor} or s.person = ${own} then s.notes else '' end as notes,
            case when ${seesAnswers} then ${sql.raw(givenAnswerSql('s'))} end as answer, (${seesAnswers} and s.nudged) as nudged,
            (${seesAnswers} and s.answer is not null and s.answered_by is not null and s.answered_by <> s.person) as answered_for,
            case when ${seesAnswers} then ${sql.raw(soughtSql('s'))} end as sought, case when ${seesAnswers} then ${unfitAt('s', now ?? null)} end as unfit, s.sequence, s.updated_at
          from shift_facts s
          left join people p on p.site_id = s.site_id and p.id = s.person
          left join roles r on r.site_id = s.site_id and r.id = s.role
          left join assignments a on a.site_id = s.site_id and a.id = s.assignment
          left join locations sl on sl.site_id = s.site_id and sl.id = s.location
          where s.site_id = e.site_id and s.event = e.id and (${isEditor} or s.draft is not null)) x), '[]') as shifts
    from events e
    left join series se on se.site_id = e.site_id and se.id = e.series
    left join eventtypes t on t.site_id = e.site_id and t.id = e.eventtype
    left join locations l on l.site_id = e.site_id and l.id = e.location
    where e.id = ${event}`.execute(db)
  if (!rows[0]) return null
  const { rendered_html, renderer, ...found } = rows[0]
  return { ...found, details_html: displayHtml({ text: found.details, rendered_html, renderer }) }
}
