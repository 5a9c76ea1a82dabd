import { type Config, siteOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type RelyingParty = { id: string; name: string; origin: string }

/**
 * Binds passkeys to the base domain, so that one works at each of its owner's clubs. Browsers refuse a domain of one label
 * (`localhost`), where each site is its own. A signature must have been requested on this site's origin.
 */
export function relyingParty(
  config: Pick<Config, 'BASE_DOMAIN' | 'publicOrigin'>,
  site: Pick<Site, 'slug' | 'name'>,
): RelyingParty {
  const origin = siteOrigin(config, site.slug)
  const id = config.BASE_DOMAIN.includes('.') ? config.BASE_DOMAIN : new URL(origin).hostname
  return { id, name: site.name, origin }
}
