import { ANSWER_MARKS, type AnswerState, answerText } from '#app/features/answers/answer-mark.tsx'
import { listedAnswer, listedText } from '#app/features/answers/listed-answer.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { GridShift } from '#server/shifts/grid/contract.ts'
import classes from './grid.module.css'

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

export function AnswerLegend() {
  return (
    <ul className={`cluster muted ${classes.legend}`} aria-label="Answers">
      {LEGEND.map((state) => {
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
