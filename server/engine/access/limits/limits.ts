import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { type Counter, countAttempt, refund } from './attempt.ts'
import { createGeneralCounter } from './general.ts'
import { createLimitStore } from './stores.ts'
import { GENERAL_LIMITS, LIMITS, type LimitKeys, type LimitName, type Window } from './table.ts'

/** Reporting an outcome has an effect only where the row counts outcomes. */
export type Attempt = { succeeded(): Promise<void>; failed(): Promise<void> }

export type Limits = {
  /**
   * Requests an attempt of `name`, outside the request's transaction where possible.
   * @param cost points (mails of a bulk send).
   * @throws DomainError 'throttled' with the seconds to wait; 'unavailable' when the store is down and the row fails
   * closed.
   */
  take<N extends LimitName>(name: N, keys: LimitKeys<N>, cost?: number): Promise<Attempt>
  /**
   * Counts a request by its actor. Call it once per request; invalid credentials count as anonymous.
   * @throws DomainError 'throttled'.
   */
  request(site: SiteId, actor: Actor, ip: string | null): void
  /** Counts a request for a picture or file by address. @throws DomainError 'throttled'. */
  file(site: SiteId, ip: string | null): void
  /** Exchanges general counts with the other processes; scheduled every five seconds. */
  share(): Promise<void>
  close(): Promise<void>
}

/** `codesPerCountry`: phone codes per country and day, over all sites; default: the table. */
type LimitParts = {
  pool: Pool
  redisUrl?: string | undefined
  clock: Clock
  log: Log
  enabled: boolean
  codesPerCountry?: number
}

const UNLIMITED_ATTEMPT: Attempt = { succeeded: async () => {}, failed: async () => {} }
const SHARE_MS = 5_000
const SWEEP_MS = 300_000

/** Enforces the limits of all processes. Windows follow real time, not the development clock. */
export function createLimits({ pool, redisUrl, clock, log, enabled, codesPerCountry }: LimitParts): Limits {
  if (!enabled)
    return {
      take: async () => UNLIMITED_ATTEMPT,
      request: () => {},
      file: () => {},
      share: async () => {},
      close: async () => {},
    }
  const realNow = () => clock.epochMs() - clock.offsetMs()
  const store = createLimitStore({ pool, redisUrl, realNow, log })
  const general = createGeneralCounter(realNow, store)
  const counterOf = (name: string, listed: Window, i: number): Counter => {
    const window = listed.by === 'country' ? { ...listed, points: codesPerCountry ?? listed.points } : listed
    const counting = (keyPrefix: string) =>
      store.limiter({ keyPrefix, points: window.points, duration: window.seconds })
    return {
      window,
      limiter: counting(`${name}.${i}`),
      ...(window.counts === 'crowd' && { failures: counting(`${name}.${i}f`) }),
    }
  }
  const counters = new Map<string, Counter[]>(
    Object.entries(LIMITS).map(([name, { windows }]) => [
      name,
      windows.map((window: Window, i) => counterOf(name, window, i)),
    ]),
  )
  const logFailure = (what: string, work: () => Promise<unknown>) => () =>
    void work().catch((error: Error) => log.warn({ err: error.message }, what))
  const timers = [
    setInterval(
      logFailure('general counts not shared', () => general.share()),
      SHARE_MS,
    ),
    setInterval(
      logFailure('old counters not removed', () => store.sweep()),
      SWEEP_MS,
    ),
  ]
  for (const timer of timers) timer.unref()
  const refuseAfter = (seconds: number) => {
    if (seconds) throw throttled(seconds)
  }

  return {
    take: async (name, keys, cost = 1) => {
      const turns = counters.get(name)!.map((counter) => ({ ...counter, key: keyOf(counter.window, keys) }))
      /** Passes refusals on; on a failure of the store the row decides. */
      const onStore = async (work: () => Promise<unknown>) => {
        try {
          await work()
        } catch (error) {
          if (error instanceof RateLimiterRes) throw throttled(Math.ceil(error.msBeforeNext / 1_000))
          log.error({ err: (error as Error).message, limit: name }, 'rate limit counters unreachable')
          if (LIMITS[name].fails === 'closed')
            throw new DomainError('unavailable', 'The service is not available for a moment. Please try again.', {
              retryAfter: 5,
              cause: error,
            })
        }
      }
      await onStore(() => countAttempt(turns, cost))
      return {
        succeeded: () =>
          refund(
            turns.filter(({ window }) => window.counts === 'held' || window.counts === 'crowd'),
            cost,
          ),
        failed: async () => {
          await refund(
            turns.filter(({ window }) => window.counts === 'completed'),
            cost,
          )
          for (const { failures, key } of turns) await failures?.penalty(key, cost).catch(() => {})
        },
      }
    },
    request: (site, actor, ip) => {
      if (actor.kind === 'system') return
      if (actor.kind === 'nobody') {
        const network = networkOf(ip)
        refuseAfter(general.countAddress(`a:${site}:${network}`, GENERAL_LIMITS.anonymous))
        return refuseAfter(general.countAddress(`a:*:${network}`, GENERAL_LIMITS.anonymousEverywhere))
      }
      const id = actor.kind === 'person' ? actor.person.id : actor.id
      // A refusal here does not use the site's share.
      refuseAfter(general.count(`${actor.kind}:${site}:${id}`, GENERAL_LIMITS[actor.kind]))
      refuseAfter(general.count(`s:${site}`, GENERAL_LIMITS.site))
    },
    file: (site, ip) => refuseAfter(general.countAddress(`f:${site}:${networkOf(ip)}`, GENERAL_LIMITS.files)),
    share: () => general.share(),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await store.close()
    },
  }
}

/** Hashed, so that the counters hold neither addresses nor people's numbers. */
function keyOf(window: Window, keys: Record<string, string | number | null>): string {
  const value = window.by === 'site' ? '' : window.by === 'ip' ? networkOf(keys.ip) : String(keys[window.by])
  const scope = window.everywhere ? '*' : String(keys.site)
  return createHash('sha256').update(`${scope}:${window.by}:${value.toLowerCase()}`).digest('base64url')
}

/** Returns the counted network: an IPv4 address, or the /64 of an IPv6 address, which one household or phone holds. */
export function networkOf(ip: string | number | null | undefined): string {
  const address = String(ip ?? 'unknown').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length)
  const all = address.includes('::') ? [...groups(head), ...Array(missing).fill('0'), ...groups(tail)] : groups(address)
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

export function throttled(seconds: number): DomainError {
  const retryAfter = Math.max(1, seconds)
  const minutes = Math.ceil(retryAfter / 60)
  const wait =
    retryAfter < 90
      ? `${retryAfter} second${retryAfter === 1 ? '' : 's'}`
      : minutes < 120
        ? `${minutes} minutes`
        : `${Math.ceil(minutes / 60)} hours`
  return new DomainError('throttled', `There were too many requests. Please try again in ${wait}.`, { retryAfter })
}
