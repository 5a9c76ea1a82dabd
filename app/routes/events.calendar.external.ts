import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { hideCalendar } from '#server/calendar/external/commands.ts'
import { readWindow } from '#server/calendar/window-input.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { readAddresses } from '#server/organisation/calendar-addresses/rules.ts'
import { parse } from '../http/parse.ts'
import { permitAnyone, respond } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'
import { screenAction } from '../http/screen.ts'

/** Returns the external events that this person does not hide, without holding a database connection. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, { methods: ['GET'], permit: permitAnyone }, async ({ app, site }) => {
    const { actor } = args.context
    requireStanding(actor, 'member')
    const window = readWindow(new URL(args.request.url).searchParams, app.clock.now(), site.timezone)
    const hidden = actor.kind === 'person' ? readAddresses(actor.person.settings.hidden_external_calendars) : []
    const shown = readAddresses(site.allowed_external_calendars).filter((address) => !hidden.includes(address))
    return jsonReply(await app.externalCalendars(shown, { window, zone: site.timezone }, site.id))
  })

const input = z.object({
  address: boundedText({ max: 2000 }),
  hide: z.enum(['true', 'false']).transform((text) => text === 'true'),
})

/** Hides or shows one external calendar for this person. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form) => {
    await hideCalendar(ctx, parse(input, Object.fromEntries(form)))
    return {}
  },
})
