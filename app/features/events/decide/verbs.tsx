import { IconCheck, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './decide.module.css'
import { LateCallOffSheet } from './late-call-off-sheet.ts'
import { type CallOffEvent, useDecide } from './use-decide.ts'

/** Goes ahead, or opens the sheet that calls off. @param hear number of people notified. */
export function DecideVerbs({
  event,
  filled,
  all,
  hear,
}: {
  event: CallOffEvent
  filled: number
  all: number
  hear: number
}) {
  const [open, setOpen] = useState(false)
  const { decide, busy, problem } = useDecide(event)
  const name = eventName(event.name)
  return (
    <>
      <FormError message={problem} />
      <div className="cluster">
        <PlainButton
          variant="light"
          className={classes.deed}
          loading={busy}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => void decide('go')}
        >
          <span>
            Go ahead<span className="unseen"> with {name},</span>
            <small className="num">
              with {filled} of {all}
            </small>
          </span>
        </PlainButton>
        <PlainButton
          variant="default"
          className={classes.deed}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          <span>
            Call off…<span className="unseen"> {name}</span>
            <small className="num">tells {hear === 1 ? '1 person' : `${hear} people`}</small>
          </span>
        </PlainButton>
      </div>
      {open && (
        <Suspense>
          <LateCallOffSheet event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
