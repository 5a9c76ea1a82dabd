import { IconShieldX } from '@tabler/icons-react'
import { ANSWER_MARKS, type AnswerState, answerText } from '#app/features/answers/answer-mark.tsx'
import { listedAnswer } from '#app/features/answers/listed-answer.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { unfitWords } from '#server/suitability/missing/rules.ts'
import type { ListedShift } from './listed-shift.ts'
import classes from './shift-list.module.css'

const ORDER = [
  'confirmed',
  'asked',
  'silent',
  'seeking_cover',
  'searching',
  'paused',
  'exhausted',
  'held',
] as const satisfies readonly AnswerState[]

const wordsOf = (state: AnswerState, detail?: string) => answerText({ state, reader: 'coordinator', detail })

function Sign({ state }: { state: AnswerState }) {
  const { icon: Glyph } = ANSWER_MARKS[state].coordinator
  return <Glyph size={13} stroke={2.2} aria-hidden />
}

function useStateOf() {
  const { isPast } = useDateFormats()
  return (shift: ListedShift) => listedAnswer({ ...shift, begun: isPast(shift.start) })
}

export function PrintedAnswer({ shift }: { shift: ListedShift }) {
  const standing = useStateOf()(shift)
  if (!standing) return null
  return (
    <small className={classes.answer}>
      <Sign state={standing.state} /> {wordsOf(standing.state, standing.detail)}
    </small>
  )
}

export function PrintedUnfit({ shift: { unfit } }: { shift: ListedShift }) {
  const { shortDay } = useDateFormats()
  return (
    unfit && (
      <small className={classes.answer}>
        <IconShieldX size={13} stroke={2.2} aria-hidden /> {unfitWords(unfit, shortDay)}
      </small>
    )
  )
}

export function AnswerCounts({ shifts }: { shifts: readonly ListedShift[] }) {
  const stateOf = useStateOf()
  const states = shifts.map((shift) => stateOf(shift)?.state)
  return (
    <ul className={classes.counts} aria-label="Answers">
      {ORDER.filter((state) => states.includes(state)).map((state) => (
        <li key={state} className="num">
          <Sign state={state} /> {wordsOf(state)}: <b>{states.filter((other) => other === state).length}</b>
        </li>
      ))}
    </ul>
  )
}
