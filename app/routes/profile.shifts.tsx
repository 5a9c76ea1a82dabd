import { useLoaderData } from '@remix-run/react'
import { requirePerson } from '#server/engine/access/permission.ts'
import { shifts } from '#server/shifts/contract.ts'
import { personTimes } from '#server/shifts/times/rules.ts'
import { screen } from '../http/screen.ts'
import type { OwnShiftRow } from '../screens/profile/own-page.ts'
import { pageQuery, parsePage, relatedName } from '../screens/profile/own-page.ts'
import { ShiftsScreen } from '../screens/profile/shifts-screen.tsx'

export const handle = { title: 'Shifts', width: '860px' }

/** Only published shifts, for admins too. */
const PUBLISHED = { draft__gt: '1970-01-01T00:00:00Z' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { app, url }) => {
    const page = parsePage(url.searchParams)
    const own = { ...PUBLISHED, person: String(requirePerson(ctx.actor)) }
    const query = { ...pageQuery(page), ...own, sort: '-start', expand: 'event,role,assignment,location' }
    const { count, rows, related } = await app.collections.records(shifts).list(ctx, query)
    const nameOf = (collection: string, id: unknown) => relatedName(related, collection, id)
    const ownShifts = rows.map(
      ({ id, event, actual_start, actual_end, hours, role, assignment, location, ...planned }): OwnShiftRow => ({
        ...{ id, event, ...personTimes(planned), actual_start, actual_end, hours },
        name: nameOf('events', event) ?? '',
        assignment: [nameOf('assignments', assignment), nameOf('roles', role), nameOf('locations', location)]
          .filter(Boolean)
          .join(' · '),
      }),
    )
    return { ...page, count, rows: ownShifts, now: ctx.clock.now().toISOString() }
  },
})

export default function OwnShifts() {
  return <ShiftsScreen {...useLoaderData<typeof loader>()} />
}
