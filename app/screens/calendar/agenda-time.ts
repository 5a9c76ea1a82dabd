import dayjs from 'dayjs'
import type { Item } from './items.ts'

/**
 * Formats the time of an entry on a day as two short lines: the time, and below it the end or how long it continues.
 * @param time formats an instant as the viewer's wall-clock time.
 */
export function agendaTime(
  { kind, start, end, first, last }: Pick<Item, 'kind' | 'start' | 'end' | 'first' | 'last'>,
  day: string,
  time: (instant: string) => string,
): [time: string, note: string | null] {
  const until = `until ${dayjs(`${last}T12:00`).format('D MMM')}`
  if (kind === 'series' || (first < day && day < last)) return ['All day', day < last ? until : null]
  if (first === last) return [time(start), time(end)]
  return day === first ? [time(start), until] : ['Ends', time(end)]
}
