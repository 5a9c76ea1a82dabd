import dayjs from 'dayjs'
import type { Item } from './items.ts'

/**
 * When an entry is on a day of the list, as two short lines: its time, and under it the end or how long it goes on.
 * @param time turns an instant into the reader's wall-clock words.
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
