import type { Clock } from '#server/engine/kernel/clock.ts'
import { type Fetched, FetchProblem } from '#server/engine/kernel/fetch-public.ts'
import { createGate } from '#server/engine/kernel/gate.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import type { ExternalAnswer, ExternalEvent } from './contract.ts'
import type { CalendarFrame } from './frame.ts'
import { EXTERNAL_CALENDAR_JOB } from './job.ts'

const REMEMBER_MS = 10 * 60_000
/** A calendar that could not be had is asked again sooner; one that was had and is none, or takes too long, is not. */
const REMEMBER_FAILURE_MS = 60_000
/** So many calendars are remembered, of one site and in all; and so many of one site are read. */
const MAX_OF_SITE = 60
const MAX_REMEMBERED = 1_000
/** What they hold together, in characters. */
const MAX_SIZE = 32 * 1024 * 1024
const MOST_CALENDARS = 10

type Known = { site: number; until: number; size: number; events: Promise<ExternalEvent[]> }
type Parts = {
  fetch: (address: string) => Promise<Fetched>
  parsers: Pick<Parsers, 'parse'>
  clock: Clock
  log: Log
}

/** @param site its id: what is read for one site is remembered for that one. */
export type ExternalCalendars = (
  addresses: readonly string[],
  frame: CalendarFrame,
  site: number,
) => Promise<ExternalAnswer>

class NoCalendar extends Error {}

/** A view asks for ten calendars at most; what is beyond a few views at once is named as not read. */
const FETCHING = { running: 10, waiting: 40, full: 'Too many calendars are being read.', retryAfter: 5 } as const

/**
 * Reads other clubs' calendars at once, each asked for the window that is shown and decoded in a thread. What was decoded
 * is remembered for ten minutes and never asked for twice at a time, so that looking at a month decodes nothing. One that
 * fails is named with the reason; the others are not touched by it. Holds what it remembers; made once a process.
 */
export function createExternalCalendars({ fetch, parsers, clock, log }: Parts): ExternalCalendars {
  /** In the order in which they were asked for. */
  const remembered = new Map<string, Known>()
  let size = 0
  const forget = (key: string, known: Known) => {
    if (remembered.get(key) !== known) return
    remembered.delete(key)
    size -= known.size
  }
  const makeRoom = (site: number) => {
    const own = [...remembered].filter(([, known]) => known.site === site)
    for (const [key, known] of own.slice(0, Math.max(0, own.length - MAX_OF_SITE))) forget(key, known)
    for (const [key, known] of remembered) {
      if (remembered.size <= MAX_REMEMBERED && size <= MAX_SIZE) return
      forget(key, known)
    }
  }

  /** Other clubs' servers are asked by a few at a time for each site, however many windows its members look at. */
  const gates = new Map<number, ReturnType<typeof createGate>>()
  const gateOf = (site: number) => {
    const known = gates.get(site) ?? createGate(FETCHING)
    gates.set(site, known)
    return known
  }

  const read = async (address: string, frame: CalendarFrame, site: number): Promise<ExternalEvent[]> => {
    const { type, body } = await gateOf(site)(() => fetch(windowed(address, frame.window)))
    const events = await parsers.parse(site, EXTERNAL_CALENDAR_JOB, { address, type, body, frame })
    if (!events) throw new NoCalendar()
    return events
  }

  const ask = (address: string, frame: CalendarFrame, site: number): Promise<ExternalEvent[]> => {
    const key = [site, windowed(address, frame.window), frame.zone].join(' ')
    const now = clock.epochMs()
    const known = remembered.get(key)
    if (known && known.until > now) return known.events
    if (known) forget(key, known)
    const fresh: Known = { site, until: now + REMEMBER_MS, size: 0, events: read(address, frame, site) }
    remembered.set(key, fresh)
    fresh.events.then(
      (events) => {
        fresh.size = sizeOf(events)
        if (remembered.get(key) === fresh) size += fresh.size
        makeRoom(site)
      },
      (error: unknown) => {
        if (!lasting(error)) fresh.until = clock.epochMs() + REMEMBER_FAILURE_MS
        makeRoom(site)
      },
    )
    return fresh.events
  }

  return async (addresses, frame, site) => {
    const answer: ExternalAnswer = { events: [], names: {}, problems: [] }
    await Promise.all(
      addresses.slice(0, MOST_CALENDARS).map(async (address) => {
        try {
          const events = await ask(address, frame, site)
          answer.events.push(...events)
          if (events[0]) answer.names[address] = events[0].organisation
        } catch (error) {
          answer.problems.push({ address, problem: wordsOf(error) })
          log.info({ problem: wordsOf(error) }, 'an external calendar was not read')
        }
      }),
    )
    return answer
  }
}

const lasting = (error: unknown): boolean =>
  error instanceof NoCalendar || (isParseProblem(error) && ['time', 'memory'].includes(error.reason))

const sizeOf = (events: readonly ExternalEvent[]): number =>
  events.reduce((sum, event) => sum + 100 + Object.values(event).reduce((all, word) => all + (word?.length ?? 0), 0), 0)

/** The address with `start` and `end` of the window, in place of any that it names itself; one that is no address stays. */
function windowed(address: string, { from, to }: CalendarFrame['window']): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('start', from.toISOString())
  url.searchParams.set('end', to.toISOString())
  return url.href
}

const wordsOf = (error: unknown) => {
  if (error instanceof FetchProblem) return error.message
  if (error instanceof NoCalendar) return 'It is not a calendar.'
  if (isParseProblem(error) && error.reason === 'time') return 'It takes too long to read.'
  return 'It could not be read.'
}
