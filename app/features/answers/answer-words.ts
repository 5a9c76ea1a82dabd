import { dayIn } from '#app/ui/wall-clock.ts'
import type { AnswerPage } from '#server/answers/contract.ts'
import { isUrgent } from '#server/answers/rules.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'

export type LinkShift = AnswerPage['shifts'][number]

type Formats = { short: (instant: string) => string; range: (start: string, end: string) => string }

/** Formats someone's part in a shift: "Start line · Race Officer"; empty for neither. */
export const roleText = ({ assignment, role }: Pick<LinkShift, 'assignment' | 'role'>): string =>
  [assignment, role].filter(Boolean).join(' · ')

const DAY_MS = 86_400_000

/**
 * Counts the days to a shift in the site's zone: "today", "tomorrow", "in 7 days"; empty for a past one.
 * @param start, now ISO instants.
 * @param zone IANA.
 */
export function daysAheadText(start: string, now: string, zone: string): string {
  const days = Math.round((Date.parse(dayIn(start, zone)) - Date.parse(dayIn(now, zone))) / DAY_MS)
  if (days < 0) return ''
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
}

const STAYS = 'It stays yours until someone takes it'

export const declineText = ({ start }: Pick<LinkShift, 'start'>, now: string): string =>
  isUrgent(new Date(start), new Date(now))
    ? `We’ll look for cover, and the coordinators get a message now. ${STAYS}`
    : `We’ll look for cover. ${STAYS}`

/** As `declineText`, for several shifts. */
export function declineManyText(shifts: readonly Pick<LinkShift, 'start'>[], now: string): string {
  const urgent = shifts.filter(({ start }) => isUrgent(new Date(start), new Date(now))).length
  const message =
    urgent === 0
      ? ''
      : urgent === shifts.length
        ? ', and the coordinators get a message now'
        : ', and the coordinators get a message now for shifts less than 48 hours away'
  return `If you can’t come, we’ll look for cover${message}. The shift stays yours until someone takes it.`
}

/** Names shifts by their days, with times where a day has several. */
export function namedText(
  shifts: readonly Pick<LinkShift, 'start'>[],
  when: Pick<Formats, 'short'> & { time: (instant: string) => string },
): string {
  const days = shifts.map(({ start }) => when.short(start))
  const repeats = new Set(days).size < days.length
  return wordList(shifts.map(({ start }, at) => (repeats ? `${days[at]}, ${when.time(start)}` : days[at]!)))
}

/** Explains why an answered shift is asked about again, or what differs from the message; empty when nothing does. */
export function askedAgainText(
  {
    start,
    location,
    before,
    answer,
    changed = false,
    ...duty
  }: Pick<LinkShift, 'start' | 'location' | 'before' | 'answer'> &
    Partial<Pick<LinkShift, 'changed' | 'assignment' | 'role'>>,
  when: Formats,
): string {
  if (!before || (answer !== 'asked' && !changed)) return ''
  const dutyBefore = roleText({ assignment: before.assignment ?? null, role: before.role ?? null })
  const was = [
    before.start === start ? '' : `it was ${when.short(before.start)}, ${when.range(before.start, before.end)}`,
    before.location && before.location !== location ? `the place was ${before.location}` : '',
    dutyBefore && dutyBefore !== roleText({ assignment: duty.assignment ?? null, role: duty.role ?? null })
      ? `your part was ${dutyBefore}`
      : '',
  ].filter(Boolean)
  const since = changed ? 'since this message was sent' : 'since you answered, so we ask again'
  return `This shift has changed ${since}${was.length ? `: ${was.join(', and ')}` : ''}.`
}
