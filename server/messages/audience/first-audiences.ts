import { addDays } from '#server/engine/kernel/days/rules.ts'
import type { Audience } from './contract.ts'

/** How far ahead people who have not answered are looked for, in days. */
const AHEAD_DAYS = 28

/** Audiences that a message may begin with; `weekend` is the one that is on, or the next. */
export type FirstAudiences = { weekend: Audience; unanswered: Audience }

export function firstAudiences(today: string): FirstAudiences {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const sunday = addDays(today, (7 - weekday) % 7)
  return {
    weekend: { day: today === sunday ? today : addDays(sunday, -1), day_to: sunday },
    unanswered: { day: today, day_to: addDays(today, AHEAD_DAYS), shift_state: 'asked' },
  }
}
