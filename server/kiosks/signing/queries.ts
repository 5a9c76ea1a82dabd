import type { RawBuilder } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { BESIDE_MS } from '#server/shifts/hours/limits.pure.ts'
import { type ConfirmAnswer, FORGOTTEN_DAYS, type KioskData, type KioskShift, OPEN_HOURS } from './contract.ts'
import { dayOf } from './rules.ts'

const [start, end] = [sql.raw<Date>(personStartSql('s')), sql.raw<Date>(personEndSql('s'))]

type Row = Omit<KioskShift, 'start' | 'end' | 'actual_start' | 'actual_end'> & {
  start: Date
  end: Date
  actual_start: Date | null
  actual_end: Date | null
}

const toKioskShift = (row: Row): KioskShift => ({
  ...row,
  start: row.start.toISOString(),
  end: row.end.toISOString(),
  actual_start: row.actual_start?.toISOString() ?? null,
  actual_end: row.actual_end?.toISOString() ?? null,
})

async function listShifts(db: SiteDb, where: RawBuilder<SqlBool>): Promise<KioskShift[]> {
  const { rows } = await sql<Row>`
    select s.id, s.event, ${sql.raw(eventNameSql('e.name'))} as event_name, s.person, p.name as person_name, s.role,
      coalesce(a.name, r.name, '') as duty, coalesce(l.name, '') as location_name, ${start} as start, ${end} as "end", s.actual_start, s.actual_end, s.hours
    from shifts s
    join events e on e.site_id = s.site_id and e.id = s.event
    join people p on p.site_id = s.site_id and p.id = s.person
    left join roles r on r.site_id = s.site_id and r.id = s.role
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join locations l on l.site_id = s.site_id and l.id = s.location
    where s.draft is not null and ${where}
    order by coalesce(s.actual_start, ${start}), p.name collate core.reading_order, s.id`.execute(db)
  return rows.map(toKioskShift)
}

const byId = <T extends { id: number }>(rows: readonly T[]): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [row.id, row]))

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/**
 * Returns everything that a kiosk shows: published shifts of today (and an hour either side) that have not started and
 * are not called off, those in progress, names of active people, and roles. No other personal data reaches a kiosk.
 */
export async function getKioskData({ db, site, clock }: Ctx, kiosk: { id: number; name: string }): Promise<KioskData> {
  const now = clock.now()
  const today = dayOf(now, site.timezone)
  const waiting = await listShifts(
    db,
    sql`s.actual_start is null and s.actual_end is null and p.is_active and p.role <> 'new' and ${sql.raw(isLiveSql('e'))}
      and ${start} < ${later(today.end, new Date(now.getTime() + BESIDE_MS))} and (${start} >= ${today.start} or ${end} > ${new Date(now.getTime() - BESIDE_MS)})`,
  )
  const signedIn = await listShifts(
    db,
    sql`s.actual_start is not null and s.actual_end is null and (
      s.actual_start > ${now}::timestamptz - ${`${OPEN_HOURS} hours`}::interval
      or ${end} > ${now}::timestamptz - ${`${FORGOTTEN_DAYS} days`}::interval)`,
  )
  const people = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .where('role', '<>', 'new')
    .orderBy(sql`name collate core.reading_order`)
    .orderBy('id')
    .execute()
  const roles = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('archived', '=', false)
    .orderBy('order')
    .orderBy(sql`name collate core.reading_order`)
    .execute()
  return {
    now: now.toISOString(),
    kiosk: { id: kiosk.id, name: kiosk.name },
    results: { shifts: byId([...waiting, ...signedIn]), people: byId(people), roles: byId(roles) },
    lists: { waiting: idsOf(waiting), signed_in: idsOf(signedIn), people: idsOf(people), roles: idsOf(roles) },
  }
}

export async function readConfirmAnswer(db: SiteDb, ids: readonly number[]): Promise<ConfirmAnswer> {
  const results = byId(await listShifts(db, sql`s.id = any (${ids}::bigint[])`))
  const order = ids.filter((id) => results[id])
  return { count: order.length, order, results: { shifts: results } }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** The person's shift that was started and not ended, until an hour after its planned end. */
export const findOpenShift = (db: SiteDb, person: number, at: Date) =>
  findStarted(db, person, sql`${end} >= ${new Date(at.getTime() - BESIDE_MS)}`)

/** As `findOpenShift`, but also a shift that overran, for `OPEN_HOURS`. */
export const findUnfinishedShift = (db: SiteDb, person: number, at: Date) =>
  findStarted(
    db,
    person,
    sql`(${end} >= ${new Date(at.getTime() - BESIDE_MS)} or s.actual_start > ${at}::timestamptz - ${`${OPEN_HOURS} hours`}::interval)`,
  )

async function findStarted(db: SiteDb, person: number, isOn: RawBuilder<SqlBool>): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shifts s where s.person = ${person} and s.actual_start is not null and s.actual_end is null and s.draft is not null and ${isOn}
    order by s.actual_start desc, s.id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * The current event for a person without a shift: first those whose published roster has the role, then the latest to
 * start.
 */
export async function findCurrentEvent(
  db: SiteDb,
  { at, role, from }: { at: Date; role: number | null; from: Date },
): Promise<{ id: number; end: Date; location: number | null } | undefined> {
  const { rows } = await sql<{ id: number; end: Date; location: number | null }>`
    select e.id, e."end", e.location from events e
    where ${sql.raw(isLiveSql('e'))} and e.start <= ${from} and e."end" > ${at}
      and exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.draft is not null)
    order by exists (select from shifts s where s.site_id = e.site_id and s.event = e.id and s.role = ${role}::bigint and s.draft is not null) desc,
      e.start desc, e.id limit 1`.execute(db)
  return rows[0]
}
