import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { ListShape } from '#server/engine/collections/contract.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { listUpcomingEvents } from '#server/events/upcoming.ts'
import { listCurrentNews } from '#server/news/current/queries.ts'
import { listNeededShifts } from '#server/open-shifts/queries.ts'
import { listNewIds } from '#server/people/registrations.ts'
import { readFaultyEvents } from '#server/publishing/faulty-events.ts'
import { listWaitingIds } from '#server/requests/answer/queries.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { listRecordHours } from '#server/timesheets/record-hours.ts'
import { readSetup } from './first-steps.ts'

/** Maximum pending requests and unpublished events on an admin's cards. */
const [MAX_REQUESTS, MAX_UNPUBLISHED] = [20, 500]

type Results = ListShape['results']

/**
 * Handles `GET dashboard`: cards as ids, and every record on them with related facts. Reads each collection once. `GET
 * shifts/open` has the records of the shifts needed most.
 */
export async function readDashboard(ctx: Ctx, engine: CollectionsEngine) {
  const person = requirePerson(ctx.actor)
  const [own, admin, needed] = await Promise.all([
    readOwnCards(ctx, person),
    standingOf(ctx.actor) === 'admin' ? readAdminCards(ctx) : null,
    listNeededShifts(ctx),
  ])
  const idsOf = (kind: 'event' | 'series') =>
    own.upcoming_events.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const read = async (name: string, ids: readonly number[], expand = '') => {
    const query = { id: [...new Set(ids)].join(','), limit: '-1', ...(expand && { expand }) }
    return ids.length ? (await engine.read(ctx, name, query)).results : {}
  }
  const shifts = [...own.upcoming_shifts, ...own.record_hours, ...(admin?.shifts_outside ?? [])]
  const parts = await Promise.all([
    read('shifts', shifts, 'event,role,assignment,location'),
    read('requests', [...own.own_requests, ...(admin?.pending_requests ?? [])], 'event,person'),
    read('events', [...idsOf('event'), ...(admin?.unpublished_events ?? [])], 'location,eventtype'),
    read('series', idsOf('series')),
    read('news', own.news),
    read('people', admin?.new_registrations ?? []),
  ])
  const results: Results = { shifts: {}, events: {}, series: {}, news: {}, requests: {}, people: {} }
  for (const part of parts)
    for (const [collection, records] of Object.entries(part))
      results[collection] = { ...results[collection], ...records }
  return { results, cards: { ...own, ...admin, needed_most: idsIn(needed) } }
}

const idsIn = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

async function readOwnCards({ db, site, clock }: Ctx, person: number) {
  const now = clock.now()
  const [shifts, hours, news, events, requests, { verify }] = await Promise.all([
    listUpcomingShifts(db, { person, now }),
    site.feature_timesheets ? listRecordHours(db, { person, now, zone: site.timezone }) : [],
    listCurrentNews(db, { now }),
    listUpcomingEvents(db, { person, now, admin: false }),
    listOwnRequests(db, { person, now }),
    readSetup(db, { site, person }),
  ])
  return {
    upcoming_shifts: idsIn(shifts),
    record_hours: idsIn(hours),
    news: idsIn(news),
    upcoming_events: events.map(({ kind, id }) => ({ kind, id })),
    own_requests: idsIn(requests),
    verify_phone: verify !== null,
  }
}

async function readAdminCards({ db, clock }: Ctx) {
  const now = clock.now()
  const [new_registrations, waiting, { unpublished, outside }] = await Promise.all([
    listNewIds(db),
    listWaitingIds(db, { now, limit: MAX_REQUESTS }),
    readFaultyEvents(db, { now, limit: MAX_UNPUBLISHED }),
  ])
  return {
    new_registrations,
    pending_requests: waiting.ids,
    pending_requests_count: waiting.count,
    unpublished_events: idsIn(unpublished.rows),
    shifts_outside: outside.flatMap(({ shifts }) => shifts),
  }
}
