import * as z from 'zod'
import { get } from '#app/http/calls.ts'
import { json } from '#app/http/problem.ts'
import { byId, calendarWindow, ids, instant, wholeNumber } from '#app/http/shapes.ts'
import { readPublicCalendar } from '#server/calendar/public/queries.ts'
import { readWindow } from '#server/calendar/window-input.ts'

/** For everyone, from any page; never with credentials. */
const OPEN = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

const event = z.object({
  id: wholeNumber,
  name: z.string(),
  start: instant,
  end: instant,
  location: z.string().nullable(),
  color: z.string().nullable(),
  organisation: z.string(),
  event_url: z.string().nullable(),
  called_off: z.boolean(),
})

export const loader = get({
  summary: 'Published events, for anyone and from any page',
  requires: 'anyone',
  parameters: calendarWindow,
  answer: z.object({ count: wholeNumber, order: ids, results: z.object({ events: byId(event) }) }),
  run: async (ctx, { url }) => {
    const window = readWindow(url.searchParams, ctx.clock.now(), ctx.site.timezone)
    const { name: organisation, url: home } = ctx.site
    return json(await readPublicCalendar(ctx.db, window, { organisation, home }), 200, OPEN)
  },
})
