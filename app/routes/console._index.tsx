import { useLoaderData } from '@remix-run/react'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { sitesQuery } from '#server/operators/contract.ts'
import { consoleScreen } from '../http/console.ts'
import { SitesScreen } from '../screens/console/sites-screen.tsx'

export const handle = { title: 'Sites' }

export const loader = consoleScreen(async (_operator, { app, url }) => {
  const query = sitesQuery.parse({ status: null, ...Object.fromEntries(url.searchParams) })
  const { count, sites } = await app.console.sites(query)
  return { query, count, sites: sites.map((site) => ({ ...site, address: siteOrigin(app.config, site.slug) })) }
})

export default function Sites() {
  return <SitesScreen {...useLoaderData<typeof loader>()} />
}
