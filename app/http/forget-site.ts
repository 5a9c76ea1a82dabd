import type { WebContext } from '#app/web/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

/** Drops the cached facts of a site in this process; call it once a change is committed. */
export const forgetSite = ({ app, site }: { app: WebContext; site: Site }): void => app.resolveSite.forget(site.slug)
