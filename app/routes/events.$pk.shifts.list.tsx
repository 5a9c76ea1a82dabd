import { useLoaderData } from '@remix-run/react'
import { qrPath } from '#server/engine/kernel/qr.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { idFrom } from '../http/parse.ts'
import { screen } from '../http/screen.ts'
import { ShiftListScreen } from '../screens/shift-list/shift-list-screen.tsx'
import { eventName } from '../shell/page-names.ts'
import { paths } from '../shell/paths.ts'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Shift List',
  auth: true,
  nameOf: eventName,
  framed: true,
  width: '1120px',
} satisfies PageHandle<typeof loader>

/** A printable list of one event's shifts. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { params, url }) => {
    const event = await getEventPage(ctx.db, { event: idFrom(params.pk), reader: 'editor', now: ctx.clock.now() })
    const live = `${url.host}${paths.event(event.id)}`
    return { event, now: ctx.clock.now().toISOString(), live, qr: qrPath(`${url.protocol}//${live}`) }
  },
})

export default function ShiftList() {
  return <ShiftListScreen {...useLoaderData<typeof loader>()} />
}
