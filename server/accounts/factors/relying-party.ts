import { type Config, siteOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type RelyingParty = { id: string; name: string; origin: string }

/**
 * Binds passkeys to the base domain, so that they work at every club. Browsers refuse a single-label domain
 * (`localhost`), where each site is its own relying party. Accepts signatures only from this site's origin.
 */
export function relyingParty(
  config: Pick<Config, 'BASE_DOMAIN' | 'publicOrigin'>,
  site: Pick<Site, 'slug' | 'name'>,
): RelyingParty {
  const origin = siteOrigin(config, site.slug)
  const id = config.BASE_DOMAIN.includes('.') ? config.BASE_DOMAIN : new URL(origin).hostname
  return { id, name: site.name, origin }
}
