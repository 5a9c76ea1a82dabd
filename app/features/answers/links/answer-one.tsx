import { IconArrowsExchange, IconCheck, IconUserPlus, IconX } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { CALENDAR_DELAY, calendarLinks } from '#app/ui/calendar-links.ts'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { MAX_REASON } from '#server/shift-facts/answer-states/contract.ts'
import { AnswerMark } from '../answer-mark.tsx'
import { askedAgainText, declineText, type LinkShift, roleText } from '../answer-words.ts'
import { AnswerForm } from './answer-form.tsx'
import classes from './answer-screen.module.css'
import { Choice, tappedFirst } from './choice.tsx'
import { NextSteps } from './next-steps.tsx'
import { ShiftAsked } from './shift-asked.tsx'

type Props = {
  shift: LinkShift
  now: string
  /** Null without a tapped button, and once the page has been answered. */
  tapped: string | null
  busy: boolean
}

export function AnswerOne({ shift, now, tapped, busy }: Props) {
  const again = askedAgainText(shift, useDateFormats())
  if (shift.answer === 'seeking_cover') return <Declined shift={shift} now={now} tapped={tapped} busy={busy} />
  return (
    <>
      <ShiftAsked shift={shift} now={now} again={again} />
      {shift.answer === 'asked' && (
        <AnswerForm className={`stack ${classes.choices}`}>
          {tappedFirst(['confirmed', 'declined'], tapped).map((answer, at) => (
            <Choice
              key={answer}
              answer={answer}
              filled={at === 0}
              busy={busy}
              {...(answer === 'declined' && { follows: declineText(shift, now) })}
            />
          ))}
        </AnswerForm>
      )}
      {shift.answer === 'asked' && <TellOnly busy={busy} />}
      {shift.answer === 'confirmed' && <Confirmed shift={shift} now={now} tapped={tapped} busy={busy} />}
    </>
  )
}

const TellOnly = ({ busy }: { busy: boolean }) => (
  <AnswerForm>
    <input type="hidden" name="answer" value="declined" />
    <PlainButton type="submit" name="cover" value="false" variant="subtle" h={44} disabled={busy}>
      Can’t come, just tell the coordinators
    </PlainButton>
  </AnswerForm>
)

const Confirmed = ({ shift, now, tapped, busy }: Props) => (
  <>
    <div>
      <AnswerMark state="confirmed" reader="member" />
    </div>
    <AnswerForm>
      <PlainButton
        type="submit"
        name="answer"
        value="declined"
        {...(tapped !== 'declined' && { variant: 'default' as const })}
        h={48}
        disabled={busy}
        leftSection={<IconX size={18} aria-hidden />}
      >
        I can’t come after all
      </PlainButton>
    </AnswerForm>
    <p className={classes.event}>{declineText(shift, now)}.</p>
    <TellOnly busy={busy} />
    <div>
      <p>Add it to your calendar:</p>
      <div className={classes.calendars}>
        {calendarLinks({
          ...{ title: shift.event, start: shift.start, end: shift.end },
          ...{ location: shift.location ?? '', details: roleText(shift) },
        }).map(({ name, href }) => (
          <a key={name} className={classes.link} href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
        <a className={classes.link} href={`${paths.settings}#calendar`}>
          Keep all my shifts in my calendar
        </a>
      </div>
      <p className={classes.event}>{CALENDAR_DELAY}</p>
    </div>
    <a className={classes.link} href={paths.dashboard}>
      Sign in to see your other shifts
    </a>
  </>
)

function Declined({ shift, now, tapped, busy }: Props) {
  const when = useDateFormats()
  const facts = [when.short(shift.start), when.range(shift.start, shift.end), roleText(shift), shift.event]
  return (
    <>
      <div>
        <AnswerMark state="seeking_cover" reader="member" />
      </div>
      <p className={classes.stays}>
        <b>The shift is still yours until someone takes it.</b>
        <span>{facts.filter(Boolean).join(', ')}.</span>
        {!shift.sought && (
          <span>The coordinators can see that you can’t come. You’ll hear as soon as someone else has it.</span>
        )}
      </p>
      {shift.sought ? (
        <NextSteps shift={shift} now={now} />
      ) : (
        <AnswerForm>
          <input type="hidden" name="answer" value="declined" />
          <PlainButton type="submit" name="cover" value="true" variant="light" h={44} disabled={busy}>
            Find cover for me
          </PlainButton>
        </AnswerForm>
      )}
      <AnswerForm className={classes.reason}>
        <label htmlFor="answer-reason">Reason (optional)</label>
        <p id="answer-reason-hint">Only coordinators see it. It isn’t passed on to others.</p>
        <input id="answer-reason" name="reason" maxLength={MAX_REASON} aria-describedby="answer-reason-hint" />
        <PlainButton type="submit" name="answer" value="declined" variant="light" h={44} disabled={busy}>
          Add the reason
        </PlainButton>
      </AnswerForm>
      <div className={classes.ways}>
        <a href={`${paths.newSwap(shift.id)}&kind=hand_over`}>
          <IconUserPlus size={20} aria-hidden />
          I’ve found someone who can do it
        </a>
        <a href={`${paths.newSwap(shift.id)}&kind=swap`}>
          <IconArrowsExchange size={20} aria-hidden />
          Swap it for another shift
        </a>
      </div>
      <AnswerForm>
        <PlainButton
          type="submit"
          name="answer"
          value="confirmed"
          {...(tapped !== 'confirmed' && { variant: 'default' as const })}
          h={48}
          disabled={busy}
          leftSection={<IconCheck size={18} aria-hidden />}
        >
          I can make it after all
        </PlainButton>
      </AnswerForm>
    </>
  )
}
