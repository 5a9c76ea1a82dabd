import { moreText } from '#server/events/decide/rules.ts'

type Named = { assignment_name: string | null; role_name: string | null }

/** Names what is to be done on a shift: its assignment and role. */
export const shiftName = ({ assignment_name, role_name }: Named): string =>
  [assignment_name, role_name].filter(Boolean).join(', ') || 'Shift'

export const countText = (count: number, one = 'shift', many = 'shifts'): string =>
  `${count} ${count === 1 ? one : many}`

/** Groups rows by day, in their order. @param dayOf returns the day of a row, `YYYY-MM-DD`. */
export function byDay<T>(rows: readonly T[], dayOf: (row: T) => string): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const row of rows) days.set(dayOf(row), [...(days.get(dayOf(row)) ?? []), row])
  return [...days]
}

type Threatened = {
  lacks: number | null
  lacks_of: readonly { name: string; lacks: number }[]
  decide_at: string | null
}

/** Says how many more people an event needs, and until when; null unless it may else be called off. */
export function threatText(
  { lacks, lacks_of, decide_at }: Threatened,
  when: { dateTime: (instant: string) => string },
) {
  if (lacks === null || decide_at === null) return null
  return `May be called off unless ${moreText(lacks, lacks_of)} by ${when.dateTime(decide_at)}`
}
