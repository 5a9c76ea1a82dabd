import type { Clock } from '#server/engine/kernel/clock.ts'
import { createFairQueue, TurnRefused } from '#server/engine/kernel/fair-queue.ts'
import type { PublicFetch } from '#server/engine/kernel/public-fetch.ts'

/** Cache time in milliseconds; shorter for unknown results. */
const CACHE_MS = 5 * 60_000
const CACHE_UNKNOWN_MS = 30_000
const MAX_CACHED = 2_000
const MAX_REDIRECTS = 5
/** Time limit per link, including redirects and a second attempt. Milliseconds. */
const LINK_MS = 8_000
/** Concurrent checks in this process: one per site, so that slow websites delay only their author. */
const ASKING = { running: 4, waitingPerSite: 10, waitMs: 10_000 } as const

/** Statuses about this server's rate or delay, not the page. */
const ABOUT_US = [408, 425, 429]

/**
 * Returns the status of each broken address, 400 to 499, or null if unknown; omits working ones.
 * @param site for fair queueing; results are shared by all sites.
 */
export type LinkCheck = (
  site: number,
  addresses: readonly string[],
) => Promise<{ address: string; status: number | null }[]>

type Entry = { until: number; status: Promise<number | null> }

/**
 * Checks user-supplied addresses. Every request and redirect uses the client that refuses private addresses, and only
 * headers are received. Unreachable and forbidden addresses look alike, so that the server's network stays hidden.
 * Holds the cache; create it once per process.
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
  const cache = new Map<string, Entry>()
  const { inTurn } = createFairQueue(ASKING)

  const ask = async (address: string): Promise<number | null> => {
    try {
      const signal = AbortSignal.timeout(linkMs)
      const head = await follow(fetch, address, 'HEAD', signal)
      // Some servers do not support HEAD, with various responses.
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

/**
 * Follows redirects, with the same checks.
 * @returns the last status.
 * @throws FetchProblem
 */
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
