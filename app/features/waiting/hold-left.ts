const MINUTE_MS = 60_000

/**
 * Time left of a hold: 9:55 hours, 42 min, 3 days. All instants are ISO.
 * @returns `part` from 1 to 0.
 */
export function holdLeft(from: string, to: string, now: string): { part: number; figure: string; unit: string } {
  const [begin, end, at] = [Date.parse(from), Date.parse(to), Date.parse(now)]
  const minutes = Math.max(0, Math.ceil((end - at) / MINUTE_MS))
  const part = end > begin ? Math.min(1, Math.max(0, (end - at) / (end - begin))) : 0
  if (minutes < 60) return { part, figure: String(minutes), unit: 'min' }
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return { part, figure: String(Math.floor(hours / 24)), unit: 'days' }
  return { part, figure: `${hours}:${String(minutes % 60).padStart(2, '0')}`, unit: 'hours' }
}
