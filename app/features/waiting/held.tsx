import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { useMinute } from '#app/ui/use-minute.ts'
import { dayIn } from '#app/ui/wall-clock.ts'
import type { HeldShift } from '#server/waiting/contract.ts'
import { HoldRing } from './hold-ring.tsx'
import type { SendAnswer } from './use-list-calls.ts'
import classes from './waiting.module.css'

type Props = {
  one: HeldShift
  busy: boolean
  answer: SendAnswer
  /** Whether both answers stay at the thumb on a phone when scrolling. */
  atThumb?: boolean
}

export function Held({ one, busy, answer, atThumb = false }: Props) {
  const when = useDateFormats()
  const loadedAt = useRoot()?.now ?? one.offered_at
  const now = useMinute(loadedAt)
  const isToday = dayIn(one.hold_until, when.zone) === dayIn(now, when.zone)
  const day = isToday ? 'today' : when.short(one.hold_until)
  const what = one.instead_of ? `${one.instead_of} can’t come.` : 'No one is on it now.'
  return (
    <>
      <div className={`row ${classes.head}`}>
        <HoldRing from={one.offered_at} to={one.hold_until} now={now} />
        <div>
          <h3>{one.exclusive ? 'A shift is free, held for you' : 'A shift is free: first to say yes gets it'}</h3>
          <p className="num">
            until {day}, <b>{when.time(one.hold_until)}</b>
          </p>
        </div>
      </div>
      <p>
        <b>{one.name}</b>, {when.short(one.offered_start)}, {when.range(one.offered_start, one.offered_end)}. {what}{' '}
        {one.exclusive
          ? 'You’re next on the list, and no one else can take it until then.'
          : 'Others are being asked as well.'}
      </p>
      <div className={classes.deeds} data-thumb={atThumb || undefined}>
        <Deed
          isYes
          word="Take the shift"
          follows={one.instead_of ? `${one.instead_of} is notified` : 'it’s yours straight away'}
          about={one.name}
          busy={busy}
          onClick={() => answer(one, 'yes')}
        />
        <Deed
          word="Not this time"
          follows={one.exclusive ? 'next person is asked' : 'others may take it'}
          about={one.name}
          busy={busy}
          onClick={() => answer(one, 'no')}
        />
      </div>
      <p className={classes.how}>Saying no won’t count against you, and you keep your place for other shifts.</p>
    </>
  )
}

type DeedProps = {
  isYes?: boolean
  word: string
  follows: string
  about: string
  busy: boolean
  onClick: () => void
}

const Deed = ({ isYes = false, word, follows, about, busy, onClick }: DeedProps) => (
  <button
    type="button"
    className={classes.deed}
    data-yes={isYes || undefined}
    disabled={busy}
    aria-label={`${word} ${follows}: ${about}`}
    onClick={onClick}
  >
    <b>{word}</b> <span>{follows}</span>
  </button>
)
