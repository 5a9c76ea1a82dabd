import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readField } from '#app/http/form-json.ts'
import { parse } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { addEvent } from '#server/shifts/roster-editor/commands.ts'
import { newEvent } from '#server/shifts/roster-editor/contract.ts'
import { usualLengths } from '#server/shifts/roster-editor/queries.ts'
import { wallOf } from '#server/shifts/roster-editor/times.ts'
import { AddEventScreen } from '../add-event/add-event-screen.tsx'

export const handle = { title: 'Add Event', auth: true, framed: false, width: '720px' }

/** Starts today by default, in the site's time zone. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx) => ({
    today: wallOf(ctx.clock.now(), ctx.site.timezone).slice(0, 10),
    lengths: await usualLengths(ctx.db),
  }),
})

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form, { app }) =>
    redirect(paths.eventShifts(await addEvent(ctx, app.collections, parse(newEvent, readField(form, 'event'))))),
})

export default function AddEvent() {
  return <AddEventScreen {...useLoaderData<typeof loader>()} />
}
