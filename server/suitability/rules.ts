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

/** The shift to judge. */
export type Target = Span & {
  shift: number
  event: number
  person: number | null
  published: boolean
  archived: boolean
  called_off: boolean
  /** Whom it is held for, of those who waited for it, and until when; null while it is not. An instant with its zone. */
  held_for?: number | null
  held_until?: string | null
  needs: readonly Need[]
  /** The local days that it touches (`daysOf`). */
  days: readonly string[]
}

/** A shift that somebody holds, by the times agreed with them. */
export type HeldShift = Span & { shift: number; event: number; event_name: string }

export type Candidate = {
  person: number
  active: boolean
  /** Whether they are asked to cover for others at all. */
  cover_requests: boolean
  signed_in: boolean
  /** 0 = unavailable, 1 = available, 2 = only if required, by local date; a missing date is unmarked. */
  availability: Readonly<Record<string, number>>
  shifts: readonly HeldShift[]
  competencies: Held
}

/** The site's rules, and what the caller asks about. */
export type SuitabilityRules = {
  now: Date
  /** The site's IANA zone, for words that name an instant. */
  zone: string
  /** The local day of `now`, `YYYY-MM-DD`. */
  today: string
  /** Hours between two shifts of one person; 0 for none. */
  restHours: number
  /** Reports somebody else on the shift as `taken`. */
  mustBeOpen?: boolean
  /** Reports `no_cover_requests`, and `never_signed_in` where the site leaves those out. */
  forCover?: boolean
  needsSignIn?: boolean
  /** Shifts that count neither as a clash nor against the rest: those that somebody would give away. */
  ignoring?: ReadonlySet<number>
  /** Whom the words address: the person, or somebody who reads about them. */
  voice: Voice
}

/** Lists what keeps a candidate from a shift; they are suitable when it is empty. Each code occurs at most once. */
export function obstaclesOf(target: Target, candidate: Candidate, rules: SuitabilityRules): Obstacle[] {
  const { voice } = rules
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
    found.push({ code: 'held', words: heldWords(held_until, rules.zone, voice) })
  const timing = mine ? { code: 'on_it' as const, words: plain.mine } : timingObstacle(target, candidate, rules)
  if (timing) found.push(timing)
  const missing = missingCompetencies(target.needs, candidate.competencies, target.days.at(-1) ?? '')
  if (missing.length)
    found.push({
      code: 'unqualified',
      words: voice === 'you' ? missingInFull(missing, rules.today) : missingBriefly(missing),
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
 * Returns the first of: already on this event then, another shift then, too little rest. Who is addressed can offer the other shift for a swap
 * while it has not begun.
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

/** Returns the nearest of somebody's other shifts where it leaves less rest than the club wants; none of them overlaps the target. */
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

/** The last day on which somebody held all that they miss now; empty when they never held one of it. */
function lapsedOn(missing: readonly MissingCompetency[]): { lapsed?: string } {
  const days = missing.flatMap(({ until }) => until ?? []).sort()
  return days.length === missing.length && days[0] ? { lapsed: days[0] } : {}
}

/** Joins the marks of several days: the worst of them holds, and all must be available to be so. */
export function markOf(days: readonly string[], marks: Readonly<Record<string, number>>): Availability | 'unavailable' {
  const values = days.map((day) => marks[day])
  if (values.includes(0)) return 'unavailable'
  if (values.includes(2)) return 'if_required'
  return values.every((mark) => mark === 1) ? 'available' : 'unmarked'
}
