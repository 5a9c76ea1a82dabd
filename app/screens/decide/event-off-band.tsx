import type { CallOff } from '#server/events/decide/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { countText } from '../../ui/count-text.ts'
import { Band, OFF } from './band.tsx'
import { TakeBack } from './controls-late.tsx'
import type { CallOffEvent } from './use-decide.ts'

type Props = {
  event: CallOffEvent
  isOver: boolean
  calledOff: CallOff
}

/** Tells coordinators that an event is called off: when, by whom and how many were told, with the way back. */
export function EventOffBand({ event, isOver, calledOff }: Props) {
  const when = useDateFormats()
  const facts =
    calledOff && [when.dateTime(calledOff.at), calledOff.by && `by ${calledOff.by}`].filter(Boolean).join(' ')
  return (
    <Band tone="red" label="Called off" end={!isOver && <TakeBack event={event} label="Take place after all" />}>
      <h2>Called off</h2>
      {calledOff && (
        <p>
          {facts}. {toldText(calledOff)}
        </p>
      )}
      <p>{OFF}</p>
    </Band>
  )
}

const toldText = ({ notified, waiting }: NonNullable<CallOff>): string => {
  const people = (count: number) => countText(count, 'person', 'people')
  const told = notified > 0 || waiting === 0 ? [notified ? `${people(notified)} told` : 'No one was told'] : []
  return [...told, ...(waiting ? [`${people(waiting)} will be told in a moment`] : [])].join(', ') + '.'
}
