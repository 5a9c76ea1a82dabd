import { countText } from '#app/ui/count-text.ts'
import { isUrgent, mayRelease } from '#server/answers/rules.ts'
import type { CoverPreview } from '#server/cover/calls-contract.ts'
import { type Rung, rungAt } from '#server/cover/rungs.pure.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type Way = 'cover' | 'somebody' | 'swap' | 'tell' | 'release'

type Site = { allow_release: boolean; release_days: number }

export const waysAt = (start: Date, now: Date, site: Site): Way[] => [
  'cover',
  'somebody',
  'swap',
  'tell',
  ...(mayRelease(start, now, site) ? (['release'] as const) : []),
]

/** In days or, under two days, in hours. */
export function timeLeftText(start: Date, now: Date): string {
  const left = start.getTime() - now.getTime()
  if (!isUrgent(start, now)) return `There are ${Math.floor(left / DAY_MS)} days left.`
  const hours = Math.floor(left / HOUR_MS)
  if (hours < 1) return 'It starts in less than an hour.'
  return `It starts in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`
}

export const urgentText = (way: Way): string =>
  way === 'somebody' || way === 'swap'
    ? 'The coordinators get a message as soon as you have asked someone.'
    : 'The coordinators get a message now.'

/**
 * Describes how people are asked to cover with the time left.
 * @param rungs the site's.
 * @param first asked first; null while unknown.
 * @param at when, as text, unless now.
 */
export function ladderText(
  start: Date,
  now: Date,
  { rungs, first = null, at = null }: { rungs?: readonly Rung[]; first?: CoverPreview | null; at?: string | null },
): string {
  const { people, every } = rungAt(now, start, rungs)
  const FIRST_YES = 'First to say yes gets it.'
  if (first?.people === 0) return 'No one suitable is free. The coordinators get a message and will look for someone.'
  const when = first && at ? `on ${at}` : 'now'
  if (first?.waits && first.people === 1)
    return `We ask the first person on the waiting list ${when}, then the next, then others. ${FIRST_YES}`
  if (people === null) {
    const all = first ? countText(first.people, 'suitable person', 'suitable people') : 'everyone suitable'
    return `We ask ${all} ${when}. ${FIRST_YES}`
  }
  const pause = every === 1 ? 'hour' : every === 24 ? 'day' : `${every} hours`
  const asked = first
    ? `${countText(first.people, 'suitable person', 'suitable people')} ${when}`
    : `up to ${people} suitable people`
  return `We ask ${asked}, and ${people} more every ${pause}, never at night. ${FIRST_YES}`
}

/**
 * Names the recipient of the way that asks no one else.
 * @param coordinator the first name of the only one; null for several.
 */
export const tellText = (coordinator: string | null) =>
  coordinator
    ? {
        label: `Just tell ${coordinator}`,
        text: `No one else will be asked. ${coordinator} will decide what to do.`,
        verb: `Tell ${coordinator}`,
      }
    : {
        label: 'Just tell the coordinators',
        text: 'No one else will be asked. They’ll decide what to do.',
        verb: 'Tell the coordinators',
      }

/** Number of possible swaps with one other person; empty for none or unknown. */
export const swapsText = (fit: number | null): string =>
  fit ? `${countText(fit, 'swap fits', 'swaps fit')} today` : ''

export const findCoverText = (first: Pick<CoverPreview, 'people' | 'at'> | null): string =>
  first && first.people > 0 && !first.at
    ? `Find cover, ask ${countText(first.people, 'person', 'people')} now`
    : 'Find cover'
