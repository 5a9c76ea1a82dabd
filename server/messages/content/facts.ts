import { sql } from 'kysely'
import type { FieldName, FieldValues } from '#server/deliveries/texts/fields.pure.ts'
import { dayText, instantText } from '#server/deliveries/texts/shift/shift-text.ts'
import { instantText as instantSql } from '#server/engine/kernel/db/instant-sql.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { type RuleNames, readRuleNames } from './reason.ts'

/** The event that a message is about. Instants are ISO. */
export type EventFacts = {
  id: number
  name: string
  start: string
  location: string
  open_shifts: number
  called_off: boolean
  decided_at: string | null
}

export type ContentFacts = {
  sender: string
  sender_email: string
  event: EventFacts | null
  /** By person: their next shift in the audience's subject, else their next published one. */
  shifts: ReadonlyMap<number, { start: string; assignment: string }>
  names: RuleNames
}

/**
 * Reads a message's facts for these people, in four statements for any number.
 * @param about see `aboutOf`
 */
export async function readContentFacts(
  db: SiteDb,
  { about, sender, now }: { about: Audience; sender: number | null; now: Date },
  people: readonly number[],
): Promise<ContentFacts> {
  const event = await readEvent(db, about, now)
  const start = sql.raw(personStartSql('s'))
  const shifts = await sql<{ person: number; start: Date | string; assignment: string }>`
    select distinct on (s.person) s.person, ${start} as start, coalesce(a.name, r.name, '') as assignment
    from shifts s left join assignments a on a.id = s.assignment left join roles r on r.id = s.role
    where s.person = any (${people}::bigint[]) and ${sql.raw(personEndSql('s'))} > ${now} and s.draft is not null
    order by s.person, s.event is distinct from ${event?.id ?? null}::bigint, ${start}, s.id`.execute(db)
  const senders = await sql<{
    name: string
    email: string
  }>`select name, email from people where id = ${sender}`.execute(db)
  return {
    sender: senders.rows[0]?.name ?? '',
    sender_email: senders.rows[0]?.email ?? '',
    event,
    names: await readRuleNames(db, about),
    shifts: new Map(shifts.rows.map(({ person, start, assignment }) => [person, { start: iso(start), assignment }])),
  }
}

/** Finds the event of an audience; of a series or a day the next one. */
export async function readEvent(
  db: SiteDb,
  { event, series, day: first, day_to = first, requested }: Audience,
  now: Date,
): Promise<EventFacts | null> {
  // Several days are no one event.
  const day = day_to === first ? first : undefined
  const id = event ?? requested?.event ?? null
  const ofSeries = series ?? requested?.series ?? null
  if (id === null && ofSeries === null && !day) return null
  const chosen =
    id !== null
      ? sql`e.id = ${id}`
      : sql`e."end" > ${now} and (${ofSeries}::bigint is null or e.series = ${ofSeries})
          and (${day ?? null}::date is null or e.start < (${day ?? null}::date + 2) and e."end" >= ${day ?? null}::date)`
  const { rows } = await sql<Omit<EventFacts, 'start'> & { start: Date | string }>`
    select e.id, e.name, e.start, coalesce(l.name, '') as location, ${sql.raw(isOffSql('e'))} as called_off, ${instantSql('e.decided_at')} as decided_at,
      (select count(*)::integer from shifts s where s.event = e.id and s.person is null) as open_shifts
    from events e left join locations l on l.id = e.location where ${chosen} order by e.start, e.id limit 1`.execute(db)
  const [row] = rows
  return row ? { ...row, start: iso(row.start) } : null
}

const iso = (value: Date | string) => (typeof value === 'string' ? value : value.toISOString())

type Reader = { id: number; name: string; settings?: unknown }

const EVENT_FIELDS: readonly FieldName[] = [
  'event.name',
  'event.day',
  'event.start',
  'event.open_shifts',
  'button.sign_up',
  'button.event',
]

/** Whether a field has a value for one recipient; without formatting, to be fast for all of them. */
export function hasValue(
  field: FieldName,
  { event, shifts, sender }: ContentFacts,
  site: Site,
  person: Reader,
): boolean {
  if (EVENT_FIELDS.includes(field)) return event !== null
  if (field === 'event.location') return Boolean(event?.location.trim())
  if (field === 'shift.start') return shifts.has(person.id)
  if (field === 'shift.assignment') return Boolean(shifts.get(person.id)?.assignment.trim())
  if (field === 'site.name') return Boolean(site.name.trim())
  if (field === 'sender.name') return Boolean(sender.trim())
  return field === 'button.shifts' || Boolean(person.name.trim())
}

/**
 * Returns one recipient's field texts: site time, personal formats.
 * @param names of all who share the address
 */
export function fieldValues(
  facts: ContentFacts,
  site: Site,
  person: Reader,
  names: readonly string[] = [person.name],
): FieldValues {
  const { event, sender } = facts
  const shift = facts.shifts.get(person.id)
  const firstNames = names.map((name) => name.trim().split(/\s+/)[0] ?? '').filter(Boolean)
  return {
    'person.name': joined(names.map((name) => name.trim()).filter(Boolean)),
    'person.first_name': joined(firstNames),
    'site.name': site.name,
    'sender.name': sender,
    ...(event && {
      'event.name': eventName(event.name),
      'event.day': dayText(event.start, site, person.settings),
      'event.start': instantText(event.start, site, person.settings),
      'event.location': event.location,
      'event.open_shifts': String(event.open_shifts),
    }),
    ...(shift && {
      'shift.start': instantText(shift.start, site, person.settings),
      'shift.assignment': shift.assignment,
    }),
  }
}

const joined = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
