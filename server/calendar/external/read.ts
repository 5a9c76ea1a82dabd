import type { Clock } from '#server/engine/kernel/clock.ts'
import { createGate } from '#server/engine/kernel/gate.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { createDocumentReader, FetchProblem, type PublicFetch } from '#server/engine/kernel/public-fetch.ts'
import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import { MAX_CALENDARS } from '#server/organisation/calendar-addresses.pure.ts'
import type { DecodedCalendar, ExternalAnswer, ExternalEvent } from './contract.ts'
import type { CalendarFrame } from './frame.ts'
import { EXTERNAL_CALENDAR_JOB } from './job.ts'

const CACHE_MS = 10 * 60_000
/** Retries a failed fetch sooner; an invalid or slow calendar stays cached. */
const CACHE_FAILURE_MS = 60_000
const MAX_CACHED_PER_SITE = 60
const MAX_CACHED = 1_000
const MAX_SIZE = 32 * 1024 * 1024

type CacheEntry = { site: number; until: number; size: number; calendar: Promise<DecodedCalendar> }
type Parts = {
  fetch: PublicFetch
  parsers: Pick<Parsers, 'parse'>
  clock: Clock
  log: Log
}

/** @param site its id; the cache is kept per site. */
export type ExternalCalendars = (
  addresses: readonly string[],
  frame: CalendarFrame,
  site: number,
) => Promise<ExternalAnswer>

class NotACalendarError extends Error {}

/** Prefers the JSON of another Watchbill, which names the organisation. */
const ACCEPT = 'application/json, text/calendar;q=0.9'

/** Limits concurrent fetches per site; reports requests beyond the waiting room as unread. */
const FETCHING = { running: 10, waiting: 40, full: 'Too many calendars are being read.', retryAfter: 5 } as const

/**
 * Reads other clubs' calendars concurrently, each for the visible window, and decodes them in a thread. Caches results
 * for ten minutes; concurrent requests share one fetch. Reports a failed calendar with its reason, without affecting
 * others. Holds the cache: create it once per process.
 */
export function createExternalCalendars({ fetch, parsers, clock, log }: Parts): ExternalCalendars {
  const readDocument = createDocumentReader(fetch, { accept: ACCEPT })
  const cache = new Map<string, CacheEntry>()
  let size = 0
  const evict = (key: string, cached: CacheEntry) => {
    if (cache.get(key) !== cached) return
    cache.delete(key)
    size -= cached.size
  }
  const evictExcess = (site: number) => {
    const siteEntries = [...cache].filter(([, cached]) => cached.site === site)
    for (const [key, cached] of siteEntries.slice(0, Math.max(0, siteEntries.length - MAX_CACHED_PER_SITE)))
      evict(key, cached)
    for (const [key, cached] of cache) {
      if (cache.size <= MAX_CACHED && size <= MAX_SIZE) return
      evict(key, cached)
    }
  }

  /** Limits concurrent fetches per site, however many windows its members open. */
  const gates = new Map<number, ReturnType<typeof createGate>>()
  const gateOf = (site: number) => {
    const cached = gates.get(site) ?? createGate(FETCHING)
    gates.set(site, cached)
    return cached
  }

  const read = async (address: string, frame: CalendarFrame, site: number): Promise<DecodedCalendar> => {
    const { type, body } = await gateOf(site)(() => readDocument(withWindow(address, frame.window)))
    const calendar = await parsers.parse(site, EXTERNAL_CALENDAR_JOB, { address, type, body, frame })
    if (!calendar) throw new NotACalendarError()
    return calendar
  }

  const readCached = (address: string, frame: CalendarFrame, site: number): Promise<DecodedCalendar> => {
    const key = [site, withWindow(address, frame.window), frame.zone].join(' ')
    const now = clock.epochMs()
    const cached = cache.get(key)
    if (cached && cached.until > now) return cached.calendar
    if (cached) evict(key, cached)
    const entry: CacheEntry = { site, until: now + CACHE_MS, size: 0, calendar: read(address, frame, site) }
    cache.set(key, entry)
    entry.calendar.then(
      ({ events }) => {
        entry.size = sizeOf(events)
        if (cache.get(key) === entry) size += entry.size
        evictExcess(site)
      },
      (error: unknown) => {
        if (!isLasting(error)) entry.until = clock.epochMs() + CACHE_FAILURE_MS
        evictExcess(site)
      },
    )
    return entry.calendar
  }

  return async (addresses, frame, site) => {
    const answer: ExternalAnswer = { events: [], names: {}, problems: [] }
    await Promise.all(
      addresses.slice(0, MAX_CALENDARS).map(async (address) => {
        try {
          const { events, problem } = await readCached(address, frame, site)
          answer.events.push(...events)
          if (problem) answer.problems.push({ address, problem })
          if (events[0]) answer.names[address] = events[0].organisation
        } catch (error) {
          answer.problems.push({ address, problem: describeProblem(error) })
          log.info({ problem: describeProblem(error) }, 'an external calendar was not read')
        }
      }),
    )
    return answer
  }
}

const isLasting = (error: unknown): boolean =>
  error instanceof NotACalendarError || (isParseProblem(error) && ['time', 'memory'].includes(error.reason))

const sizeOf = (events: readonly ExternalEvent[]): number =>
  events.reduce(
    (sum, event) => sum + 100 + Object.values(event).reduce((all: number, word) => all + String(word ?? '').length, 0),
    0,
  )

/** Replaces `start` and `end` in an address; an invalid address stays unchanged. */
function withWindow(address: string, { from, to }: CalendarFrame['window']): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('start', from.toISOString())
  url.searchParams.set('end', to.toISOString())
  return url.href
}

const describeProblem = (error: unknown) => {
  if (error instanceof FetchProblem) return error.message
  if (error instanceof NotACalendarError) return 'It is not a calendar.'
  if (isParseProblem(error) && error.reason === 'time') return 'It takes too long to read.'
  return 'It could not be read.'
}
