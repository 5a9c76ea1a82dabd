import { useLoaderData } from '@remix-run/react'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { qrPath } from '#server/engine/kernel/qr.pure.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { ShiftListScreen } from '../printed-list/shift-list-screen.tsx'

export const handle = {
  title: 'Shift List',
  auth: true,
  nameOf: ({ event }) => eventName(event.name),
  framed: true,
  width: '1120px',
} satisfies PageHandle<typeof loader>

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
