export function splitPastDays(
  days: readonly string[],
  month: string,
  today: string,
): { past: string[]; rest: string[] } {
  const own = days.filter((day) => day.startsWith(month))
  const past = today.startsWith(month) ? own.filter((day) => day < today) : []
  return { past, rest: own.slice(past.length) }
}
