import type { Item } from './items.ts'

/** The viewer's formats: of an instant its time, of `YYYY-MM-DD` its day. */
export type Clocks = { time: (instant: string) => string; shortDay: (day: string) => string }

/**
 * Formats the time of an entry on a day as two short lines: the time, then the end or how long it continues.
 */
export function agendaTime(
  { kind, start, end, first, last, all_day }: Pick<Item, 'kind' | 'start' | 'end' | 'first' | 'last' | 'all_day'>,
  day: string,
  { time, shortDay }: Clocks,
): [time: string, note: string | null] {
  const until = `until ${shortDay(last)}`
  if (kind === 'series' || all_day || (first < day && day < last)) return ['All day', day < last ? until : null]
  if (first === last) return [time(start), time(end)]
  return day === first ? [time(start), until] : ['Ends', time(end)]
}

/** @param day formats `YYYY-MM-DD` for the viewer. */
export const wholeDays = ({ first, last }: Pick<Item, 'first' | 'last'>, day: (day: string) => string): string =>
  `${first === last ? day(first) : `${day(first)} – ${day(last)}`}, all day`
