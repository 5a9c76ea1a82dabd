import { useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { screen } from '#app/http/screen.ts'
import { getOwnAnswers } from '#server/answers/own.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { RecordPage } from '#server/engine/collections/answers.ts'
import { together } from '#server/engine/kernel/together.ts'
import { latestTimeRequests } from '#server/requests/times/queries.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { ownAnswer } from '#server/shift-facts/answer-states/shown.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import { shifts } from '#server/shifts/contract.ts'
import type { FormerHours } from '#server/shifts/hours/contract.ts'
import { listFormerHours } from '#server/shifts/hours/former.ts'
import { withTakeBack } from '#server/shifts/hours/take-back.ts'
import type { OwnShiftRow } from '../profile/own-page.ts'
import { pageQuery, parsePage, relatedName } from '../profile/own-page.ts'
import { ShiftsScreen } from '../profile/shifts-screen.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: '860px' }

/** Maximum number of shifts (ended early or called off) skipped to find the next one. */
const MAX_PASSED_OVER = 20

/** Only published shifts, for admins too. */
const PUBLISHED = { draft__gt: '1970-01-01T00:00:00Z' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app, url }) => {
    const now = ctx.clock.now().toISOString()
    const standing = (answer: ShiftAnswer | null, end: string) =>
      end <= now ? null : ownAnswer(answer, ctx.site.ask_answers)
    const me = requirePerson(ctx.actor)
    const page = parsePage(url.searchParams)
    const list = (query: Record<string, string>) =>
      app.collections.records(shifts).list(ctx, {
        ...PUBLISHED,
        person: String(me),
        expand: 'event,role,assignment,location',
        ...query,
      })
    const isFirst = page.page === 1
    const edit = /^[1-9]\d{0,14}$/.exec(url.searchParams.get('edit') ?? '')?.[0]
    const { all, after, asked, former } = await together({
      all: list({ ...pageQuery(page), sort: '-start' }),
      after: isFirst ? list({ end__gt: now, sort: 'start', limit: String(MAX_PASSED_OVER) }) : null,
      asked: edit ? list({ id: edit, start__lte: now, limit: '1' }) : null,
      former: isFirst ? listFormerHours(ctx.db, me) : ([] as FormerHours[]),
    })
    const coming = ownRows(after, standing).filter(({ end, actual_end }) => end > now && actual_end === null)
    const upcoming = coming.find(({ called_off }) => !called_off) ?? coming[0]
    const [edited = null] = ownRows(asked, standing)
    const listed = ownRows(all, standing)
    const shown = [...listed, ...(upcoming ? [upcoming] : [])].map(({ id }) => id)
    const ahead = [...listed, ...(upcoming ? [upcoming] : [])].filter((shift) => shift.planned_start > now)
    const { own, started, timeRequests } = await together({
      own: getOwnAnswers(ctx.db, { person: me, now: ctx.clock.now(), shifts: shown }),
      started: withTakeBack(ctx.db, listed, ctx.clock.now()),
      timeRequests: latestTimeRequests(ctx.db, {
        shifts: [...new Set(ahead.map(({ id }) => id))],
        now: ctx.clock.now(),
      }),
    })
    const withAnswer = <T extends OwnShiftRow>(row: T) => ({
      ...row,
      sought: own[row.id]?.sought ?? false,
      may_answer: own[row.id]?.may_answer ?? false,
      unfit: own[row.id]?.unfit ?? null,
    })
    return {
      ...page,
      count: all.count,
      rows: started.map(withAnswer),
      timeRequests,
      former,
      next: upcoming ? withAnswer(upcoming) : null,
      edited,
      now,
    }
  },
})

function ownRows(
  found: RecordPage<z.infer<typeof shifts.record>> | null,
  standing: (answer: ShiftAnswer | null, end: string) => ShiftAnswer | null,
): OwnShiftRow[] {
  if (!found) return []
  const { rows, related } = found
  const nameOf = (collection: string, id: unknown) => relatedName(related, collection, id)
  return rows.map(
    ({ id, event, answer, nudged, actual_start, actual_end, hours, role, assignment, location, ...planned }) => ({
      ...{ id, event, ...personTimes(planned), actual_start, actual_end, hours },
      ...{ planned_start: planned.start, planned_end: planned.end, outside: planned.outside },
      ...{ modified_start: planned.modified_start, modified_end: planned.modified_end },
      answer: standing(answer, planned.end),
      nudged,
      sought: false,
      may_answer: false,
      unfit: null,
      called_off: isEventOff(related.events?.[event]),
      archived: related.events?.[event]?.archived === true,
      name: nameOf('events', event) ?? '',
      assignment: [nameOf('assignments', assignment), nameOf('roles', role), nameOf('locations', location)]
        .filter(Boolean)
        .join(' · '),
    }),
  )
}

export default function OwnShifts() {
  return <ShiftsScreen {...useLoaderData<typeof loader>()} />
}
