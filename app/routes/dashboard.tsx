import { useLoaderData } from '@remix-run/react'
import { listSilent, type Silent } from '#server/answers/silent/queries.ts'
import { readCoverCard } from '#server/cover/board/queries.ts'
import { listOwnAsks, listOwnSearches } from '#server/cover/own.ts'
import { listFirstSteps } from '#server/dashboard/first-steps.ts'
import { listRecordHours, phoneToVerify } from '#server/dashboard/own-time.ts'
import {
  listOutside,
  listUnpublishedEvents,
  listUpcomingEvents,
  listUpcomingShifts,
  type UnpublishedEvents,
} from '#server/dashboard/queries.ts'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { type EventsToDecide, listToDecide } from '#server/events/decide/queries.ts'
import { pageOfCurrentNews } from '#server/news/current/queries.ts'
import { listNeededShifts } from '#server/open-shifts/queries.ts'
import { shownOpenShift } from '#server/open-shifts/rules.ts'
import { type BlockedPeople, listBlocked } from '#server/people/blocked/queries.ts'
import { listNewRegistrations, type Registrations } from '#server/people/registrations.ts'
import { listWaitingRequests } from '#server/requests/answer/queries.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { countUnfit } from '#server/suitability/missing/queries.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import { listApprovals, listSwaps } from '#server/swaps/queries.ts'
import { listHeld } from '#server/waiting/own.ts'
import { screen } from '../http/screen.ts'
import { DashboardScreen } from '../screens/dashboard/dashboard-screen.tsx'

/** Five posts show; the others open below them, and older ones have a page. */
const NEWS_ON_DASHBOARD = 20

/** Whom to phone first. */
const SILENT_ON_DASHBOARD = 2
const GAPS_ON_DASHBOARD = 3
const TO_DECIDE_ON_DASHBOARD = 5
/** On request. */
const MAX_TO_DECIDE = 500
const APPROVALS_ON_DASHBOARD = 2

export const handle = { title: 'Dashboard', auth: true, framed: false }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }) => {
    const person = requirePerson(ctx.actor)
    const admin = standingOf(ctx.actor) === 'admin' && ctx.actor.kind === 'person' && !ctx.actor.viewAsUser
    const now = ctx.clock.now()
    const [shifts, events, unpublished, pending, registrations, blocked] = await Promise.all([
      listUpcomingShifts(ctx.db, { person, now }),
      listUpcomingEvents(ctx.db, { person, now, admin }),
      admin
        ? listUnpublishedEvents(ctx.db, { now, limit: 20 })
        : Promise.resolve<UnpublishedEvents>({ count: 0, past: 0, rows: [] }),
      admin ? listWaitingRequests(ctx.db, { now, limit: 20, each: true }) : Promise.resolve({ count: 0, rows: [] }),
      admin ? listNewRegistrations(ctx.db) : Promise.resolve<Registrations>({ count: 0, people: [] }),
      admin ? listBlocked(ctx.db, 5) : Promise.resolve<BlockedPeople>({ count: 0, rows: [] }),
    ])
    const toDecide = admin
      ? await listToDecide(ctx.db, {
          now,
          limit: url.searchParams.get('decide') === 'all' ? MAX_TO_DECIDE : TO_DECIDE_ON_DASHBOARD,
        })
      : ({ count: 0, enough: 0, rows: [] } satisfies EventsToDecide)
    const silent = admin
      ? await listSilent(ctx, SILENT_ON_DASHBOARD)
      : ({ count: 0, people: 0, all_events: 0, events: [] } satisfies Silent)
    const approvals = admin
      ? await listApprovals(ctx, APPROVALS_ON_DASHBOARD)
      : ({ count: 0, swaps: [], shifts: {}, people: {} } satisfies SwapList)
    const news = await pageOfCurrentNews(ctx.db, { now, limit: NEWS_ON_DASHBOARD })
    const requests = await listOwnRequests(ctx.db, { person, now })
    const steps = await listFirstSteps(ctx.db, ctx.site)
    const needed = (await listNeededShifts(ctx)).map((shift) => shownOpenShift(shift, admin))
    const swaps = await listSwaps(ctx, { state: 'open', limit: 20, offset: 0 }, { own: true })
    const [asks, searches] = [
      await listOwnAsks(ctx.db, { person, now }),
      await listOwnSearches(ctx.db, { person, now }),
    ]
    const { sms_enabled, feature_timesheets, timezone: zone } = ctx.site
    return {
      hours: feature_timesheets ? await listRecordHours(ctx.db, { person, now, zone }) : null,
      steps: admin ? steps : null,
      isNew: steps !== null,
      verify: sms_enabled ? await phoneToVerify(ctx.db, person) : null,
      news,
      requests,
      needed,
      swaps,
      asks,
      searches,
      held: await listHeld(ctx.db, { person, now }),
      me: person,
      pending,
      registrations,
      blocked,
      toDecide,
      silent,
      unfit: admin ? await countUnfit(ctx.db, { now }) : null,
      approvals,
      outside: admin ? await listOutside(ctx.db, { now }) : [],
      cover: admin ? await readCoverCard(ctx, GAPS_ON_DASHBOARD) : null,
      admin,
      now: now.toISOString(),
      shifts,
      events,
      unpublished,
      person: personOf(ctx.actor),
    }
  },
})

export default function Dashboard() {
  return <DashboardScreen {...useLoaderData<typeof loader>()} />
}
