const MINUTE_MS = 60_000

/** "in 42 min", "in 22 h", "in 14 days"; "now" for the past. Both instants are ISO. */
export function untilText(instant: string, now: string): string {
  const minutes = Math.ceil((Date.parse(instant) - Date.parse(now)) / MINUTE_MS)
  if (minutes <= 0) return 'now'
  if (minutes < 60) return `in ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `in ${hours} h` : `in ${Math.floor(hours / 24)} days`
}
