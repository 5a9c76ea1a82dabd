type Named = { name: string }
type Person = { id: number; name?: unknown; email?: unknown }

export const seriesName = ({ series }: { series: Named }): string => series.name || 'Untitled Series'

export const personName = ({ person: { name, email } }: { person: Person }): string => String(name || email || 'Person')

/** The day of a page, `YYYY-MM-DD`, in the reader's format. */
export const dayName = ({ date }: { date: string }, day: (date: string) => string): string => day(date)
