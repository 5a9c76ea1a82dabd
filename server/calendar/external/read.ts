import type { Clock } from '#server/kernel/clock.ts'
import { type Fetched, FetchProblem } from '#server/kernel/fetch-public.ts'
import type { Log } from '#server/kernel/log.ts'
import type { Window } from '../month/rules.ts'
import type { ExternalAnswer } from './contract.ts'
import { decodeCalendar, UnreadableCalendar } from './decode.ts'

const REMEMBER_MS = 10 * 60_000
/** A calendar that failed is asked again sooner. */
const REMEMBER_FAILURE_MS = 60_000
/** So many calendars are remembered, and so many of one site are read. */
const MAX_REMEMBERED = 200
const MOST_CALENDARS = 10

type Known = { until: number; read: Promise<{ type: string; text: string }> }
type Parts = { fetch: (address: string) => Promise<Fetched>; clock: Clock; log: Log }

export type ExternalCalendars = (
  addresses: readonly string[],
  frame: { window: Window; zone: string },
) => Promise<ExternalAnswer>

/**
 * Reads other clubs' calendars at once, each asked for the window that is shown (specification §7), remembered for ten
 * minutes and never asked for twice at a time. One that fails is named with the reason; the others are not touched by it.
 * Holds what it remembers; made once a process.
 */
export function createExternalCalendars({ fetch, clock, log }: Parts): ExternalCalendars {
  const remembered = new Map<string, Known>()
  const ask = (address: string) => {
    const now = clock.epochMs()
    const known = remembered.get(address)
    if (known && known.until > now) return known.read
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const read = fetch(address).then(({ type, body }) => ({ type, text: body.toString('utf8') }))
    const fresh = { until: now + REMEMBER_MS, read }
    remembered.set(address, fresh)
    read.catch(() => {
      fresh.until = clock.epochMs() + REMEMBER_FAILURE_MS
    })
    return read
  }
  return async (addresses, frame) => {
    const answer: ExternalAnswer = { events: [], names: {}, problems: [] }
    await Promise.all(
      addresses.slice(0, MOST_CALENDARS).map(async (address) => {
        try {
          const events = decodeCalendar(address, await ask(windowed(address, frame.window)), frame)
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

/** The address with `start` and `end` of the window, in place of any that it names itself; one that is no address stays. */
function windowed(address: string, { from, to }: Window): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('start', from.toISOString())
  url.searchParams.set('end', to.toISOString())
  return url.href
}

const wordsOf = (error: unknown) =>
  error instanceof FetchProblem
    ? error.message
    : error instanceof UnreadableCalendar
      ? 'It is not a calendar.'
      : 'It could not be read.'
