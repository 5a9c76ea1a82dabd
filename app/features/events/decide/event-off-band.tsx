import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import type { CallOff } from '#server/events/decide/contract.ts'
import { Band, OFF } from './band.tsx'
import { TakeBack } from './controls-late.tsx'
import type { CallOffEvent } from './use-decide.ts'

type Props = {
  event: CallOffEvent
  isOver: boolean
  calledOff: CallOff
}

export function EventOffBand({ event, isOver, calledOff }: Props) {
  const when = useDateFormats()
  const facts =
    calledOff && [when.shortTime(calledOff.at), calledOff.by && `by ${calledOff.by}`].filter(Boolean).join(' ')
  return (
    <Band tone="red" label="Called off" end={!isOver && <TakeBack event={event} label="Go ahead after all" />}>
      <h2>Called off</h2>
      {calledOff && (
        <p>
          {facts}. {messageText(calledOff)}
        </p>
      )}
      <p>{OFF}</p>
    </Band>
  )
}

function messageText({ notified, waiting }: NonNullable<CallOff>): string {
  const people = (count: number) => countText(count, 'person', 'people')
  if (notified === 0 && waiting === 0) return 'No one was notified.'
  const done = notified > 0 && `${people(notified)} notified`
  const soon = waiting > 0 && `${people(waiting)} will be notified in a moment`
  return `${[done, soon].filter(Boolean).join(', ')}.`
}
