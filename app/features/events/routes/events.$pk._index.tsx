import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { getOwnAnswers } from '#server/answers/own.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
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
    const event = await getEventPage(ctx.db, {
      event: idFrom(params.pk),
      reader: { person, coordinator: admin },
      ...(admin && { now }),
    })
    const day = dayOf(event.start, ctx.site.timezone)
    const mine = event.shifts.filter((shift) => shift.person === person).map(({ id }) => id)
    const open = event.shifts.filter((shift) => shift.person === null).map(({ id }) => id)
    const waiting = event.end > now ? await listFullAssignments(ctx, { event: event.id, person, now }) : []
    const [full] = mine.length ? [] : waiting.filter(({ place }) => place === null)
    const lost = event.shifts.find(({ assignment, start: at }) => assignment === full?.assignment && new Date(at) > now)
    const others = full ? await readNextBest(ctx, person, lost?.id ?? null) : []
    return {
      event,
      alsoDo: others.filter((other) => other.event !== event.id),
      answers: mine.length ? await getOwnAnswers(ctx.db, { event: event.id, person, now }) : {},
      waiting,
      timeRequests: await latestTimeRequests(ctx.db, { shifts: mine, now }),
      ...(await getOwnPart(ctx.db, { event: event.id, person, day })),
      missing: await listMissingCompetencies(ctx.db, { event: event.id, person }),
      open: await readOpenForReader(ctx, open),
      seriesPosition: event.series === null ? null : await getSeriesPosition(ctx.db, { event: event.id, person, now }),
      person,
      day,
      admin,
      calledOff: admin && isEventOff(event) ? await readCallOff(ctx.db, event.id) : null,
      counts: admin ? await countsOf(ctx.db, event.id) : null,
      refusal: signUpRefusal(event, now),
      selfAssign: ctx.site.self_assign,
      now: now.toISOString(),
      origin: siteOrigin(app.config, ctx.site.slug),
    }
  },
})

export default function Event() {
  return <EventScreen {...useLoaderData<typeof loader>()} />
}
