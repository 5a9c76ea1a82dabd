import { wallTime } from '#app/ui/wall-clock.ts'
import { dayTimeToInstant } from '#app/ui/wall-time-to-instant.ts'

const DAY_MS = 86_400_000

/** End of the quiet hours at an instant; null outside them. @param quiet HH:MM on the wall clock of `zone`. */
export function quietUntil(
  instant: string,
  zone: string,
  { from, until }: { from: string; until: string },
): string | null {
  const [day = '', clock = ''] = wallTime(instant, zone).split('T')
  const time = clock.slice(0, 5)
  const isOvernight = from > until
  if (isOvernight ? time < from && time >= until : time < from || time >= until) return null
  return dayTimeToInstant(isOvernight && time >= from ? dayAfter(day) : day, until, zone)
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10)
