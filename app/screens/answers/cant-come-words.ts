import { isUrgent, mayRelease } from '#server/answers/rules.ts'
import { type Rung, rungAt } from '#server/cover/rungs/rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What follows from "I can't come": who looks for somebody, and how. */
export type Way = 'cover' | 'somebody' | 'swap' | 'tell' | 'release'

type Site = { allow_release: boolean; release_days: number }

/** Lists the ways that are open with the time left, the usual one first. */
export const waysAt = (start: Date, now: Date, site: Site): Way[] => [
  'cover',
  'somebody',
  'swap',
  'tell',
  ...(mayRelease(start, now, site) ? (['release'] as const) : []),
]

/** Says how much time is left, in days or, under two days, in hours. */
export function timeLeftText(start: Date, now: Date): string {
  const left = start.getTime() - now.getTime()
  if (!isUrgent(start, now)) return `${Math.floor(left / DAY_MS)} days are left.`
  const hours = Math.floor(left / HOUR_MS)
  if (hours < 1) return 'It starts in less than an hour.'
  return `It starts in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
}

/** Says how people are asked to cover with the time left. @param rungs the site's. */
export function ladderText(start: Date, now: Date, rungs?: readonly Rung[]): string {
  const { people, every } = rungAt(now, start, rungs)
  if (people === null) return 'We ask everybody suitable now. The first yes has it.'
  const pause = every === 1 ? 'hour' : every === 24 ? 'day' : `${every} hours`
  return `We ask up to ${people} suitable people, and ${people} more every ${pause}, never at night. The first yes has it.`
}
