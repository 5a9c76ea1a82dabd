import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './answer-screen.module.css'

const CHOICES = {
  confirmed: { icon: IconCheck, words: 'I’ll be there', follows: 'The coordinators see it straight away' },
  declined: {
    icon: IconX,
    words: 'I can’t come',
    follows: 'It stays yours until someone takes it',
  },
  yes: { icon: IconCheck, words: 'I’ll do it', follows: 'First to say yes gets it' },
  no: { icon: IconX, words: 'Not this time', follows: 'You don’t have to say why, and it won’t count against you' },
}

type Props = {
  answer: keyof typeof CHOICES
  filled: boolean
  busy: boolean
  follows?: string
}

/** Puts the answer tapped in the mail first; without one keeps the order. */
export const tappedFirst = <A extends string>(answers: readonly [A, A], tapped: string | null): readonly [A, A] =>
  tapped === answers[1] ? [answers[1], answers[0]] : answers

export function Choice({ answer, filled, busy, follows = CHOICES[answer].follows }: Props) {
  const { icon: Glyph, words } = CHOICES[answer]
  return (
    <button
      type="submit"
      name="answer"
      value={answer}
      className={`row ${classes.choice}`}
      data-filled={filled || undefined}
      disabled={busy}
    >
      <Glyph size={24} aria-hidden />
      <span>
        <b>{words}</b>
        <span>{follows}</span>
      </span>
    </button>
  )
}
