import { IconCheck, IconX } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { AnswerMark } from '../answer-mark.tsx'
import { askedAgainText, declineManyText, type LinkShift, namedText, roleText } from '../answer-words.ts'
import { AnswerForm } from './answer-form.tsx'
import classes from './answer-screen.module.css'

type Props = {
  shifts: readonly LinkShift[]
  now: string
  tapped: string | null
  busy: boolean
}

export function AnswerMany({ shifts, now, tapped, busy }: Props) {
  const when = useDateFormats()
  const left = shifts.filter(({ answer }) => answer === 'asked')
  const declinable = shifts.filter(({ answer }) => answer !== 'seeking_cover')
  return (
    <>
      {declinable.length > 0 && <p className={classes.event}>{declineManyText(declinable, now)}</p>}
      <ul className={`list ${classes.rows}`}>
        {shifts.map((shift) => (
          <ShiftRow key={shift.id} shift={shift} tapped={tapped} busy={busy} />
        ))}
      </ul>
      {left.length > 1 && (
        <AnswerForm className={`stack ${classes.choices}`}>
          <button
            type="submit"
            name="answer"
            value="confirmed"
            className={`row ${classes.choice}`}
            data-filled={tapped !== 'declined' || undefined}
            disabled={busy}
          >
            <IconCheck size={24} aria-hidden />
            <span>
              <b>{allText(left.length, shifts.length)}</b>
              <span>{namedText(left, when)}</span>
            </span>
          </button>
        </AnswerForm>
      )}
    </>
  )
}

/** Label of the last button. @param left how many of `all` have no answer yet. */
function allText(left: number, all: number): string {
  if (left < all) return `I’ll be at the other ${left}`
  return left === 2 ? 'I’ll be at both' : `I’ll be at all ${left}`
}

function ShiftRow({ shift, tapped, busy }: { shift: LinkShift } & Pick<Props, 'tapped' | 'busy'>) {
  const when = useDateFormats()
  const again = askedAgainText(shift, when)
  const asked = shift.answer === 'asked'
  const variantOf = (answer: string) =>
    !asked ? 'subtle' : answer === (tapped === 'declined' ? 'declined' : 'confirmed') ? 'light' : 'default'
  const name = `${roleText(shift) || shift.event}, ${when.short(shift.start)}`
  return (
    <li className={classes.row}>
      <DateTile parts={when.parts(shift.start)} />
      <div className={`wrap ${classes.what}`}>
        <p className="num">
          <b>{when.range(shift.start, shift.end)}</b>
        </p>
        {roleText(shift) && <p>{roleText(shift)}</p>}
        <p className={classes.event}>{[shift.event, shift.location].filter(Boolean).join(' · ')}</p>
      </div>
      {again && <p className={classes.again}>{again}</p>}
      <AnswerForm className={classes.pair} data-asked={asked || undefined}>
        <input type="hidden" name="shift" value={shift.id} />
        {!asked && <AnswerMark state={shift.answer} reader="member" />}
        {shift.answer !== 'confirmed' && (
          <PlainButton
            type="submit"
            name="answer"
            value="confirmed"
            variant={variantOf('confirmed')}
            h={44}
            disabled={busy}
            aria-label={`${asked ? 'I’ll be there' : 'I can make it'}: ${name}`}
            leftSection={<IconCheck size={18} aria-hidden />}
          >
            {asked ? 'I’ll be there' : 'I can make it'}
          </PlainButton>
        )}
        {shift.answer !== 'seeking_cover' && (
          <PlainButton
            type="submit"
            name="answer"
            value="declined"
            variant={variantOf('declined')}
            h={44}
            disabled={busy}
            aria-label={`I can’t: ${name}`}
            leftSection={<IconX size={18} aria-hidden />}
          >
            I can’t
          </PlainButton>
        )}
      </AnswerForm>
    </li>
  )
}
