import { readCalendar } from '#server/calendar/queries.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { api } from '../http/api.ts'

/** The calendar of a window as its reader sees it. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'member',
  access: 'read',
  handle: async (ctx, { url }) => {
    const { text } = await readCalendar(ctx.db, readWindow(url.searchParams, ctx.clock.now(), ctx.site.timezone), {
      person: requirePerson(ctx.actor),
      admin: standingOf(ctx.actor) === 'admin',
      organisation: ctx.site.name,
    })
    return text
  },
})
export const action = loader
