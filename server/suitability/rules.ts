import { type Clock, shortDay, shortTime } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Availability, Obstacle } from './contract.ts'
import {
  type Held,
  type MissingCompetency,
  missingBriefly,
  missingCompetencies,
  missingInFull,
  type Need,
} from './missing/rules.ts'
import { minutesBetween, overlaps, type Span } from './spans.ts'
import { clashWords, heldWords, type Neighbour, PLAIN_WORDS, restWords, type Voice } from './words.ts'

export type Target = Span & {
  shift: number
  event: number
  person: number | null
  published: boolean
  archived: boolean
  called_off: boolean
  /** The person on the waiting list whom it is held for, and until when (an instant with zone); null without a hold. */
  held_for?: number | null
  held_until?: string | null
  needs: readonly Need[]
  days: readonly string[]
}

/** A shift with the times agreed with its person. */
export type HeldShift = Span & { shift: number; event: number; event_name: string }

export type Candidate = {
  person: number
  active: boolean
  cover_requests: boolean
  signed_in: boolean
  /** 0 = unavailable, 1 = available, 2 = only if required, by local date; a missing date is unmarked. */
  availability: Readonly<Record<string, number>>
  shifts: readonly HeldShift[]
  competencies: Held
}

/** The site's rules, and the caller's options. */
export type SuitabilityRules = {
  now: Date
  /** Of the reader of the words. */
  clock: Clock
  /** The local day of `now`, `YYYY-MM-DD`. */
  today: string
  /** Hours between two shifts of one person; 0 for none. */
  restHours: number
  mustBeOpen?: boolean
  /** Reports `no_cover_requests`, and `never_signed_in` if `needsSignIn`. */
  forCover?: boolean
  needsSignIn?: boolean
  ignoring?: ReadonlySet<number>
  /** Whom the sentences address: the person, or someone who reads about them. */
  voice: Voice
}

/** Lists a candidate's obstacles, each code at most once; empty when suitable. */
export function obstaclesOf(target: Target, candidate: Candidate, rules: SuitabilityRules): Obstacle[] {
  const { voice } = rules
  const dayWords = (day: string) => shortDay(day, rules.clock)
  const plain = PLAIN_WORDS[voice]
  const found: Obstacle[] = []
  if (target.archived || Date.parse(target.end) <= rules.now.getTime()) found.push({ code: 'past', words: plain.past })
  if (target.called_off) found.push({ code: 'called_off', words: plain.called_off })
  if (!target.published) found.push({ code: 'unpublished', words: plain.unpublished })
  if (!candidate.active) found.push({ code: 'inactive', words: plain.inactive })
  const mine = target.person === candidate.person
  if (rules.mustBeOpen && target.person !== null && !mine) found.push({ code: 'taken', words: plain.taken })
  const { held_for = null, held_until = null } = target
  if (rules.mustBeOpen && target.person === null && held_until && held_for !== candidate.person)
    found.push({ code: 'held', words: heldWords(shortTime(held_until, rules.clock), voice) })
  const timing = mine ? { code: 'on_it' as const, words: plain.mine } : timingObstacle(target, candidate, rules)
  if (timing) found.push(timing)
  const missing = missingCompetencies(target.needs, candidate.competencies, target.days.at(-1) ?? '')
  if (missing.length)
    found.push({
      code: 'unqualified',
      words: voice === 'you' ? missingInFull(missing, rules.today, dayWords) : missingBriefly(missing, dayWords),
      ...(voice === 'you' && { way: { label: 'See your competencies', path: '/profile/records' } }),
      ...(rules.forCover && lapsedOn(missing)),
    })
  const unavailable = target.days.find((day) => candidate.availability[day] === 0)
  if (unavailable)
    found.push({
      code: 'unavailable',
      words: plain.unavailable,
      ...(voice === 'you' && { way: { label: 'Change your availability', path: `/unavailability/${unavailable}` } }),
    })
  if (rules.forCover && !candidate.cover_requests)
    found.push({ code: 'no_cover_requests', words: plain.no_cover_requests })
  if (rules.forCover && rules.needsSignIn && !candidate.signed_in)
    found.push({ code: 'never_signed_in', words: plain.never_signed_in })
  return found
}

/**
 * Returns the first of: already on this event, another shift, too little rest. The person can offer the other shift for
 * a swap until it begins.
 */
function timingObstacle(
  target: Target,
  { shifts }: Candidate,
  { restHours, ignoring, voice, now }: SuitabilityRules,
): Obstacle | null {
  const others = shifts.filter(({ shift }) => shift !== target.shift && !ignoring?.has(shift))
  const clashes = others.filter((held) => overlaps(held, target))
  if (clashes.some(({ event }) => event === target.event)) return { code: 'on_it', words: PLAIN_WORDS[voice].on_it }
  const wayFrom = (held: HeldShift): Pick<Obstacle, 'way'> =>
    voice === 'you' && Date.parse(held.start) > now.getTime()
      ? { way: { label: `Offer ${held.event_name || 'it'} for a swap`, path: `/swaps/new?shift=${held.shift}` } }
      : {}
  if (clashes[0]) return { code: 'clash', words: clashWords(clashes[0].event_name, voice), ...wayFrom(clashes[0]) }
  const rest = restObstacle(target, others, { restHours, voice })
  return rest && { code: 'rest', words: rest.words, ...wayFrom(rest.held) }
}

/** Returns the nearest other shift that leaves too little rest. None may overlap the target. */
export function restObstacle(
  target: Span,
  others: readonly HeldShift[],
  { restHours, voice }: Pick<SuitabilityRules, 'restHours' | 'voice'>,
): { held: HeldShift; words: string } | null {
  const [nearest] = others
    .map((held): Neighbour<HeldShift> => ({ held, minutes: minutesBetween(held, target) }))
    .sort((a, b) => a.minutes - b.minutes)
  if (!nearest || nearest.minutes >= restHours * 60) return null
  const isLater = Date.parse(nearest.held.start) >= Date.parse(target.end)
  return { held: nearest.held, words: restWords(nearest, { isLater, restHours, voice }) }
}

/** The last day on which someone held all that they miss now; empty if they never held one of them. */
function lapsedOn(missing: readonly MissingCompetency[]): { lapsed?: string } {
  const days = missing.flatMap(({ until }) => until ?? []).sort()
  return days.length === missing.length && days[0] ? { lapsed: days[0] } : {}
}

/** Combines the marks of several days: the worst applies, and all must be available. */
export function markOf(days: readonly string[], marks: Readonly<Record<string, number>>): Availability | 'unavailable' {
  const values = days.map((day) => marks[day])
  if (values.includes(0)) return 'unavailable'
  if (values.includes(2)) return 'if_required'
  return values.every((mark) => mark === 1) ? 'available' : 'unmarked'
}
