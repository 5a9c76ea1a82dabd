import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './answer-screen.module.css'

const CHOICES = {
  confirmed: { icon: IconCheck, words: 'I’ll be there', follows: 'The coordinators see it at once' },
  declined: {
    icon: IconX,
    words: 'I can’t come',
    follows: 'It stays yours until somebody takes it',
  },
  yes: { icon: IconCheck, words: 'I’ll do it', follows: 'The first yes has the shift' },
  no: { icon: IconX, words: 'Not this time', follows: 'Needs no reason, and counts against nobody' },
}

type Props = {
  answer: keyof typeof CHOICES
  busy: boolean
  /** What follows from it, where that is not always the same. */
  follows?: string
}

/** One of two large answers of a form, with what follows from it. */
export function Choice({ answer, busy, follows = CHOICES[answer].follows }: Props) {
  const { icon: Glyph, words } = CHOICES[answer]
  return (
    <button
      type="submit"
      name="answer"
      value={answer}
      className={classes.choice}
      data-yes={answer === 'confirmed' || answer === 'yes' || undefined}
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
