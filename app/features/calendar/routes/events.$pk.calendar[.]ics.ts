import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import { getOwnAnswers } from '#server/answers/own.ts'
import { cancelledFile, eventFile } from '#server/calendar/files/event-file.ts'
import { CALENDAR_HEADERS } from '#server/calendar/files/file.ts'
import { getWithdrawn } from '#server/calendar/files/withdrawn.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { linkOrigin, uidHost } from '#server/engine/kernel/config.ts'
import { findEventPage } from '#server/shifts/roster.ts'

/** Returns the event, or the viewer's shifts of it, as a calendar file; CANCELLED once deleted. */
export const loader = screen({
  requires: 'member',
  load: async (ctx, { params, app }) => {
    const person = requirePerson(ctx.actor)
    const id = idFrom(params.pk)
    const origin = linkOrigin(app.config, ctx.site)
    const host = uidHost(app.config, ctx.site.slug)
    const options = { person, now: ctx.clock.now(), origin, host, zone: ctx.site.timezone }
    const [event, withdrawn, answers] = [
      await findEventPage(ctx.db, { event: id, reader: { person } }),
      await getWithdrawn(ctx.db, { event: id, ...options }),
      await getOwnAnswers(ctx.db, { event: id, ...options }),
    ]
    return new Response(
      event ? eventFile(event, withdrawn, { ...options, answers }) : cancelledFile(withdrawn, options),
      {
        headers: { ...CALENDAR_HEADERS, 'content-disposition': `attachment; filename="event-${id}.ics"` },
      },
    )
  },
})
