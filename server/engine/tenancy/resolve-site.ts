import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { queryOnce } from '#server/engine/kernel/db/transaction.ts'
import type { Site } from './site.ts'

export const SITE_NOT_FOUND = 'Site not found. This domain has not been configured.'

export type HostKind = { kind: 'site'; slug: string } | { kind: 'landing' } | { kind: 'platform' } | { kind: 'unknown' }

/**
 * Classifies the Host header: exactly one label before the base domain is a site's slug. Anything else (two labels,
 * other domains, encoded or non-ASCII names) is unknown; ignores forwarded headers.
 */
export function classifyHost(host: string | undefined, baseDomain: string): HostKind {
  if (!host) return { kind: 'unknown' }
  const match = /^([a-z0-9.-]+?)\.?(?::(\d{1,5}))?$/i.exec(host)
  if (Number(match?.[2] ?? 0) > 65_535) return { kind: 'unknown' }
  const name = match?.[1]?.toLowerCase()
  if (!name) return { kind: 'unknown' }
  if (name === baseDomain) return { kind: 'landing' }
  if (!name.endsWith(`.${baseDomain}`)) return { kind: 'unknown' }
  const slug = name.slice(0, name.lastIndexOf(`.${baseDomain}`))
  if (slug === 'platform') return { kind: 'platform' }
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? { kind: 'site', slug } : { kind: 'unknown' }
}

export type ResolveSite = {
  (slug: string): Promise<Site | null>
  /** The origin where a club is that has moved to another deployment; null for every other name. */
  movedTo(slug: string): Promise<string | null>
  forget(slug: string): void
  forgetAll(): void
}

const CACHE_UNNOTIFIED_MS = 2_000
const CACHE_NOTIFIED_MS = 60_000
/** About 3 kB each. Names that no site has count as well. */
const MAX_CACHED = 10_000

/**
 * Resolves a slug to the site's row. Caches it for a minute while changes by other processes are notified (trigger
 * `sites_tell`), else for two seconds. Excludes suspended sites.
 * @param most how many names are cached; the one that was asked for longest ago makes room.
 */
export function createResolveSite(
  pool: Pool,
  clock: Clock,
  isListening: () => boolean = () => false,
  most = MAX_CACHED,
): ResolveSite {
  type Found = { site: Site | null; moved_to: string | null }
  const cache = new Map<string, { since: number; found: Promise<Found> }>()
  const find = async (slug: string): Promise<Found> => {
    const text = 'select core.site_by_slug($1) as site, core.moved_to($1) as moved_to'
    const [row] = await queryOnce<Found>(pool, text, [slug])
    return row!
  }
  const remember = (slug: string): Promise<Found> => {
    const now = clock.epochMs() - clock.offsetMs()
    const cached = cache.get(slug)
    // A map keeps the order in which its keys were set.
    cache.delete(slug)
    if (cached && now - cached.since < (isListening() ? CACHE_NOTIFIED_MS : CACHE_UNNOTIFIED_MS)) {
      cache.set(slug, cached)
      return cached.found
    }
    if (cache.size >= most) cache.delete(cache.keys().next().value!)
    const found = find(slug)
    cache.set(slug, { since: now, found })
    found.catch(() => cache.delete(slug))
    return found
  }
  const resolve = async (slug: string) => (await remember(slug)).site
  return Object.assign(resolve, {
    movedTo: async (slug: string) => (await remember(slug)).moved_to,
    forget: (slug: string) => void cache.delete(slug),
    forgetAll: () => cache.clear(),
  })
}
