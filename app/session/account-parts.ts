import type { LoginParts } from '#server/accounts/login.ts'
import type { WebContext } from '#server/web/context.ts'

/** What the commands about accounts need of the process. */
export const accountParts = (app: WebContext): LoginParts => ({
  authPool: app.pools.auth,
  withSite: app.withSite,
  passwords: app.passwords,
  limits: app.limits,
  clock: app.clock,
  secret: app.config.SESSION_SECRET,
})
