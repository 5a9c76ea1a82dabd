import { json, type ServerBuild } from '@remix-run/node'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'

/**
 * Returns the same pages for a host that belongs to no site: no route reads, writes or redirects, and the root's page
 * explains why.
 */
export function withoutSite(build: ServerBuild): ServerBuild {
  const refuse = () => {
    throw json({ detail: SITE_NOT_FOUND }, { status: 404 })
  }
  const routes = Object.entries(build.routes).map(([id, route]) =>
    route && id !== 'root'
      ? [id, { ...route, module: { ...route.module, loader: refuse, action: refuse } }]
      : [id, route],
  )
  return { ...build, routes: Object.fromEntries(routes) }
}
