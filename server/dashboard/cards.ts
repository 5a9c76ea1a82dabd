import { sql } from 'kysely'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { listCurrentNews } from '#server/news/current/queries.ts'
import { listWaitingIds } from '#server/requests/answer/queries.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { listRecordHours } from './own-time.ts'
import { listOutside, listUnpublishedEvents, listUpcomingEvents, listUpcomingShifts } from './queries.ts'

/** The most pending requests on an admin's card. */
const MAX_REQUESTS = 20
const MAX_UNPUBLISHED = 500

/** The ids on each card, in the order of the card. */
export type DashboardCards = {
  upcoming_shifts: number[]
  record_hours: number[]
  news: number[]
  upcoming_events: { kind: 'event' | 'series'; id: number }[]
  own_requests: number[]
  verify_phone: boolean
}
export type AdminCards = {
  new_registrations: number[]
  pending_requests: number[]
  pending_requests_count: number
  unpublished_events: number[]
  /** Shifts ahead that lie outside their event. */
  shifts_outside: number[]
}

type Args = { site: Site; person: number; admin: boolean; now: Date }
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Reads the cards of a person; those for admins only when they are one. */
export async function readCards(
  db: SiteDb,
  { site, person, admin, now }: Args,
): Promise<DashboardCards & Partial<AdminCards>> {
  const events = await listUpcomingEvents(db, { person, now, admin })
  const cards: DashboardCards = {
    upcoming_shifts: ids(await listUpcomingShifts(db, { person, now })),
    record_hours: site.feature_timesheets ? ids(await listRecordHours(db, { person, now, zone: site.timezone })) : [],
    news: ids(await listCurrentNews(db, { now })),
    upcoming_events: events.map(({ kind, id }) => ({ kind, id })),
    own_requests: ids(await listOwnRequests(db, { person, now })),
    verify_phone: site.sms_enabled && (await needsPhoneCheck(db, person)),
  }
  return admin ? { ...cards, ...(await readAdminCards(db, now)) } : cards
}

async function needsPhoneCheck(db: SiteDb, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select(['phone', 'sms_verified', 'hide_verify_phone'])
    .where('id', '=', person)
    .executeTakeFirst()
  return row !== undefined && !row.hide_verify_phone && (row.phone === null || !row.sms_verified)
}

async function readAdminCards(db: SiteDb, now: Date): Promise<AdminCards> {
  const { rows } = await sql<{ registrations: number[] }>`
    select coalesce(json_agg(id order by id), '[]') as registrations from people where role = 'new' and erased_at is null`.execute(
    db,
  )
  const { count, ids: pending } = await listWaitingIds(db, { now, limit: MAX_REQUESTS })
  return {
    new_registrations: rows[0]!.registrations,
    pending_requests: pending,
    pending_requests_count: count,
    unpublished_events: ids((await listUnpublishedEvents(db, { now, limit: MAX_UNPUBLISHED })).rows),
    shifts_outside: (await listOutside(db, { now })).flatMap(({ shifts }) => shifts),
  }
}
