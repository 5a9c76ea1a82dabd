import type { ShiftQuestion } from '#server/answers/unanswered.ts'
import type { CoverQuestion } from '#server/cover/own.ts'
import type { SwapQuestion } from '#server/swaps/questions.ts'
import type { Question as Asked } from '#server/todo/contract.ts'
import type { HeldQuestion } from '#server/waiting/own.ts'

export type Question =
  | Asked<'shift', ShiftQuestion>
  | Asked<'cover', CoverQuestion>
  | Asked<'held', HeldQuestion>
  | Asked<'swap', SwapQuestion>

type Answer = 'yes' | 'no'

export type QuestionWords = Record<Answer, string> & {
  title: string
  note?: string
  /** What it says once it is answered; a yes without words has the shift. */
  said: { yes?: string; no: string }
  /** The call that sends the answer. `useAnswers` sends those about own shifts, which can be undone. */
  call?: (to: Answer) => [path: string, input?: object]
}

const cover = ({ id, facts: { instead_of } }: Asked<'cover', CoverQuestion>): QuestionWords => ({
  title: instead_of ? `Can you cover for ${instead_of}?` : 'Can you cover this shift?',
  yes: 'I’ll do it',
  no: 'Not this time',
  said: { no: 'You said “not this time”. Thank you for answering.' },
  call: (answer) => [`/api/coverasks/${id}/answer`, { answer }],
})

const held = ({ id, facts: { exclusive } }: Asked<'held', HeldQuestion>): QuestionWords => ({
  title: exclusive ? 'A shift is free, held for you' : 'A shift is free: first to say yes gets it',
  yes: 'Take the shift',
  no: 'Not this time',
  note: 'If you say no, you keep your place for other shifts.',
  said: { no: 'You said “not this time”. You keep your place for other shifts.' },
  call: (to) => [`/api/waiting/${id}/${to === 'yes' ? 'accept' : 'decline'}`],
})

const swap = ({ id, facts }: Asked<'swap', SwapQuestion>): QuestionWords => ({
  title: !facts.gives
    ? `${facts.who} asks you to take a shift`
    : facts.kind === 'swap'
      ? `${facts.who} asks you to swap a shift`
      : 'A swap is possible',
  yes: facts.gives ? 'Swap' : 'I’ll take it',
  no: facts.gives ? 'No, keep mine' : 'No, sorry',
  ...(facts.comments && { note: `“${facts.comments}”` }),
  said: { yes: 'You said yes.', no: 'You said no. Nothing changes.' },
  call: (to) => [`/api/swaps/${id}/${to === 'yes' ? 'accept' : 'decline'}`, { together: facts.together }],
})

const shift: QuestionWords = {
  title: 'Can you make it?',
  yes: 'I’ll be there',
  no: 'I can’t come',
  said: { no: 'It stays yours until someone takes it.' },
}

export function wordsOf(question: Question): QuestionWords {
  if (question.kind === 'cover') return cover(question)
  if (question.kind === 'held') return held(question)
  return question.kind === 'swap' ? swap(question) : shift
}
