/** The names that pages have in their titles, from the data of their loaders. */

export const eventName = (data: unknown): string => (data as { event: { name: string } }).event.name || 'Untitled Event'

export const seriesName = (data: unknown): string =>
  (data as { series: { name: string } }).series.name || 'Untitled Series'

export function personName(data: unknown): string {
  const { name, email } = (data as { person: { name?: unknown; email?: unknown } }).person
  return String(name || email || 'Person')
}

/** The day of a page, `YYYY-MM-DD`, in the reader's format. */
export const dayName = (data: unknown, day: (date: string) => string): string => day((data as { date: string }).date)
