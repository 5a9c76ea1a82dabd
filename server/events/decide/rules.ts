import { wordList } from '#server/engine/kernel/word-list.pure.ts'

export type AssignmentNeed = { assignment: number; name: string; minimum: number; filled: number }

/** Minimums of an event: in total (null for none), and per assignment. */
export type Need = { minimum: number | null; filled: number; assignments: readonly AssignmentNeed[] }

export type ToDecide = { decide_at: Date | string | null; decision: 'go' | 'off' | null }

/**
 * Checks that an event with a decision time has a minimum and is decided before it starts.
 * @returns field and message.
 */
export function decisionIssues(after: Record<string, unknown>): [field: string, message: string][] {
  if (after.decide_at === null || after.decide_at === undefined) return []
  const issues: [string, string][] = []
  if (Date.parse(String(after.decide_at)) >= Date.parse(String(after.start)))
    issues.push(['decide_at', 'Must be before the start.'])
  const hasMinimums = Array.isArray(after.minimums) && after.minimums.length > 0
  if ((after.minimum === null || after.minimum === undefined) && !hasMinimums)
    issues.push(['minimum', 'Enter how many people it needs before setting a deadline.'])
  return issues
}

const missingOn = ({ minimum, filled }: { minimum: number; filled: number }) => Math.max(0, minimum - filled)

/** Counts the people an event still needs; same rule as `core.people_needed`. */
export const missingOf = ({ minimum, filled, assignments }: Need): number =>
  Math.max(
    missingOn({ minimum: minimum ?? 0, filled }),
    assignments.reduce((sum, one) => sum + missingOn(one), 0),
  )

export const shortAssignments = (assignments: readonly AssignmentNeed[]): (AssignmentNeed & { lacks: number })[] =>
  assignments.map((one) => ({ ...one, lacks: missingOn(one) })).filter(({ lacks }) => lacks > 0)

const peopleText = (n: number) => (n === 1 ? 'person' : 'people')

export type NeedPart = { filled: number; minimum: number; words: string }

export function needParts({ minimum, filled, assignments }: Need): NeedPart[] {
  const all = minimum !== null && filled < minimum ? [{ filled, minimum, words: `${peopleText(minimum)} needed` }] : []
  const short = shortAssignments(assignments).map((one, i) => ({
    filled: one.filled,
    minimum: one.minimum,
    words: `${i === 0 && !all.length ? `${peopleText(one.minimum)} needed ` : ''}for ${one.name}`,
  }))
  return [...all, ...short]
}

/** Formats unmet minimums: "3 of the 4 people needed, 1 of the 2 for Safety Boat". */
export const needText = (need: Need): string =>
  needParts(need)
    .map(({ filled, minimum, words }) => `${filled} of ${minimum > 1 ? 'the ' : ''}${minimum} ${words}`)
    .join(', ')

type Lack = { name: string; lacks: number }

/** Formats the people still needed: "1 more for Safety Boat", "3 more, 1 of them for Safety Boat". */
export function moreText(missing: number, short: readonly Lack[]): string {
  const more = `${missing} more`
  const [only] = short
  if (!only) return more
  if (short.length === 1 && only.lacks === missing) return `${more} for ${only.name}`
  const parts = short.map(({ name, lacks }, i) => `${lacks} ${i ? '' : 'of them '}for ${name}`)
  return `${more}, ${wordList(parts)}`
}

/** Segments of the meter: people, people still needed, and open shifts beyond the minimum. */
export type Meter = { filled: number; needed: number; extra: number }

/**
 * Counts an event's shifts against its minimums.
 * @param need.filled shifts with a person who comes.
 * @param all all shifts; people beyond their number still count as needed.
 */
export function meterOf(need: Need, all: number): Meter {
  const needed = missingOf(need)
  return { filled: need.filled, needed, extra: Math.max(0, all - need.filled - needed) }
}

/** Whether an event awaits a coordinator's decision: undecided, with a decision time, and short of people. */
export const awaitsDecision = ({ decision, decide_at }: ToDecide, need: Need): boolean =>
  decision === null && decide_at !== null && missingOf(need) > 0

export type QuestionEnd = 'go' | 'off' | 'enough' | 'deleted' | 'dropped'

/** Returns why a question has ended; null while it is open. */
export function questionEnd(
  event: ToDecide & { archived: boolean; lacks: boolean },
): Exclude<QuestionEnd, 'deleted'> | null {
  if (event.decision) return event.decision
  if (event.archived || event.decide_at === null) return 'dropped'
  return event.lacks ? null : 'enough'
}
