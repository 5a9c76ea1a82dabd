/** Caches one formatter per zone: they are costly to create and never change. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(zone, formatter)
  return formatter
}

/** Formatted wall times by zone and instant: a page shows the same start as a day, as a time and in a range. */
const known = new Map<string, string>()
const MAX_KNOWN = 5_000

/**
 * Formats an instant as YYYY-MM-DDTHH:mm:ss in an IANA zone. Uses only `Intl`; code that calculates with wall clocks
 * uses the Temporal polyfill, which is too large for every page.
 */
export function wallTime(instant: string | Date, zone: string): string {
  const key = `${zone} ${typeof instant === 'string' ? instant : instant.getTime()}`
  const cached = known.get(key)
  if (cached) return cached
  if (known.size >= MAX_KNOWN) known.clear()
  const wall = formatWallTime(new Date(instant), zone)
  known.set(key, wall)
  return wall
}

function formatWallTime(instant: Date, zone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterFor(zone).formatToParts(instant)) part[type] = value
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** YYYY-MM-DD. */
export const dayIn = (instant: string | Date, zone: string): string => wallTime(instant, zone).slice(0, 10)
