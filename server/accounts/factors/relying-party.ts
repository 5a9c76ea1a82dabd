import { type Config, siteOrigin } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

export type RelyingParty = { id: string; name: string; origin: string }

/**
 * Passkeys belong to the base domain, so that one works at each club of its owner. Browsers refuse a domain of one label
 * (`localhost`), where each site is its own. What is signed must have been asked for on this very site's origin.
 */
export function relyingParty(
  config: Pick<Config, 'BASE_DOMAIN' | 'publicOrigin'>,
  site: Pick<Site, 'slug' | 'name'>,
): RelyingParty {
  const origin = siteOrigin(config, site.slug)
  const id = config.BASE_DOMAIN.includes('.') ? config.BASE_DOMAIN : new URL(origin).hostname
  return { id, name: site.name, origin }
}
