import type { WebContext } from '#app/web/context.ts'
import { type RelyingParty, relyingParty } from '#server/accounts/factors/relying-party.ts'
import type { StepParts } from '#server/accounts/factors/second-step.ts'
import type { AccountParts } from '#server/accounts/sign-in/parts.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export const accountParts = (app: WebContext): AccountParts => ({
  authPool: app.pools.auth,
  withSite: app.withSite,
  passwords: app.passwords,
  limits: app.limits,
  clock: app.clock,
  wake: app.wake,
  secret: app.config.SESSION_SECRET,
})

export const factorParts = (app: WebContext): StepParts => ({
  authPool: app.pools.auth,
  withSite: app.withSite,
  limits: app.limits,
  clock: app.clock,
  secret: app.config.SESSION_SECRET,
})

export const siteRelyingParty = (app: WebContext, site: Site): RelyingParty => relyingParty(app.config, site)
