import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { queryOnce } from '#server/engine/kernel/db/transaction.ts'
import { isDomainName } from '#server/engine/kernel/domain-name.pure.ts'
import type { Site } from './site.ts'

/** A notice of the operators to all clubs. Instants are ISO texts. */
export type PlatformNotice = {
  id: number
  /** Counts its changes: whoever dismissed it sees it again once it says something else. */
  revision: number
  text: string
  audience: 'admins' | 'everyone'
  shown_from: string
  starts_at: string
  ends_at: string
}

export const SITE_NOT_FOUND = 'Site not found. This domain has not been configured.'

export type HostKind =
  | { kind: 'site'; slug: string }
  | { kind: 'domain'; name: string }
  | { kind: 'landing' }
  | { kind: 'platform' }
  | { kind: 'unknown' }

/**
 * Classifies the Host header: exactly one label before the base domain is a site's slug, and a name outside it may be a
 * club's own domain. Anything else (two labels, IP addresses, encoded or non-ASCII names) is unknown; ignores forwarded
 * headers.
 */
export function classifyHost(host: string | undefined, baseDomain: string): HostKind {
  if (!host) return { kind: 'unknown' }
  const match = /^([a-z0-9.-]+?)\.?(?::(\d{1,5}))?$/i.exec(host)
  if (Number(match?.[2] ?? 0) > 65_535) return { kind: 'unknown' }
  const name = match?.[1]?.toLowerCase()
  if (!name) return { kind: 'unknown' }
  if (name === baseDomain) return { kind: 'landing' }
  if (!name.endsWith(`.${baseDomain}`)) return isDomainName(name) ? { kind: 'domain', name } : { kind: 'unknown' }
  const slug = name.slice(0, name.lastIndexOf(`.${baseDomain}`))
  if (slug === 'platform') return { kind: 'platform' }
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? { kind: 'site', slug } : { kind: 'unknown' }
}

/** Each takes the slug of a site, or the name of an own domain. */
export type ResolveSite = {
  (name: string): Promise<Site | null>
  /** The origin where a club is that has moved to another deployment; null for every other name. */
  movedTo(name: string): Promise<string | null>
  /** The notices to all clubs that had not ended when a site was last read, in the order in which they are shown. */
  notices(): readonly PlatformNotice[]
  /** Drops what is remembered of a name, and of the own domains of a slug; `*` drops all. */
  forget(name: string): void
  forgetAll(): void
}

const CACHE_UNNOTIFIED_MS = 2_000
/** The listener proves every ten seconds that notifications arrive. On a host of many clubs most requests would wait for a row that is read each minute. */
const CACHE_NOTIFIED_MS = 15 * 60_000
/**
 * How many names are cached, about 3 kB each: of sites, and apart from them names that no site has, so that many of
 * those push no site out.
 */
const MAX_CACHED = { sites: 10_000, unknown: 1_000 }

type Found = { slug: string | null; site: Site | null; moved_to: string | null }
type Cached = { since: number; found: Found }

/**
 * Resolves a slug or a proved own domain to the site's row, in one statement. Caches it for 15 minutes while changes by
 * other processes are notified (triggers `sites_tell` and `notices_tell`, `server/platform/domains.ts`), else for two seconds. Excludes
 * suspended sites.
 * @param most how many names are cached; of each kind the one that was asked for longest ago makes room.
 */
export function createResolveSite(
  pool: Pool,
  clock: Clock,
  isListening: () => boolean = () => false,
  most: Readonly<typeof MAX_CACHED> = MAX_CACHED,
): ResolveSite {
  const sites = new Map<string, Cached>()
  const unknown = new Map<string, Cached>()
  const reading = new Map<string, Promise<Found>>()
  let notices: readonly PlatformNotice[] = []
  let [asked, answered] = [0, 0]
  const find = async (name: string): Promise<Found> => {
    const turn = ++asked
    const isDomain = name.includes('.')
    const text = `select n.slug, core.site_by_slug(n.slug) as site, core.moved_to(n.slug) as moved_to, core.platform_notices($2) as notices
      from (select ${isDomain ? 'core.slug_of_domain($1)' : '$1::text'} as slug) n`
    const [row] = await queryOnce<Found & { notices: PlatformNotice[] }>(pool, text, [name, clock.now()])
    const { notices: read, ...found } = row!
    if (turn > answered) [answered, notices] = [turn, read]
    return found.site && isDomain ? { ...found, site: { ...found.site, reached_at: name } } : found
  }
  const now = () => clock.epochMs() - clock.offsetMs()
  const cachedIn = (cache: Map<string, Cached>, name: string): Found | null => {
    const cached = cache.get(name)
    if (!cached) return null
    // A map keeps the order in which its keys were set.
    cache.delete(name)
    if (now() - cached.since >= (isListening() ? CACHE_NOTIFIED_MS : CACHE_UNNOTIFIED_MS)) return null
    cache.set(name, cached)
    return cached.found
  }
  const keep = (name: string, cached: Cached): void => {
    const isKnown = cached.found.site !== null || cached.found.moved_to !== null
    const [cache, limit] = isKnown ? [sites, most.sites] : [unknown, most.unknown]
    if (cache.size >= limit) cache.delete(cache.keys().next().value!)
    cache.set(name, cached)
  }
  const read = async (name: string): Promise<Found> => {
    const since = now()
    const running = find(name)
    reading.set(name, running)
    const isWanted = () => reading.get(name) === running
    try {
      const found = await running
      if (isWanted()) keep(name, { since, found })
      return found
    } finally {
      if (isWanted()) reading.delete(name)
    }
  }
  const remember = async (name: string): Promise<Found> =>
    cachedIn(sites, name) ?? cachedIn(unknown, name) ?? reading.get(name) ?? read(name)
  const forgetAll = () => {
    for (const cache of [sites, unknown, reading]) cache.clear()
  }
  /** A row that is being read may be the earlier one. */
  const forget = (name: string) => {
    if (name === '*') return forgetAll()
    for (const cache of [sites, unknown]) {
      cache.delete(name)
      for (const [key, { found }] of cache) if (found.slug === name) cache.delete(key)
    }
    for (const key of reading.keys()) if (key === name || key.includes('.')) reading.delete(key)
  }
  const resolve = async (name: string) => (await remember(name)).site
  return Object.assign(resolve, {
    movedTo: async (name: string) => (await remember(name)).moved_to,
    notices: () => notices,
    forget,
    forgetAll,
  })
}
