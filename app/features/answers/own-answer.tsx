import { IconArrowBackUp, IconCheck, IconUserSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import type { OwnStanding } from '#server/answers/contract.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { DeclinedShift } from './cant-come.tsx'
import { CantCome } from './cant-come-late.tsx'
import { mayUndo, shownAnswer } from './given-answers.ts'
import classes from './own-answer.module.css'
import { useAnswers } from './use-answers.ts'

type Props = {
  shift: DeclinedShift
  stored: OwnStanding
  /** Called with the answer to show, before the server has it. */
  onShown: (shift: number, answer: ShiftAnswer) => void
  of?: string
}

export function OwnAnswer({ shift, stored, of, onShown }: Props) {
  const own = useAnswers<DeclinedShift>()
  const [isDeclining, setIsDeclining] = useState(false)
  const given = own.answers.get(shift.id)
  const answer = shownAnswer(given, stored.answer)
  useEffect(() => onShown(shift.id, answer), [onShown, shift.id, answer])
  const nameOf = (verb: string) => of && `${verb}: ${of}`
  const asksNobody = answer === 'seeking_cover' && stored.answer === answer && !stored.sought && !given?.sought
  const confirm = answer === 'asked' ? 'I’ll be there' : 'I can come'
  return (
    <>
      {answer === 'asked' && <p className={classes.asked}>Can you make it?</p>}
      {mayUndo(given) && (
        <div className={`row between ${classes.given}`} role="status">
          <span>
            {given.given === 'declined' ? 'It stays yours until someone takes it.' : 'The coordinators see it.'}
          </span>
          <PlainButton
            variant="subtle"
            h={44}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => own.takeBack(shift)}
            aria-label={nameOf('Undo')}
          >
            Undo
          </PlainButton>
        </div>
      )}
      {asksNobody && (
        <p className={classes.nobody}>The coordinators know that you can’t come. No one else has been asked yet.</p>
      )}
      <div className={classes.answer}>
        {asksNobody && (
          <PlainButton
            variant="light"
            h={44}
            leftSection={<IconUserSearch size={18} aria-hidden />}
            onClick={() => own.seekCover(shift, 'seeking_cover')}
            aria-label={nameOf('Find cover')}
          >
            Find cover
          </PlainButton>
        )}
        {answer !== 'confirmed' && (
          <PlainButton
            variant={answer === 'asked' ? 'light' : 'default'}
            h={44}
            leftSection={
              answer === 'asked' ? <IconCheck size={18} aria-hidden /> : <IconArrowBackUp size={18} aria-hidden />
            }
            onClick={() => own.answer([shift], 'confirmed', answer)}
            aria-label={nameOf(confirm)}
          >
            {confirm}
          </PlainButton>
        )}
        {answer !== 'seeking_cover' && (
          <PlainButton
            variant="default"
            h={44}
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => setIsDeclining(true)}
            aria-label={nameOf('I can’t come')}
          >
            I can’t come
          </PlainButton>
        )}
      </div>
      {given?.state === 'refused' && (
        <p role="alert" className={classes.problem}>
          {given.message}
        </p>
      )}
      {isDeclining && (
        <CantCome
          shift={shift}
          onClose={() => setIsDeclining(false)}
          onDeclined={(released) => !released && own.noteDeclined(shift, answer)}
        />
      )}
    </>
  )
}
