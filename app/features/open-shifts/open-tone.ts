const SOON_DAYS = 28

/** Amber while an open shift needs someone soon: within four weeks, until it ends. Plain otherwise. */
export function openTone({ start, end }: { start: string; end: string }, now: string): 'amber' | 'slate' {
  const days = (Date.parse(start) - Date.parse(now)) / 86_400_000
  return days <= SOON_DAYS && Date.parse(end) > Date.parse(now) ? 'amber' : 'slate'
}
