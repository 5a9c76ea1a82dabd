import { FormError } from '#app/ui/form-error.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import type { Need } from '#server/events/decide/rules.ts'
import { Countdown } from './countdown.tsx'
import { Meter } from './meter.tsx'
import { type CallOffEvent, useDecide } from './use-decide.ts'
import { DecideVerbs } from './verbs.tsx'

export type ControlsProps = {
  event: CallOffEvent
  need: Need
  decide_at: string
  all: number
  hear: number
  now: string
}

export function DecideControls({ event, need, decide_at, all, hear, now }: ControlsProps) {
  return (
    <div className="stack">
      <Countdown to={decide_at} now={now} />
      <Meter need={need} all={all} />
      <DecideVerbs event={event} filled={need.filled} all={all} hear={hear} />
    </div>
  )
}

export function TakeBack({ event, label }: { event: CallOffEvent; label: string }) {
  const { decide, busy, problem } = useDecide(event)
  return (
    <div>
      <FormError message={problem} />
      <PlainButton variant="default" h={44} loading={busy} onClick={() => void decide(null)}>
        {label}
      </PlainButton>
    </div>
  )
}
