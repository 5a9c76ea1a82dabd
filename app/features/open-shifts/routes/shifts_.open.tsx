import { useLoaderData } from '@remix-run/react'
import { seesAdminView } from '#app/http/admin-view.ts'
import { screen } from '#app/http/screen.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { together } from '#server/engine/kernel/together.ts'
import type { OpenShift } from '#server/open-shifts/contract.ts'
import { readOpenPage } from '#server/open-shifts/page-query.ts'
import { hasPublishedShift, listChoices, listOpenShifts } from '#server/open-shifts/queries.ts'
import { groupAlike, joinRequested, type Requested, shownOpenShift } from '#server/open-shifts/rules.ts'
import { listUpcomingShifts } from '#server/shifts/upcoming.ts'
import { OpenShiftsScreen } from '../open-shifts-screen.tsx'

export const handle = { title: 'Open shifts', auth: true, framed: false, width: '1120px' }

export const loader = screen({
  requires: 'member',
  load: async (ctx, { url }) => {
    const now = ctx.clock.now()
    const { filters, weeks, show, others } = readOpenPage(url.searchParams)
    const window = { from: now, until: new Date(now.getTime() + weeks * 7 * 86_400_000) }
    const { open, own, choices, published } = await together({
      open: listOpenShifts(ctx, window, filters),
      own: listUpcomingShifts(ctx.db, { person: requirePerson(ctx.actor), now }),
      choices: listChoices(ctx, window),
      published: hasPublishedShift(ctx, window),
    })
    const alike = groupAlike(open)
    // Where members take shifts, each stays listed: a request does not prevent taking one.
    const rows = ctx.site.self_assign ? alike.map((row) => ({ ...row, also: [] })) : joinRequested(alike)
    const [able, barred] = [rows.filter(({ can }) => can), rows.filter(({ can }) => !can)]
    const counts = seesAdminView(ctx.actor)
    const shown = (row: Requested<OpenShift>) => ({
      ...shownOpenShift(row, counts),
      also: row.also,
      open: counts ? row.open : null,
    })
    return {
      filters,
      weeks,
      choices,
      until: window.until,
      published,
      selfAssign: ctx.site.self_assign,
      total: counts ? open.length : null,
      able: {
        shifts: counts ? open.filter(({ can }) => can).length : null,
        left: able.length > show,
        shown: able.slice(0, show).map(shown),
      },
      barred: {
        shifts: counts ? open.filter(({ can }) => !can).length : null,
        left: barred.length > others,
        shown: barred.slice(0, others).map(shown),
      },
      own: own.filter(({ start }) => start < window.until),
    }
  },
})

export default function OpenShifts() {
  return <OpenShiftsScreen {...useLoaderData<typeof loader>()} />
}
