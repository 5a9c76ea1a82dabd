import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { useFramed } from '#app/shell/use-framed.ts'
import { gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { GridScreen } from '../roster-grid/grid-screen.tsx'
import { WallScreen } from '../roster-grid/wall-screen.tsx'

export const handle = { title: 'Roster', auth: true, framed: false, width: 'none', rail: true }

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { url }) => {
    const query = gridQuery.parse(Object.fromEntries(url.searchParams))
    const now = ctx.clock.now()
    const grid = await getGrid(ctx.db, { query, zone: ctx.site.timezone, now })
    return grid.within({ query, now: now.toISOString() }, 'grid')
  },
})

export default function Roster() {
  const data = useLoaderData<typeof loader>()
  return useFramed() ? <WallScreen {...data} /> : <GridScreen {...data} />
}
