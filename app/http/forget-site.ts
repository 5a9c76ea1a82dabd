import type { WebContext } from '#app/web/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

/** Drops what this process has cached of a site, once a change to it is committed. */
export const forgetSite = ({ app, site }: { app: WebContext; site: Site }): void => app.resolveSite.forget(site.slug)
