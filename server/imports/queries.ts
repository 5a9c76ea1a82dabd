import { sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { type PastImport, pastImport, UNDO_HOURS, type UnpublishedOfImport } from './contract.ts'
import type { OwnExport, OwnFacts } from './own-export.ts'
import type { ExistingPerson, PeopleFacts } from './people-plan.ts'
import type { PersonRow } from './people-rows.ts'
import { nameKey } from './rules.ts'
import type { SeasonFacts } from './season-facts.ts'
import type { SeasonRow } from './season-rows.ts'
import { isoOf } from './season-times.ts'

const DAY_MS = 86_400_000

/** Reads the people with the file's emails, and all competencies. Two queries. */
export async function peopleFacts(db: SiteDb, rows: readonly PersonRow[]): Promise<PeopleFacts> {
  const emails = rows.flatMap(({ values }) => (values ? [values.email] : []))
  const [people, competencies] = await Promise.all([
    sql<ExistingPerson>`
      select p.id, p.email, p.name, p.phone, p.role, p.is_active, p.tags, p.email_reminders, p.sms_notifications, p.joined,
        array(select distinct c.name from records r join competencies c on c.site_id = r.site_id and c.id = r.competency
          where r.site_id = p.site_id and r.person = p.id order by 1) as competencies
      from people p where p.email <> '' and p.email = any(${emails}::text[])`.execute(db),
    db.selectFrom('competencies').select('name').orderBy('id').execute(),
  ])
  return { people: people.rows, competencies: competencies.map(({ name }) => name) }
}

/**
 * Reads the facts about a programme's days: events and shifts, people in the file and on the roster, event types,
 * series, locations, assignments and roles. Eight queries for any file.
 * @param zone the site's IANA zone.
 */
export async function seasonFacts(db: SiteDb, rows: readonly SeasonRow[], zone: string): Promise<SeasonFacts> {
  const values = rows.flatMap((row) => (row.values ? [row.values] : []))
  const emails = [...new Set(values.flatMap(({ volunteer_email }) => volunteer_email ?? []))]
  const names = [
    ...new Set(values.flatMap(({ volunteer_name }) => (volunteer_name === null ? [] : nameKey(volunteer_name)))),
  ]
  const first = values.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const last = values.reduce((most, { start }) => Math.max(most, start), Number.NEGATIVE_INFINITY)
  const [from, to] = values.length ? [isoOf(first - DAY_MS), isoOf(last + DAY_MS)] : ['infinity', 'infinity']
  const named = (table: 'series' | 'locations' | 'assignments' | 'roles') =>
    db.selectFrom(table).select(['id', 'name']).orderBy('id', 'desc').execute()
  // Includes earlier events, since their shifts may clash.
  const within = sql`select e.id from events e where e.start <= ${to}::timestamptz and e."end" >= ${from}::timestamptz`
  const [eventtypes, series, locations, assignments, roles, people, events, shifts] = await Promise.all([
    db.selectFrom('eventtypes').select(['id', 'name', 'default_duration']).orderBy('id', 'desc').execute(),
    named('series'),
    named('locations'),
    named('assignments'),
    named('roles'),
    sql<SeasonFacts['people'][number]>`
      select id, name, email, is_active and role <> 'new' as assignable from people
      where (email <> '' and email = any(${emails}::text[])) or core.folded(name) = any(${names}::text[]) or id in (select s.person from shifts s where s.event in (${within}))`.execute(
      db,
    ),
    db
      .selectFrom('events')
      .select(['id', 'name', 'series', 'eventtype', 'location', 'start', 'end'])
      .select(sql<boolean>`${sql.raw(isOffSql('events'))}`.as('off'))
      .where('id', 'in', sql<number>`(${within})`)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('shifts')
      .select([
        'id',
        'event',
        'assignment',
        'role',
        'location',
        'start',
        'end',
        'modified_start',
        'modified_end',
        'person',
        'notes',
      ])
      .select(({ eb }) => eb('actual_start', 'is not', null).$castTo<boolean>().as('begun'))
      .where('event', 'in', sql<number>`(${within})`)
      .orderBy('id')
      .execute(),
  ])
  const msOf = ({ start, end }: { start: Date; end: Date }) => ({ start: start.getTime(), end: end.getTime() })
  return {
    zone,
    eventtypes,
    series,
    locations,
    assignments,
    roles,
    people: people.rows,
    events: events.map((event) => ({ ...event, ...msOf(event) })),
    shifts: shifts.map(({ modified_start, modified_end, ...shift }) => ({
      ...shift,
      ...msOf(shift),
      agreed: msOf(personTimes({ ...shift, modified_start, modified_end })),
    })),
  }
}

export async function ownFacts(db: SiteDb, { collection, rows }: OwnExport): Promise<OwnFacts> {
  const ids = rows.flatMap(({ cells: { id = '' } }) => (/^\d{1,15}$/.test(id) ? [Number(id)] : []))
  const found =
    collection === 'shifts'
      ? await db
          .selectFrom('shifts')
          .select(['id', 'event', 'person', 'role', 'assignment', 'location', 'start', 'end', 'notes'])
          .where('id', '=', sql<number>`any(${ids}::bigint[])`)
          .execute()
      : await db
          .selectFrom('events')
          .select(['id', 'name', 'series', 'eventtype', 'location', 'start', 'end'])
          .where('id', '=', sql<number>`any(${ids}::bigint[])`)
          .execute()
  return new Map(found.map(({ id, ...stored }) => [id, stored]))
}

const pastRows = (db: SiteDb) =>
  db
    .selectFrom('imports as i')
    .leftJoin('people as p', (join) => join.onRef('p.site_id', '=', 'i.site_id').onRef('p.id', '=', 'i.created_by'))
    .select(['i.id', 'i.kind', 'i.file_name', 'i.counts', 'i.created_by', 'i.created_at', 'i.undone_at'])
    .select('p.name as created_by_name')

type PastRow = Awaited<ReturnType<ReturnType<typeof pastRows>['executeTakeFirstOrThrow']>>

const pastOf = (row: PastRow): PastImport =>
  pastImport.parse({
    ...row,
    created_at: row.created_at.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
    undo_until: isoOf(row.created_at.getTime() + UNDO_HOURS * 3_600_000),
  })

/** Newest first, each with the instant until which it can be undone. */
export async function pastImports(db: SiteDb, limit = 20): Promise<PastImport[]> {
  const rows = await pastRows(db).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').limit(limit).execute()
  return rows.map(pastOf)
}

/** @throws DomainError 'not_found'. */
export async function pastImportById(db: SiteDb, id: number): Promise<PastImport> {
  const row = await pastRows(db).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return pastOf(row)
}

export async function unpublishedOfImport(db: SiteDb, id: number): Promise<UnpublishedOfImport[]> {
  const { rows } = await sql<UnpublishedOfImport>`
    select e.id as event, e.name, ${instantText('e.start')} as start, json_agg(s.id order by s.id) as shifts
    from imports i cross join lateral jsonb_array_elements_text(i.created -> 'ids' -> 'shifts') made (shift)
    join shifts s on s.site_id = i.site_id and s.id = made.shift::bigint and s.draft is null
    join events e on e.site_id = s.site_id and e.id = s.event
    where i.id = ${id} and i.undone_at is null
    group by e.id, e.name, e.start order by e.start, e.id`.execute(db)
  return rows
}
