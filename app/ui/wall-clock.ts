/** Formatters are costly to make and never change, so one a zone is kept. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

/**
 * What the wall clock of an IANA zone shows at an instant, as YYYY-MM-DDTHH:mm:ss. It only reads, which browsers can do by
 * themselves; whatever calculates with wall clocks takes Temporal, which is too large for every page.
 */
export function wallTime(instant: string | Date, zone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(new Date(instant))) part[type] = value
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** The day YYYY-MM-DD on which an instant falls in `zone`. */
export const dayIn = (instant: string | Date, zone: string): string => wallTime(instant, zone).slice(0, 10)
