import { useLoaderData } from '@remix-run/react'
import { consoleScreen } from '#app/http/console.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { sitesQuery } from '#server/operators/contract.ts'
import { SitesScreen } from '../sites-screen.tsx'

export const handle = { title: 'Sites', auth: true, framed: false }

export const loader = consoleScreen(async (_operator, { app, url }) => {
  const query = sitesQuery.parse({ status: null, ...Object.fromEntries(url.searchParams) })
  const [{ count, sites }, overview] = await Promise.all([app.console.sites(query), app.console.overview()])
  return {
    query,
    count,
    sites: sites.map((site) => ({ ...site, host: new URL(siteOrigin(app.config, site.slug)).host })),
    overview,
    now: app.clock.now().toISOString(),
  }
})

export default function Sites() {
  return <SitesScreen {...useLoaderData<typeof loader>()} />
}
