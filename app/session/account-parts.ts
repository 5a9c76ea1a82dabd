import type { WebContext } from '#app/web/context.ts'
import type { AccountParts } from '#server/accounts/parts.ts'

/** Collects what the commands about accounts need from the process. */
export const accountParts = (app: WebContext): AccountParts => ({
  authPool: app.pools.auth,
  withSite: app.withSite,
  passwords: app.passwords,
  limits: app.limits,
  clock: app.clock,
  wake: app.wake,
  secret: app.config.SESSION_SECRET,
})
