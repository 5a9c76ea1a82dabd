import { unfitWords } from '#server/suitability/missing/rules.ts'
import type { PersonInHand } from './people-panel.tsx'
import type { EditorShift } from './roster-rows.ts'
import { ALREADY_ON_EVENT, busyOnRoster } from './staged-suggestions.ts'
import type { Roster } from './use-roster.ts'

/** Lists the obstacles to a move: none where the person fits. For an exchange, those of both people. */
export function doubtsAbout(
  hand: PersonInHand,
  to: EditorShift,
  roster: Pick<Roster, 'shifts' | 'judge'>,
  dayWords: (day: string) => string,
): string[] {
  const from = roster.shifts.find(({ key }) => key === hand.from)
  const others = roster.shifts.filter(({ key }) => key !== hand.from)
  const against = (person: number, shift: EditorShift, held?: NonNullable<PersonInHand['suggestion']>['held']) => {
    const unfit = roster.judge({ ...shift.fields, person }, held)
    return [
      unfit && unfitWords(unfit, dayWords),
      busyOnRoster(
        shift,
        others.filter(({ key }) => key !== to.key),
      ).has(person) && ALREADY_ON_EVENT.words,
    ]
  }
  const { person: other } = to.fields
  const elsewhere = (hand.suggestion?.against ?? []).filter(
    ({ code }) => code === 'unavailable' || code === 'double_booked',
  )
  const all = [
    ...against(hand.person, to, hand.suggestion?.held),
    ...elsewhere.map(({ words }) => words),
    ...(from && other !== null ? against(other, from) : []),
  ]
  return [...new Set(all.filter((words): words is string => Boolean(words)))]
}
