import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { moreText } from '#server/events/decide/rules.ts'

/** Shown to members instead of the number of empty shifts (specification 6). */
export const HELP_NEEDED = 'Help needed'

type Named = { assignment_name: string | null; role_name: string | null }

export const shiftName = ({ assignment_name, role_name }: Named): string =>
  [assignment_name, role_name].filter(Boolean).join(', ') || 'Shift'

export const countText = (count: number, one = 'shift', many = 'shifts'): string =>
  `${count} ${count === 1 ? one : many}`

/** Groups rows by day, keeping their order. @param dayOf returns the day of a row, `YYYY-MM-DD`. */
export function byDay<T>(rows: readonly T[], dayOf: (row: T) => string): [string, T[]][] {
  const days = new Map<string, T[]>()
  for (const row of rows) days.set(dayOf(row), [...(days.get(dayOf(row)) ?? []), row])
  return [...days]
}

type Threatened = {
  needed: boolean
  needed_for: readonly { name: string }[]
  lacks: number | null
  lacks_of: readonly { name: string; lacks: number }[]
  decide_at: string | null
}

/** Describes the need of an event, with numbers for admins, and the deadline; null unless it may be called off. */
export function threatText(
  { needed, needed_for, lacks, lacks_of, decide_at }: Threatened,
  when: { shortTime: (instant: string) => string },
) {
  if (!needed || decide_at === null) return null
  if (lacks !== null)
    return `Needs ${moreText(lacks, lacks_of)} by ${when.shortTime(decide_at)}, or it may be called off`
  const names = wordList(needed_for.map(({ name }) => name))
  const what = names ? `${names} ${needed_for.length === 1 ? 'needs' : 'need'} help` : HELP_NEEDED
  return `${what} by ${when.shortTime(decide_at)}, or it may be called off`
}
