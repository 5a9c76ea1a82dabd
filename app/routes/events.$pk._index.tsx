import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/access/permission.ts'
import { getEventPage } from '#server/events/roster.ts'
import { parseMarkdown } from '#server/kernel/markdown.ts'
import { idFrom } from '../http/parse.ts'
import { screen } from '../http/screen.ts'
import { EventScreen } from '../screens/event/event-screen.tsx'

export const handle = { title: 'Event' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { params }) => {
    const person = requirePerson(ctx.actor)
    const event = await getEventPage(ctx.db, { event: idFrom(params.pk), drafts: false })
    const admin = ctx.actor.kind === 'person' && ctx.actor.person.access_role === 'admin' && !ctx.actor.viewAsUser
    return { event, details: parseMarkdown(event.details), person, admin, now: ctx.clock.now().toISOString() }
  },
})

export default function Event() {
  return <EventScreen {...useLoaderData<typeof loader>()} />
}
