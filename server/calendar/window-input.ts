import { readDayOrInstant } from '#server/engine/collections/moments.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { MAX_WINDOW_DAYS } from './contract.ts'
import { defaultWindow, type Window } from './month.pure.ts'

const WINDOW_MESSAGE = 'Give a day (YYYY-MM-DD) or an ISO 8601 instant with its zone.'

/**
 * Reads `start` and `end`: instants, or days of the site's zone (end day included). Default: 30 days either side of
 * now.
 * @throws DomainError 'invalid' with the field.
 */
export function readWindow(query: URLSearchParams, now: Date, zone: string): Window {
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? '']
  if (!start && !end) return defaultWindow(now, zone)
  const [from, to] = [start ? readDayOrInstant(start, zone) : null, end ? readDayOrInstant(end, zone) : null]
  if (start && !from) throw invalid({ start: [WINDOW_MESSAGE] })
  if (end && !to) throw invalid({ end: [WINDOW_MESSAGE] })
  const maxMs = MAX_WINDOW_DAYS * 86_400_000
  const until = to ? Date.parse(to.day ? to.until : to.from) : Date.parse(from!.from) + 31 * 86_400_000
  const startMs = from ? Date.parse(from.from) : until - 31 * 86_400_000
  if (until < startMs) throw invalid({ end: ['Must not be before the start.'] })
  if (until - startMs > maxMs) throw invalid({ end: [`At most ${MAX_WINDOW_DAYS} days at a time.`] })
  return { from: new Date(startMs), to: new Date(until) }
}
