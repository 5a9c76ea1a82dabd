import type { WebContext } from '#app/web/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

/** Drops the site's cached facts in this process; call it after the commit. */
export const forgetSite = ({ app, site }: { app: WebContext; site: Site }): void => app.resolveSite.forget(site.slug)
