import { momentOf } from '#server/engine/collections/moments.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { LONGEST_WINDOW } from './contract.ts'
import { defaultWindow, type Window } from './month/rules.ts'

const WRONG = 'Give a day (YYYY-MM-DD) or an ISO 8601 instant with its zone.'

/**
 * Reads `start` and `end` of a calendar call: instants, or days of the site's zone (an end day is included). With neither
 * given it is 30 days either side of now.
 * @throws DomainError 'invalid' with the field.
 */
export function readWindow(query: URLSearchParams, now: Date, zone: string): Window {
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? '']
  if (!start && !end) return defaultWindow(now, zone)
  const [from, to] = [start ? momentOf(start, zone) : null, end ? momentOf(end, zone) : null]
  if (start && !from) throw invalid({ start: [WRONG] })
  if (end && !to) throw invalid({ end: [WRONG] })
  const longest = LONGEST_WINDOW * 86_400_000
  const until = to ? Date.parse(to.day ? to.until : to.from) : Date.parse(from!.from) + 31 * 86_400_000
  const begin = from ? Date.parse(from.from) : until - 31 * 86_400_000
  if (until < begin) throw invalid({ end: ['Must not be before the start.'] })
  if (until - begin > longest) throw invalid({ end: [`At most ${LONGEST_WINDOW} days at once.`] })
  return { from: new Date(begin), to: new Date(until) }
}
