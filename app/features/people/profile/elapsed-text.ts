/** The whole minutes between two ISO instants as "1 h 46 min"; "0 min" for a negative span. */
export function elapsedText(since: string, now: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
