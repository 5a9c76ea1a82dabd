import { addDays } from '#server/engine/kernel/days/rules.ts'

/**
 * Returns the day that a key moves to, or null: left and right by days, up and down by weeks, Home and End to the ends
 * of the week.
 */
export function dayForKey(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -sinceMonday(day))
    case 'End':
      return addDays(day, 6 - sinceMonday(day))
    default:
      return null
  }
}

const sinceMonday = (day: string) => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
