import { countText, formatNumber } from '#app/ui/count-text.ts'
import { BOARD_PAGE } from '#server/cover/board/contract.ts'
import type { Board, Gap, ShownGap } from '#server/cover/board/queries.ts'
import type { CircleKind } from '#server/cover/circle.pure.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

export const titleOf = ({ assignment, role, event_name }: Pick<Gap, 'assignment' | 'role' | 'event_name'>): string =>
  [assignment, role].filter(Boolean).join(', ') || event_name

/** "1 stuck, 2 searching, 1 paused, 3 open"; omits zeros. Counts all pages. */
export function boardText({ total }: Pick<Board, 'total'>): string {
  const counts = [
    [total.stuck, 'stuck'],
    [total.unsought, 'not asked yet'],
    [total.searching, 'searching'],
    [total.paused, 'paused'],
    [total.open, 'open'],
  ] as const
  return counts.flatMap(([n, word]) => (n ? [`${n} ${word}`] : [])).join(', ')
}

export function pageText(page: number, shown: number, total: number): string {
  const before = (page - 1) * BOARD_PAGE
  return `${formatNumber(before + 1)} to ${formatNumber(before + shown)} of ${formatNumber(total)}`
}

export const manyText = (shown: number, isAll: boolean): string =>
  isAll ? `Ask for all ${shown}…` : `Ask for these ${shown}…`

type Week<Shift> = { name: string; shifts: Shift[]; events: { event: number; event_name: string; shifts: Shift[] }[] }

/**
 * Groups shifts by week, Monday to Sunday, and by event, keeping their order.
 * @param today the site's day, `YYYY-MM-DD`.
 * @param dayOf the site's day of an instant.
 */
export function weeksOf<Shift extends Pick<Gap, 'event' | 'event_name' | 'start'>>(
  shifts: readonly Shift[],
  today: string,
  dayOf: (instant: string) => string,
): Week<Shift>[] {
  const thisWeek = mondayOf(today)
  const weeks = new Map<string, Week<Shift>>()
  for (const shift of shifts) {
    const monday = mondayOf(dayOf(shift.start))
    const ahead = Math.round((Date.parse(monday) - Date.parse(thisWeek)) / WEEK_MS)
    const name = ahead <= 0 ? 'This week' : ahead === 1 ? 'Next week' : `In ${ahead} weeks`
    const week = weeks.get(name) ?? { name, shifts: [], events: [] }
    weeks.set(name, week)
    week.shifts.push(shift)
    const event = week.events.find((one) => one.event === shift.event)
    if (event) event.shifts.push(shift)
    else week.events.push({ event: shift.event, event_name: shift.event_name, shifts: [shift] })
  }
  return [...weeks.values()]
}

/** @returns the Monday, `YYYY-MM-DD`. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

/** `until`: when the certificate of the only person ran out. */
export const CIRCLE_WORDS: Record<CircleKind, (n: number, until?: string) => string> = {
  asked_before: (n) =>
    `${countText(n, 'person', 'people')} who ${n === 1 ? 'was' : 'were'} asked before and didn’t reply`,
  lapsed: (n, until) =>
    n === 1
      ? `1 person whose certificate ran out ${until ? `on ${until}` : 'in the last 60 days'}`
      : `${n} people whose certificates ran out in the last 60 days`,
  if_required: (n) => `${countText(n, 'person', 'people')} who ${n === 1 ? 'comes' : 'come'} only if needed`,
  rest: (n) => `${countText(n, 'person', 'people')} with too little rest between shifts`,
}

/** "4 shifts: up to 5 people each are asked now, until one says yes." @param group null where everyone is asked. */
export function startText(shifts: number, group: number | null): string {
  const who = group === null ? 'everyone who can do it is' : `up to ${countText(group, 'person is', 'people are')}`
  return shifts === 1
    ? `One shift: ${who} asked now, and more later, until one says yes.`
    : `${shifts} shifts: for each, ${who} asked now, and more later, until one says yes. No one is asked at night.`
}

export const NIGHT_TEXT = 'It’s night at the club: emails go out now, texts in the morning.'

/** "Never asked, 2 shifts in 90 days". @param lastAsked a date as text, or null. */
export const orderText = (recent: number, lastAsked: string | null): string =>
  `${lastAsked ? `Last asked ${lastAsked}` : 'Never asked'}, ${countText(recent, 'shift')} in 90 days`

/** In the singular, too, where that differs. */
const REASONS: Record<string, string | readonly [one: string, many: string]> = {
  past: 'too late for this shift',
  called_off: 'the event is called off',
  unpublished: 'the shift is not published',
  inactive: 'not active',
  on_it: 'on this event already',
  clash: 'on another shift then',
  rest: 'too little rest between shifts',
  unqualified: ['doesn’t hold the qualification', 'don’t hold the qualification'],
  unavailable: 'marked as unavailable',
  no_cover_requests: 'not asked to cover, by their own choice',
  never_signed_in: ['has never signed in', 'have never signed in'],
  declined: 'request for the event declined',
  said_no: 'said no to this shift',
  asked_before: 'asked for this shift before',
}

type LeftOut = ShownGap['left_out'][number]

type Group = { code: string; words: string; people: LeftOut[]; count: number }

/**
 * Groups people by their first obstacle, the largest group first.
 * @param counts totals per obstacle, where only some are listed.
 */
export function byReason(leftOut: readonly LeftOut[], counts: Readonly<Record<string, number>> = {}): Group[] {
  const groups = new Map<string, LeftOut[]>()
  for (const person of leftOut) {
    const code = person.obstacles[0]?.code ?? ''
    groups.set(code, [...(groups.get(code) ?? []), person])
  }
  return [...groups]
    .map(([code, people]) => {
      const count = counts[code] ?? people.length
      const words = REASONS[code] ?? 'left out'
      return { code, words: typeof words === 'string' ? words : words[count === 1 ? 0 : 1], people, count }
    })
    .sort((a, b) => b.count - a.count)
}
