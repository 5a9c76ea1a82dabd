import { maxWorkedMs } from '#server/shifts/hours/limits.pure.ts'

type Shift = { start: string; end: string; actual_start: string | null }

/**
 * A valid time to offer: the scheduled time if it has passed, otherwise now; an end stays within the maximum length of
 * a shift.
 * @param now the server's clock. All times are ISO instants.
 */
export function suggestedTime(what: 'start' | 'end', shift: Shift, now: string): string {
  const ms = { now: Date.parse(now), start: Date.parse(shift.start), end: Date.parse(shift.end) }
  if (what === 'start') return new Date(Math.min(ms.start, ms.now)).toISOString()
  const begun = Date.parse(shift.actual_start ?? shift.start)
  const latest = Math.min(
    ms.now,
    begun + maxWorkedMs({ start: new Date(shift.start), end: new Date(shift.end) }, false),
  )
  return new Date(
    ms.end >= begun && ms.end <= latest ? ms.end : Math.max(latest, Math.min(begun, ms.now)),
  ).toISOString()
}
