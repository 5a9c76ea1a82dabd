import { Form } from '@remix-run/react'
import { IconCheck, IconX } from '@tabler/icons-react'
import { MAX_REASON } from '#server/shifts/answer-states/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { AnswerMark } from '../answers/answer-mark.tsx'
import { askedAgainText, type LinkShift } from '../answers/answer-words.ts'
import classes from './answer-screen.module.css'
import { Choice } from './choice.tsx'
import { ShiftAsked } from './shift-asked.tsx'

type Props = { shift: LinkShift; now: string; choice: string | null; busy: boolean }

/** One shift as its mail showed it, with the question or what was answered. */
export function AnswerOne({ shift, now, choice, busy }: Props) {
  const again = askedAgainText(shift, useDateFormats())
  return (
    <>
      <ShiftAsked shift={shift} now={now} again={again} />
      {shift.answer === 'asked' && (
        <Form method="post" className={classes.choices} data-first={choice === 'declined' ? 'no' : 'yes'}>
          <Choice answer="confirmed" busy={busy} />
          <Choice answer="declined" busy={busy} />
        </Form>
      )}
      {shift.answer === 'confirmed' && <Confirmed busy={busy} />}
      {shift.answer === 'seeking_cover' && <Declined busy={busy} />}
    </>
  )
}

const Confirmed = ({ busy }: { busy: boolean }) => (
  <>
    <div>
      <AnswerMark state="confirmed" reader="member" />
    </div>
    <Form method="post">
      <PlainButton
        type="submit"
        name="answer"
        value="declined"
        variant="default"
        h={48}
        disabled={busy}
        leftSection={<IconX size={18} aria-hidden />}
      >
        I can’t come after all
      </PlainButton>
    </Form>
  </>
)

/** What follows from a no: the sentence about whose it is stands wherever one is shown. */
const Declined = ({ busy }: { busy: boolean }) => (
  <>
    <div>
      <AnswerMark state="seeking_cover" reader="member" />
    </div>
    <p className={classes.stays}>
      <b>The shift is still yours until somebody takes it.</b> The coordinators see that you can’t come. You hear as
      soon as it is somebody else’s.
    </p>
    <Form method="post" className={classes.reason}>
      <label htmlFor="answer-reason">Reason (optional)</label>
      <p id="answer-reason-hint">Only coordinators read it. It is not in messages to others.</p>
      <input id="answer-reason" name="reason" maxLength={MAX_REASON} aria-describedby="answer-reason-hint" />
      <PlainButton type="submit" name="answer" value="declined" variant="light" h={44} disabled={busy}>
        Add the reason
      </PlainButton>
    </Form>
    <Form method="post">
      <PlainButton
        type="submit"
        name="answer"
        value="confirmed"
        variant="default"
        h={48}
        disabled={busy}
        leftSection={<IconCheck size={18} aria-hidden />}
      >
        I can make it after all
      </PlainButton>
    </Form>
  </>
)
