import { type Config, hereOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type RelyingParty = { id: string; name: string; origin: string }

/**
 * Binds passkeys to the base domain, so that they work at every club. Browsers refuse a single-label domain
 * (`localhost`), where each site is its own relying party, and passkeys of another domain: those made at a club's own
 * domain work only there. Accepts signatures only from the origin of the request.
 */
export function relyingParty(
  config: Pick<Config, 'BASE_DOMAIN' | 'publicOrigin'>,
  site: Pick<Site, 'slug' | 'name' | 'reached_at'>,
): RelyingParty {
  const origin = hereOrigin(config, site)
  const id =
    site.reached_at === undefined && config.BASE_DOMAIN.includes('.') ? config.BASE_DOMAIN : new URL(origin).hostname
  return { id, name: site.name, origin }
}
