import { countText } from '#app/ui/count-text.ts'
import { isUrgent, mayRelease } from '#server/answers/rules.ts'
import type { CoverPreview } from '#server/cover/calls-contract.ts'
import { type Rung, rungAt } from '#server/cover/rungs.pure.ts'

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

/** Says when the coordinators hear of it, where little time is left: a choice that asks one person is made on the page that follows. */
export const urgentText = (way: Way): string =>
  way === 'somebody' || way === 'swap'
    ? 'The coordinators get a message as soon as you have asked somebody.'
    : 'The coordinators get a message now.'

/**
 * Says how people are asked to cover with the time left.
 * @param rungs the site's. @param first who is asked first; null while that is not known. @param at when, in words, where it is not now.
 */
export function ladderText(
  start: Date,
  now: Date,
  { rungs, first = null, at = null }: { rungs?: readonly Rung[]; first?: CoverPreview | null; at?: string | null },
): string {
  const { people, every } = rungAt(now, start, rungs)
  const FIRST_YES = 'The first yes has it.'
  if (first?.people === 0) return 'Nobody suitable is free. The coordinators get a message, and look for somebody.'
  const when = first && at ? `on ${at}` : 'now'
  if (first?.waits && first.people === 1)
    return `We ask the first person on the waiting list ${when}, then the next, then others. ${FIRST_YES}`
  if (people === null) {
    const all = first ? countText(first.people, 'suitable person', 'suitable people') : 'everybody suitable'
    return `We ask ${all} ${when}. ${FIRST_YES}`
  }
  const pause = every === 1 ? 'hour' : every === 24 ? 'day' : `${every} hours`
  const asked = first
    ? `${countText(first.people, 'suitable person', 'suitable people')} ${when}`
    : `up to ${people} suitable people`
  return `We ask ${asked}, and ${people} more every ${pause}, never at night. ${FIRST_YES}`
}

/** What the way says that asks nobody else: to whom it goes. @param coordinator the first name of the only one; null for several. */
export const tellText = (coordinator: string | null) =>
  coordinator
    ? {
        label: `Just tell ${coordinator}`,
        text: `Nobody else is asked. ${coordinator} decides what happens.`,
        verb: `Tell ${coordinator}`,
      }
    : {
        label: 'Just tell the coordinators',
        text: 'Nobody else is asked. They decide what happens.',
        verb: 'Tell the coordinators',
      }

/** Says how many shifts could be had in a swap with one other person; empty for none, or where that is not known. */
export const swapsText = (fit: number | null): string =>
  fit ? `${countText(fit, 'swap fits', 'swaps fit')} today` : ''

/** What the button says that seeks cover: whom it reaches now. */
export const findCoverText = (first: Pick<CoverPreview, 'people' | 'at'> | null): string =>
  first && first.people > 0 && !first.at
    ? `Find cover, ask ${countText(first.people, 'person', 'people')} now`
    : 'Find cover'
