import { useLoaderData } from '@remix-run/react'
import { redirectWithQuery } from '#app/http/redirects.ts'
import { screen } from '#app/http/screen.ts'
import { monthWindow, readMonth } from '#server/calendar/month.pure.ts'
import { readPublicCalendar } from '#server/calendar/public/queries.ts'
import { PublicCalendarScreen } from '../public-screen.tsx'

/** Works without JavaScript when framed: every step is a plain link. */
export const handle = { title: 'Calendar', auth: false, framed: false, width: '1440px', scriptless: true }

/** Embedded pages get no header or footer, even without the query parameter. */
export const loader = screen({
  requires: 'anyone',
  load: async (ctx, { request, url }) => {
    if (request.headers.get('sec-fetch-dest') === 'iframe' && !url.searchParams.has('iframe')) {
      url.searchParams.set('iframe', '')
      throw redirectWithQuery(url.pathname, url, '?iframe=')
    }
    const { timezone, name: organisation, url: home } = ctx.site
    const month = readMonth(url.searchParams.get('month'), ctx.clock.now(), timezone)
    const calendar = await readPublicCalendar(ctx.db, monthWindow(month, timezone), { organisation, home: '' })
    return { ...month, calendar, home, framed: url.searchParams.has('iframe') }
  },
})

export default function PublicCalendar() {
  return <PublicCalendarScreen {...useLoaderData<typeof loader>()} />
}
