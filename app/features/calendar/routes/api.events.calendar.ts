import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { calendarWindow, ids, instant, records, wholeNumber } from '#app/http/shapes.ts'
import { readCalendar } from '#server/calendar/queries.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { requirePerson } from '#server/engine/access/permission.ts'

const entry = z.object({
  kind: z.enum(['event', 'series']),
  id: wholeNumber,
  mine: z.boolean(),
  requested: z.boolean(),
})

export const loader = get({
  summary: 'The calendar for a period',
  requires: 'member',
  parameters: calendarWindow,
  answer: z.object({
    start: instant,
    end: instant,
    count: wholeNumber,
    entries: z.array(entry),
    order: ids,
    results: z.object({
      events: records,
      series: records,
      shifts: records,
      requests: records,
      availability: records,
      eventtypes: records,
      locations: records,
      assignments: records,
      roles: records,
    }),
  }),
  run: async (ctx, { url }) => {
    const { text } = await readCalendar(ctx.db, readWindow(url.searchParams, ctx.clock.now(), ctx.site.timezone), {
      person: requirePerson(ctx.actor),
      admin: standingOf(ctx.actor) === 'admin',
      organisation: ctx.site.name,
    })
    return text
  },
})
