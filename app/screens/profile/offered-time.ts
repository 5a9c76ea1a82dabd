import { longestOf } from '#server/shifts/hours/limits/rules.ts'

type Shift = { start: string; end: string; actual_start: string | null }

/**
 * A time that may be recorded: as planned where that is over, else now, and for an end within the longest that a shift takes.
 * @param now the server's. All are ISO instants, as is what comes back.
 */
export function offeredTime(what: 'start' | 'end', shift: Shift, now: string): string {
  const ms = { now: Date.parse(now), start: Date.parse(shift.start), end: Date.parse(shift.end) }
  if (what === 'start') return new Date(Math.min(ms.start, ms.now)).toISOString()
  const begun = Date.parse(shift.actual_start ?? shift.start)
  const latest = Math.min(ms.now, begun + longestOf({ start: new Date(shift.start), end: new Date(shift.end) }, false))
  return new Date(
    ms.end >= begun && ms.end <= latest ? ms.end : Math.max(latest, Math.min(begun, ms.now)),
  ).toISOString()
}
