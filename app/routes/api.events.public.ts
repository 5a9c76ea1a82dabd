import { readPublicCalendar } from '#server/calendar/public/queries.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { api } from '../http/api.ts'
import { json } from '../http/problem.ts'

/** For anybody, from any page; never with credentials. */
const OPEN = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

/** The site's events for the public and for other sites' calendars. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'anyone',
  access: 'read',
  handle: async (ctx, { url }) => {
    const window = readWindow(url.searchParams, ctx.clock.now(), ctx.site.timezone)
    const { name: organisation, url: home } = ctx.site
    return json(await readPublicCalendar(ctx.db, window, { organisation, home }), 200, OPEN)
  },
})
export const action = loader
