import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { getOwnAnswers } from '#server/answers/own.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { together } from '#server/engine/kernel/together.ts'
import { countsOf, readCallOff } from '#server/events/decide/queries.ts'
import { readNextBest } from '#server/open-shifts/next-best.ts'
import { readOpenForReader } from '#server/open-shifts/own-obstacles.ts'
import { listMissingCompetencies } from '#server/requests/sign-up/missing-competencies.ts'
import { getOwnPart, getSeriesPosition } from '#server/requests/sign-up/queries.ts'
import { signUpRefusal } from '#server/requests/sign-up/rules.ts'
import { latestTimeRequests } from '#server/requests/times/queries.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { listFullAssignments } from '#server/waiting/own.ts'
import { EventScreen } from '../event/event-screen.tsx'

export const handle = {
  title: 'Event',
  auth: true,
  framed: false,
  nameOf: ({ event }) => eventName(event.name),
} satisfies PageHandle<typeof loader>

export const loader = screen({
  requires: 'member',
  load: async (ctx, { params, app }) => {
    const person = requirePerson(ctx.actor)
    const now = ctx.clock.now()
    const admin = seesAdminView(ctx.actor)
    const id = idFrom(params.pk)
    const { read, places, missing } = await together({
      read: readEvent(ctx, { id, person, admin, now }),
      places: listFullAssignments(ctx, { event: id, person, now }),
      missing: listMissingCompetencies(ctx.db, { event: id, person }),
    })
    const { mine, ...page } = read
    const { event } = page
    const waiting = event.end > now ? places : []
    const [full] = mine.length ? [] : waiting.filter(({ place }) => place === null)
    const lost = event.shifts.find(({ assignment, start: at }) => assignment === full?.assignment && new Date(at) > now)
    const others = full ? await readNextBest(ctx, person, lost?.id ?? null) : []
    return {
      ...page,
      alsoDo: others.filter((other) => other.event !== id),
      waiting,
      missing,
      person,
      admin,
      refusal: signUpRefusal(event, now),
      selfAssign: ctx.site.self_assign,
      now: now.toISOString(),
      origin: linkOrigin(app.config, ctx.site),
    }
  },
})

/** Reads the event, then what depends on its shifts. */
async function readEvent(
  ctx: Ctx,
  { id, person, admin, now }: { id: number; person: number; admin: boolean; now: Date },
) {
  const event = await getEventPage(ctx.db, {
    event: id,
    reader: { person, coordinator: admin },
    ...(admin && { now }),
  })
  const day = dayOf(event.start, ctx.site.timezone)
  const idsOf = (holder: number | null) => event.shifts.filter((shift) => shift.person === holder).map(({ id }) => id)
  const mine = idsOf(person)
  const { own, ...more } = await together({
    own: getOwnPart(ctx.db, { event: id, person, day }),
    answers: mine.length ? getOwnAnswers(ctx.db, { event: id, person, now }) : {},
    timeRequests: latestTimeRequests(ctx.db, { shifts: mine, now }),
    open: readOpenForReader(ctx, idsOf(null)),
    seriesPosition: event.series === null ? null : getSeriesPosition(ctx.db, { event: id, person, now }),
    calledOff: admin && isEventOff(event) ? readCallOff(ctx.db, id) : null,
    counts: admin ? countsOf(ctx.db, id) : null,
  })
  return { event, day, mine, ...own, ...more }
}

export default function Event() {
  return <EventScreen {...useLoaderData<typeof loader>()} />
}
