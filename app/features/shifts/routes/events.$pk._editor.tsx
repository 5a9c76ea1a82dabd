import { useLoaderData, useLocation } from '@remix-run/react'
import { idFrom } from '#app/http/parse.ts'
import { screen } from '#app/http/screen.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { together } from '#server/engine/kernel/together.ts'
import { latestTimeRequests } from '#server/requests/times/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { listEventWaiting } from '#server/waiting/queries.ts'
import { RosterScreen } from '../roster/roster-screen.tsx'

export const handle = {
  title: 'Event Shifts',
  auth: true,
  framed: false,
  width: 'none',
  rail: true,
  nameOf: ({ event }) => eventName(event.fields.name),
} satisfies PageHandle<typeof loader>

/** Edit and shifts share one screen, so that switching keeps staged edits. */
export const loader = screen({
  requires: 'admin',
  load: async (ctx, { params }) => {
    const event = idFrom(params.pk)
    const { editor, waiting } = await together({
      editor: getRosterEditor(ctx.db, { event, zone: ctx.site.timezone, now: ctx.clock.now() }),
      waiting: listEventWaiting(ctx, event),
    })
    const held = editor.shifts.flatMap(({ id, person }) => (person === null ? [] : [id]))
    return {
      ...editor,
      waiting,
      timeRequests: await latestTimeRequests(ctx.db, { shifts: held, now: ctx.clock.now() }),
    }
  },
})

export default function EventEditor() {
  const editor = useLoaderData<typeof loader>()
  const part = useLocation().pathname.replace(/\/$/, '').endsWith('/edit') ? 'details' : 'roster'
  return (
    <RosterScreen
      key={editor.event.id}
      editor={editor}
      timeRequests={editor.timeRequests}
      waiting={editor.waiting}
      part={part}
    />
  )
}
