import type { DemoPeople } from './people.ts'
import type { EventPlan } from './plan-events.ts'
import type { ShiftPlan } from './plan-shifts.ts'

type Args = {
  plans: readonly EventPlan[]
  shifts: readonly ShiftPlan[]
  people: Pick<DemoPeople, 'admin' | 'member' | 'crew'>
  isDemanding: (assignment: string) => boolean
  now: Date
}

/** All empty: the shift is open, unpublished or unanswered. */
export type AnswerPlan = {
  answer: 'confirmed' | 'seeking_cover' | null
  at: Date | null
  by: number | null
  reason: string
}

/** Indexes of shifts in a special state. */
export type AnswerStories = {
  searching: number
  /** The search has asked all suitable people. */
  exhausted: number
  /** Declined; only the coordinators know. */
  declined: number
  released: number
  handedOver: number
  /** Three people swap these: each gets the next one. */
  circle: readonly [number, number, number]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNANSWERED: AnswerPlan = { answer: null, at: null, by: null, reason: '' }
const REASONS = {
  searching: 'A job interview on that day.',
  exhausted: 'Flu. The doctor says no.',
  declined: 'My sister gets married.',
}

export const isFree = (shifts: readonly ShiftPlan[], person: number, { start, end }: ShiftPlan): boolean =>
  shifts.every((other) => other.person !== person || other.end <= start || other.start >= end)

/** Chooses published coming shifts for the special states; omits states for which the roster has no shift. */
export function planStories({ plans, shifts, people, isDemanding, now }: Args): Partial<AnswerStories> {
  const used = new Set<number>()
  const days = ({ start }: ShiftPlan) => (start.getTime() - now.getTime()) / DAY
  const isCrew = ({ person }: ShiftPlan) => person !== null && people.crew.includes(person)
  const first = (fits: (shift: ShiftPlan) => boolean): number | undefined => {
    const found = shifts.findIndex((shift, i) => shift.draft && !used.has(i) && days(shift) > 2.2 && fits(shift))
    if (found < 0) return undefined
    used.add(found)
    return found
  }
  const demands = ({ assignment }: ShiftPlan) => isDemanding(assignment)
  const exhausted = first((shift) => isCrew(shift) && days(shift) < 10 && demands(shift))
  const searching = first(
    (shift) => isCrew(shift) && days(shift) > 7.2 && !demands(shift) && isFree(shifts, people.member, shift),
  )
  const declined = first((shift) => isCrew(shift) && days(shift) > 9)
  const released = first(({ person, plan }) => person === null && plans[plan]!.next === null)
  const handedOver = first(
    (shift) => isCrew(shift) && days(shift) > 9 && !demands(shift) && isFree(shifts, people.member, shift),
  )
  const circle = chooseCircle(shifts, (shift, i) => {
    return shift.draft !== null && !used.has(i) && isCrew(shift) && days(shift) > 10 && !demands(shift)
  })
  const stories = { exhausted, searching, declined, released, handedOver, circle }
  return Object.fromEntries(Object.entries(stories).filter(([, index]) => index !== undefined))
}

function chooseCircle(
  shifts: readonly ShiftPlan[],
  fits: (shift: ShiftPlan, index: number) => boolean,
): AnswerStories['circle'] | undefined {
  const candidates = shifts.flatMap((shift, i) => (fits(shift, i) ? [i] : []))
  const follows = (a: number, b: number) => {
    const [gives, gets] = [shifts[a]!, shifts[b]!]
    return gives.plan !== gets.plan && gives.person !== gets.person && isFree(shifts, gives.person!, gets)
  }
  for (const a of candidates)
    for (const b of candidates.filter((other) => follows(a, other)))
      for (const c of candidates) if (follows(b, c) && follows(c, a)) return [a, b, c]
  return undefined
}

/**
 * Plans the answers: most people have confirmed, a few by phone, some are silent, such as those asked just now. The
 * demo member has confirmed the next two shifts and the last one.
 */
export function planAnswers(args: Args, stories: Partial<AnswerStories>): AnswerPlan[] {
  const { plans, shifts, people, now } = args
  const lastOwn = shifts.findLastIndex(({ person, draft }) => person === people.member && draft)
  const swapped = new Set([stories.handedOver, ...(stories.circle ?? [])])
  return shifts.map((shift, i): AnswerPlan => {
    const { person, draft, start } = shift
    if (person === null || draft === null || now.getTime() - draft.getTime() < HOUR) return UNANSWERED
    const first = draft.getTime() + (5 + (i % 40)) * HOUR
    const answered = (over: Partial<AnswerPlan> = {}): AnswerPlan => ({
      answer: 'confirmed',
      at: new Date(Math.min(first, now.getTime() - HOUR)),
      by: null,
      reason: '',
      ...over,
    })
    for (const story of ['searching', 'exhausted', 'declined'] as const)
      if (stories[story] === i)
        return answered({
          answer: 'seeking_cover',
          at: new Date(now.getTime() - (story === 'declined' ? 5 : 31) * HOUR),
          by: person,
          reason: REASONS[story],
        })
    if (person === people.member) {
      const { next } = plans[shift.plan]!
      const confirmed = start < now || next === 'today' || next === 'soon' || i === lastOwn
      return confirmed ? answered({ by: person }) : UNANSWERED
    }
    if (swapped.has(i)) return answered({ by: person })
    const turn = i % 9
    if (turn === 4 || turn === 7) return UNANSWERED
    return answered({ by: turn === 2 ? people.admin : turn === 5 ? null : person })
  })
}
