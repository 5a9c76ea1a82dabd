import { requirePerson } from '#server/access/permission.ts'
import { eventFile } from '#server/calendar/files/event-file.ts'
import { CALENDAR_HEADERS } from '#server/calendar/files/file.ts'
import { getEventPage } from '#server/events/roster.ts'
import { siteOrigin } from '#server/kernel/config.ts'
import { idFrom } from '../http/parse.ts'
import { screen } from '../http/screen.ts'

/** The event, or one's own shifts of it, as a calendar file. */
export const loader = screen({
  requires: 'member',
  load: async (ctx, { params, app }) => {
    const person = requirePerson(ctx.actor)
    const event = await getEventPage(ctx.db, { event: idFrom(params.pk), reader: { person } })
    const options = {
      person,
      now: ctx.clock.now(),
      origin: siteOrigin(app.config, ctx.site.slug),
    }
    return new Response(eventFile(event, options), {
      headers: { ...CALENDAR_HEADERS, 'content-disposition': `attachment; filename="event-${event.id}.ics"` },
    })
  },
})
