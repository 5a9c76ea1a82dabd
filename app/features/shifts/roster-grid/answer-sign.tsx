import { ANSWER_MARKS, type AnswerState, answerText } from '#app/features/answers/answer-mark.tsx'
import { listedAnswer, listedText } from '#app/features/answers/listed-answer.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { GridShift } from '#server/shifts/grid/contract.ts'
import classes from './grid.module.css'
import { isOpen } from './grid-cells.ts'

const LEGEND = ['confirmed', 'asked', 'silent', 'seeking_cover'] as const satisfies readonly AnswerState[]

/** Returns a function that formats a shift's answer for coordinators; empty without one. */
export function useAnswerWords(): (shift: GridShift) => string {
  const { isPast } = useDateFormats()
  return (shift) => listedText({ ...shift, begun: isPast(shift.start) })
}

export function AnswerSign({ shift }: { shift: GridShift }) {
  const { isPast } = useDateFormats()
  const standing = listedAnswer({ ...shift, begun: isPast(shift.start) })
  if (!standing) return null
  const { icon: Sign, tone } = ANSWER_MARKS[standing.state].coordinator
  const word = answerText({ ...standing, reader: 'coordinator' })
  return (
    <span className={classes.sign} data-tone={tone} role="img" aria-label={word} title={word}>
      <Sign size={14} stroke={2.2} aria-hidden />
    </span>
  )
}

/** The states whose signs the shifts have; open shifts have none. */
export function shownStates(shifts: readonly GridShift[], isPast: (instant: string) => boolean) {
  const held = shifts.filter((shift) => !isOpen(shift))
  const shown = new Set(held.map((shift) => listedAnswer({ ...shift, begun: isPast(shift.start) })?.state))
  return LEGEND.filter((state) => shown.has(state))
}

/** Explains the signs of some shifts. */
export function AnswerLegend({ shifts }: { shifts: readonly GridShift[] }) {
  const { isPast } = useDateFormats()
  const states = shownStates(shifts, isPast)
  if (!states.length) return null
  return (
    <ul className={`cluster muted ${classes.legend}`} aria-label="Answers">
      {states.map((state) => {
        const { icon: Sign, tone } = ANSWER_MARKS[state].coordinator
        return (
          <li key={state}>
            <span className={classes.sign} data-tone={tone}>
              <Sign size={14} stroke={2.2} aria-hidden />
            </span>{' '}
            {answerText({ state, reader: 'coordinator' })}
          </li>
        )
      })}
    </ul>
  )
}
