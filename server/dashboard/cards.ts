import { listOwnSearches } from '#server/cover/own.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { together } from '#server/engine/kernel/together.ts'
import { listUpcomingEvents } from '#server/events/upcoming.ts'
import { pageOfCurrentNews } from '#server/news/current/queries.ts'
import { listNeededShifts } from '#server/open-shifts/queries.ts'
import { shownOpenShift } from '#server/open-shifts/rules.ts'
import { readRegistrations } from '#server/people/cards.ts'
import { readFaultyEvents } from '#server/publishing/faulty-events.ts'
import { listWaitingRequests } from '#server/requests/answer/queries.ts'
import { listOwnRequests } from '#server/requests/sign-up/own-requests.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { listRecordHours } from '#server/timesheets/record-hours.ts'
import { listQuestions, listToDo } from '#server/todo/queries.ts'
import { readSetup } from './first-steps.ts'

/** Rows per card; its page has the rest. */
const SHOWN = { news: 20, requests: 20, unpublished: 20, toDo: 5 }

/**
 * Reads a dashboard's cards in parallel, so that they travel to the database together; only the judging of the needed
 * shifts comes after. Coordinators' cards are null for members, and for an admin who views the site as a member.
 */
export async function readCards(ctx: Ctx) {
  const person = requirePerson(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin' && ctx.actor.kind === 'person' && !ctx.actor.viewAsUser
  const now = ctx.clock.now()
  const { feature_timesheets, timezone: zone } = ctx.site
  const forAdmins = <T>(read: () => Promise<T>): Promise<T> | null => (admin ? read() : null)
  const { needed, setup, faulty, ...cards } = await together({
    shifts: listUpcomingShifts(ctx.db, { person, now }),
    events: listUpcomingEvents(ctx.db, { person, now, admin }),
    news: pageOfCurrentNews(ctx.db, { now, limit: SHOWN.news }),
    requests: listOwnRequests(ctx.db, { person, now }),
    questions: listQuestions(ctx, person),
    searches: listOwnSearches(ctx.db, { person, now }),
    hours: feature_timesheets ? listRecordHours(ctx.db, { person, now, zone }) : null,
    setup: readSetup(ctx.db, { site: ctx.site, person }),
    needed: listNeededShifts(ctx),
    pending: forAdmins(() => listWaitingRequests(ctx.db, { now, limit: SHOWN.requests, each: true })),
    registrations: forAdmins(() => readRegistrations(ctx.db)),
    faulty: forAdmins(() => readFaultyEvents(ctx.db, { now, limit: SHOWN.unpublished })),
    toDo: forAdmins(() => listToDo(ctx, { limit: SHOWN.toDo })),
  })
  const { steps, verify } = setup
  return {
    ...cards,
    unpublished: faulty?.unpublished ?? null,
    verify,
    needed: needed.map((shift) => shownOpenShift(shift, admin)),
    steps: admin ? steps : null,
    isNew: steps !== null,
    admin,
    now: now.toISOString(),
  }
}

export type Cards = Awaited<ReturnType<typeof readCards>>
