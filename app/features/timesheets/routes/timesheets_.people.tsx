import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { readPagePeriod, readTimesheet } from '#server/timesheets/queries.ts'
import { PeopleScreen } from '../people-screen.tsx'

export const handle = { title: 'Shifts', auth: true, framed: false, width: '1120px' }

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const period = readPagePeriod(ctx, url.searchParams)
    return { ...(await readTimesheet(ctx, period)), today: period.today }
  },
})

export default function HoursByPerson() {
  return <PeopleScreen {...useLoaderData<typeof loader>()} />
}
