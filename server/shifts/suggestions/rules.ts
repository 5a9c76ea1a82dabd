import { type Clock, shortDay } from '#server/deliveries/texts/shift/wall-clock.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { type Held, missingBriefly, missingCompetencies, type Need } from '#server/suitability/missing/rules.ts'
import { markOf, restObstacle } from '#server/suitability/rules.ts'
import { overlaps, rememberedDays, type Span } from '#server/suitability/spans.ts'
import { clashWords, PLAIN_WORDS } from '#server/suitability/words.ts'
import type { AgainstCode, ForCode, Reason, Suggestion } from './contract.ts'

/** Instants are ISO text in UTC. */
export type ShiftToFill = {
  shift: number | null
  role: number | null
  assignment: number | null
  start: string
  end: string
}

export type Candidate = {
  person: number
  name: string
  avatar: string | null
  request: { role: number | null; assignment: number | null; comments: string } | null
  /** 0 = unavailable, 1 = available, 2 = only if required, by local date; a missing date is unknown. */
  availability: Readonly<Record<string, number>>
  shifts: readonly { shift: number; event: number; event_name: string; start: string; end: string }[]
  competencies: Held
}

/** @property restHours required hours between two shifts of one person; 0 for none. */
export type SuggestionSite = {
  zone: string
  event: number
  needs: readonly Need[]
  /** Pass a memoised version to rank several shifts. */
  daysOf?: (span: Span) => readonly string[]
  restHours: number
  /** Of the reader of the words. */
  clock: Clock
}

/** From this many shifts in a month, suggests asking someone else. */
const BUSY_MONTH_SHIFTS = 3

const UNFIT: readonly AgainstCode[] = ['unqualified', 'unavailable', 'double_booked', 'on_it', 'rest']

/**
 * Ranks candidates: first those who asked for the shift, then those who are available, with reasons for and against.
 * Removes no one.
 */
export function suggest(target: ShiftToFill, candidates: readonly Candidate[], site: SuggestionSite): Suggestion[] {
  const daysOf = site.daysOf ?? rememberedDays(site.zone)
  return candidates
    .map((candidate) => {
      const one = judge(target, candidate, { ...site, daysOf })
      return { one, rank: rank(one) }
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.one.month_count - b.one.month_count ||
        compareNames(a.one.name, b.one.name) ||
        a.one.person - b.one.person,
    )
    .map(({ one }) => one)
}

function judge(
  target: ShiftToFill,
  candidate: Candidate,
  { event, needs, daysOf, restHours, clock }: Required<SuggestionSite>,
): Suggestion {
  const pro: Reason<ForCode>[] = []
  const contra: Reason<AgainstCode>[] = []
  const { request } = candidate
  const days = daysOf(target)

  if (request) {
    const hasWish = request.role !== null || request.assignment !== null
    const asksForThis =
      hasWish &&
      (request.role === null || request.role === target.role) &&
      (request.assignment === null || request.assignment === target.assignment)
    pro.push(
      asksForThis
        ? { code: 'requested_this', words: 'Asked for it' }
        : { code: 'requested', words: 'Asked for this event' },
    )
  }

  const mark = markOf(days, candidate.availability)
  if (mark === 'unavailable') contra.push({ code: 'unavailable', words: PLAIN_WORDS.them.unavailable })
  else if (mark === 'if_required') contra.push({ code: 'if_required', words: 'Only if required' })
  else if (mark === 'available') pro.push({ code: 'available', words: 'Available' })

  const missing = missingCompetencies(needs, candidate.competencies, days.at(-1) ?? '')
  if (missing.length)
    contra.push({ code: 'unqualified', words: missingBriefly(missing, (day) => shortDay(day, clock)) })
  else if (needs.length) pro.push({ code: 'qualified', words: needs.map(({ name }) => name).join(', ') })

  const others = candidate.shifts.filter((held) => held.shift !== target.shift)
  const clash = others.find((shift) => overlaps(shift, target))
  const rest = restObstacle(target, others, { restHours, voice: 'them' })
  if (clash?.event === event) contra.push({ code: 'on_it', words: PLAIN_WORDS.them.on_it })
  else if (clash) contra.push({ code: 'double_booked', words: clashWords(clash.event_name, 'them') })
  else if (rest) contra.push({ code: 'rest', words: rest.words })
  else if (others.some((shift) => daysOf(shift).some((day) => days.includes(day))))
    pro.push({ code: 'free', words: 'Free at that time' })

  const month = days[0]?.slice(0, 7)
  const month_count = others.filter((held) => daysOf(held)[0]?.slice(0, 7) === month).length
  if (month_count >= BUSY_MONTH_SHIFTS)
    contra.push({ code: 'busy_month', words: `Already has ${countWord(month_count)} this month` })

  return {
    person: candidate.person,
    name: candidate.name,
    avatar: candidate.avatar,
    fits: !contra.some(({ code }) => UNFIT.includes(code)),
    comments: request?.comments || null,
    requested: request !== null,
    held: candidate.competencies,
    month_count,
    for: pro,
    against: contra,
  }
}

function rank(suggestion: Suggestion): number {
  const has = (code: ForCode | AgainstCode) =>
    [...suggestion.for, ...suggestion.against].some((reason) => reason.code === code)
  const wish = has('requested_this') ? 0 : suggestion.requested ? 1 : has('available') ? 2 : has('if_required') ? 4 : 3
  return (suggestion.fits ? 0 : 10) + wish + (has('busy_month') && !suggestion.requested ? 0.5 : 0)
}

const countWord = (count: number) => ['none', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count)
