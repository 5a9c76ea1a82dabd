/** What an event says of its minimum. Instants are `Date` or ISO text. */
export type ToDecide = { minimum: number | null; decide_at: Date | string | null; decision: 'go' | 'off' | null }

/** Checks an event as it would be stored: it is decided before it starts, and by a number of people. @returns field and message. */
export function decisionIssues(after: Record<string, unknown>): [field: string, message: string][] {
  if (after.decide_at === null || after.decide_at === undefined) return []
  const issues: [string, string][] = []
  if (Date.parse(String(after.decide_at)) >= Date.parse(String(after.start)))
    issues.push(['decide_at', 'Must be before the start.'])
  if (after.minimum === null || after.minimum === undefined)
    issues.push(['minimum', 'Say how many people it needs to run, so that there is something to decide.'])
  return issues
}

/** The segments of the meter: people on it, people still needed, and open shifts beyond the minimum. */
export type Meter = { filled: number; needed: number; extra: number }

/**
 * Counts an event's shifts against its minimum.
 * @param filled shifts with a person. @param all all shifts; a minimum above their number still counts as needed.
 */
export function meterOf({ minimum, filled, all }: { minimum: number; filled: number; all: number }): Meter {
  const needed = Math.max(0, minimum - filled)
  return { filled, needed, extra: Math.max(0, all - filled - needed) }
}

/** Whether an event waits for the decision of a coordinator: it has a time for it, is not decided, and lacks people. */
export const awaitsDecision = ({ decision, decide_at, minimum }: ToDecide, filled: number): boolean =>
  decision === null && decide_at !== null && minimum !== null && filled < minimum
