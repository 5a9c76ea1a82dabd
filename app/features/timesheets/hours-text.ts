export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

export const eventsText = (count: number): string => (count === 1 ? '1 event' : `${count} events`)

/** A whole percentage: "12%", or "under 1%" where it would round to 0. */
export function shareText(hours: number, total: number): string {
  const percent = total > 0 ? (hours / total) * 100 : 0
  return percent > 0 && percent < 0.5 ? 'under 1%' : `${Math.round(percent)}%`
}

/** Length of a bar relative to the longest one, in per cent. */
export const barPercent = (hours: number, most: number): number => (most > 0 ? Math.round((hours / most) * 100) : 0)
