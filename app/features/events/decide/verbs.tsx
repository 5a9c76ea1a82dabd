import { IconCheck, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './decide.module.css'
import { LateCallOffSheet } from './late-call-off-sheet.ts'
import { type CallOffEvent, useDecide } from './use-decide.ts'

type Props = {
  event: CallOffEvent
  filled: number
  all: number
  /** Number of people notified of a calling-off. */
  hear: number
}

/** Goes ahead, or opens the sheet that calls off. */
export function DecideVerbs({ event, filled, all, hear }: Props) {
  const { decide, busy, problem } = useDecide(event)
  return (
    <>
      <FormError message={problem} />
      <div className={`cluster ${classes.verbs}`}>
        <GoAhead
          event={event}
          filled={filled}
          all={all}
          busy={busy}
          variant="light"
          onClick={() => void decide('go')}
        />
        <CallOff event={event} hear={hear} />
      </div>
    </>
  )
}

type GoAheadProps = Pick<Props, 'event' | 'filled' | 'all'> & {
  busy: boolean
  /** Default: filled. */
  variant?: 'light'
  onClick: () => void
}

export const GoAhead = ({ event, filled, all, busy, variant, onClick }: GoAheadProps) => (
  <PlainButton
    {...(variant && { variant })}
    className={classes.deed}
    loading={busy}
    leftSection={<IconCheck size={18} aria-hidden />}
    onClick={onClick}
  >
    <span>
      Go ahead<span className="unseen"> with {eventName(event.name)},</span>
      <small className="num">
        with {filled} of {Math.max(all, filled)}
      </small>
    </span>
  </PlainButton>
)

type CallOffProps = Pick<Props, 'event' | 'hear'> & { onCalledOff?: () => void }

/** Opens the sheet that asks and calls off. */
export function CallOff({ event, hear, onCalledOff }: CallOffProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PlainButton
        variant="default"
        className={classes.deed}
        leftSection={<IconX size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <span>
          Call off…<span className="unseen"> {eventName(event.name)}</span>
          <small className="num">tells {hear === 1 ? '1 person' : `${hear} people`}</small>
        </span>
      </PlainButton>
      {open && (
        <Suspense>
          <LateCallOffSheet event={event} onClose={() => setOpen(false)} {...(onCalledOff && { onCalledOff })} />
        </Suspense>
      )}
    </>
  )
}
