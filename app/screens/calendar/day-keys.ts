import { addDays } from '#server/engine/kernel/days/rules.ts'

/** The day that a key leads to from a day of the month, as in a calendar on paper: week by week and day by day. Null for other keys. */
export function dayByKey(day: string, key: string): string | null {
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
