import { useLoaderData } from '@remix-run/react'
import { idFrom } from '#app/http/parse.ts'
import { redirectWithQuery } from '#app/http/redirects.ts'
import { screen } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { readPublicEvent } from '#server/calendar/public/queries.ts'
import { scriptJson, structuredEvent } from '#server/calendar/public/structured-data.pure.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { PublicEventScreen } from '../public-event-screen.tsx'

/** Works without JavaScript when framed, like the public calendar that links here. */
export const handle = {
  title: 'Event',
  auth: false,
  framed: false,
  nameOf: ({ event }) => eventName(event.name),
  scriptless: true,
} satisfies PageHandle<typeof loader>

export const loader = screen({
  requires: 'anyone',
  load: async (ctx, { params, request, url, app }) => {
    if (request.headers.get('sec-fetch-dest') === 'iframe' && !url.searchParams.has('iframe')) {
      url.searchParams.set('iframe', '')
      throw redirectWithQuery(url.pathname, url, '?iframe=')
    }
    const { name: organisation, url: home, timezone } = ctx.site
    const event = await readPublicEvent(ctx.db, idFrom(params.pk), { organisation, home: '' })
    if (!event) throw notFound()
    const page = linkOrigin(app.config, ctx.site) + paths.publicEvent(event.id)
    return {
      event,
      timezone,
      framed: url.searchParams.has('iframe'),
      structured: scriptJson(structuredEvent(event, { page, home })),
    }
  },
})

export default function PublicEventPage() {
  return <PublicEventScreen {...useLoaderData<typeof loader>()} />
}
