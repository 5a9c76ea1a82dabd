import { useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ShiftAnswer } from '#server/shifts/answer-states/contract.ts'
import { firstMessage } from '../../collections/answer-messages.ts'
import { callApi } from '../../collections/call-api.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import type { DeclinedShift } from './cant-come.tsx'
import { CantCome } from './cant-come-late.tsx'
import classes from './own-answer.module.css'

type Props = {
  shift: DeclinedShift
  answer: ShiftAnswer
  /** Names the shift to a screen reader, where there are several on a page. */
  of?: string
}

/** Asks for the answer to one's own shift, or offers to change it. */
export function OwnAnswer({ shift, answer, of }: Props) {
  const { revalidate } = useRevalidator()
  const [isDeclining, setIsDeclining] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const path = `/api/shifts/${shift.id}/answer`
    const { ok, body } = await callApi('PUT', path, { answer: 'confirmed' }, [400, 403, 404, 409])
    setProblem(ok ? null : (firstMessage(body, []) ?? 'This did not work.'))
    setBusy(false)
    revalidate()
  }
  return (
    <>
      {answer === 'asked' && <p className={classes.asked}>Can you make it?</p>}
      <div className={classes.answer}>
        {answer !== 'confirmed' && (
          <PlainButton
            variant={answer === 'asked' ? 'light' : 'default'}
            h={44}
            loading={busy}
            leftSection={
              answer === 'asked' ? <IconCheck size={18} aria-hidden /> : <IconArrowBackUp size={18} aria-hidden />
            }
            onClick={confirm}
            aria-label={of && `${answer === 'asked' ? 'I’ll be there' : 'I can come'}: ${of}`}
          >
            {answer === 'asked' ? 'I’ll be there' : 'I can come'}
          </PlainButton>
        )}
        {answer !== 'seeking_cover' && (
          <PlainButton
            variant="default"
            h={44}
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => setIsDeclining(true)}
            aria-label={of && `I can’t come: ${of}`}
          >
            I can’t come
          </PlainButton>
        )}
      </div>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {isDeclining && <CantCome shift={shift} onClose={() => setIsDeclining(false)} />}
    </>
  )
}
