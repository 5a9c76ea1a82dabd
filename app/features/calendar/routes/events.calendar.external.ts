import type { LoaderFunctionArgs } from '@remix-run/node'
import { permitAnyone, respond } from '#app/http/pipeline.ts'
import { jsonReply } from '#app/http/reply.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { standingOf } from '#server/engine/access/actor.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { readAddresses } from '#server/organisation/calendar-addresses.pure.ts'

/**
 * Returns the external events that this person does not hide, without holding a database connection. Only admins get
 * the reason why a calendar could not be read, since only they can change it.
 */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, { methods: ['GET'], permit: permitAnyone }, async ({ app, site }) => {
    const { actor } = args.context
    requireStanding(actor, 'member')
    const window = readWindow(new URL(args.request.url).searchParams, app.clock.now(), site.timezone)
    const hidden = actor.kind === 'person' ? readAddresses(actor.person.settings.hidden_external_calendars) : []
    const shown = readAddresses(site.allowed_external_calendars).filter((address) => !hidden.includes(address))
    const answer = await app.externalCalendars(shown, { window, zone: site.timezone }, site.id)
    return jsonReply(standingOf(actor) === 'admin' ? answer : { ...answer, problems: [] })
  })
