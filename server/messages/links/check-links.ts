import type { Clock } from '#server/engine/kernel/clock.ts'
import { createFairQueue, TurnRefused } from '#server/engine/kernel/fair-queue.ts'
import type { PublicFetch } from '#server/engine/kernel/public-fetch.ts'

/** How long an answer counts. Milliseconds; shorter for a link that could not be checked. */
const CACHE_MS = 5 * 60_000
const CACHE_UNKNOWN_MS = 30_000
const MAX_CACHED = 2_000
const MAX_REDIRECTS = 5
/** How long a link may take in all, with its redirects and a second attempt. Milliseconds. */
const LINK_MS = 8_000
/** Messages whose links are asked at a time in this process: one of each site, so that slow websites delay only who wrote them. */
const ASKING = { running: 4, waitingPerSite: 10, waitMs: 10_000 } as const

/** Statuses that say nothing about the page: this server asked too often, or for too long. */
const ABOUT_US = [408, 425, 429]

/**
 * Answers the status of each address that is wrong, from 400 to 499, or null where it is not known; none for an address that is fine.
 * @param site whose turn it is; the answers count for all sites.
 */
export type LinkCheck = (
  site: number,
  addresses: readonly string[],
) => Promise<{ address: string; status: number | null }[]>

type Entry = { until: number; status: Promise<number | null> }

/**
 * Asks addresses that somebody wrote whether they lead anywhere. Every request, also of a redirect, goes through the client that refuses
 * private addresses; only headers are received. What cannot be reached and what must not be are answered alike, so that nobody learns
 * about the network of the server. Holds the cache; create it once per process.
 */
export function createLinkCheck({
  fetch,
  clock,
  linkMs = LINK_MS,
}: {
  fetch: PublicFetch
  clock: Pick<Clock, 'epochMs'>
  linkMs?: number
}): LinkCheck {
  /** In order of request. */
  const cache = new Map<string, Entry>()
  const { inTurn } = createFairQueue(ASKING)

  const ask = async (address: string): Promise<number | null> => {
    try {
      const signal = AbortSignal.timeout(linkMs)
      const head = await follow(fetch, address, 'HEAD', signal)
      // Some servers know no HEAD, and say so in many ways.
      return head < 400 ? head : await follow(fetch, address, 'GET', signal)
    } catch {
      return null
    }
  }

  const askCached = (address: string): Promise<number | null> => {
    const now = clock.epochMs()
    const known = cache.get(address)
    if (known && known.until > now) return known.status
    cache.delete(address)
    const entry: Entry = { until: now + CACHE_MS, status: ask(address) }
    cache.set(address, entry)
    void entry.status.then((status) => {
      if (status === null) entry.until = clock.epochMs() + CACHE_UNKNOWN_MS
    })
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED) break
      cache.delete(oldest)
    }
    return entry.status
  }

  return async (site, addresses) => {
    const statuses = await inTurn(site, () => Promise.all(addresses.map(askCached))).catch((error: unknown) => {
      if (error instanceof TurnRefused) return []
      throw error
    })
    return addresses.flatMap((address, n) => {
      const status = verdict(statuses[n] ?? null)
      return status === 'fine' ? [] : [{ address, status }]
    })
  }
}

const verdict = (status: number | null): number | null | 'fine' => {
  if (status === null || status < 200 || status >= 500 || ABOUT_US.includes(status)) return null
  return status < 400 ? 'fine' : status
}

/** Follows redirects, each checked like the first. @returns the last status. @throws FetchProblem */
async function follow(fetch: PublicFetch, first: string, method: 'HEAD' | 'GET', signal: AbortSignal): Promise<number> {
  let address = first
  for (let redirects = 0; ; redirects += 1) {
    const { status, headers } = await fetch(address, { method, signal, headersOnly: true })
    const { location } = headers
    if (status < 300 || status >= 400 || status === 304 || !location || !URL.canParse(location, address)) return status
    if (redirects === MAX_REDIRECTS) return 0
    address = new URL(location, address).href
  }
}
