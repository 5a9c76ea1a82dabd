import type { CallOff } from '#server/events/decide/contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { countText } from '../../ui/count-text.ts'
import { Band } from './band.tsx'
import { TakeBack } from './controls-late.tsx'
import type { CallOffEvent } from './use-decide.ts'

type Props = {
  event: CallOffEvent
  isOver: boolean
  /** When it was called off. */
  at: string | null
  /** Who did, and who knows, for admins; null for members. */
  calledOff: CallOff
}

/** Says of an event that it is called off: to coordinators also by whom and how many were told, with the way back. */
export function CalledOffBand({ event, isOver, at, calledOff }: Props) {
  const when = useDateFormats()
  const facts = [at && when.dateTime(at), calledOff?.by && `by ${calledOff.by}`].filter(Boolean).join(' ')
  return (
    <Band
      tone="red"
      label="Called off"
      end={calledOff && !isOver && <TakeBack event={event} label="Take place after all" />}
    >
      <h2>Called off</h2>
      {facts && (
        <p>
          {facts}
          {calledOff && `. ${toldText(calledOff)}`}
        </p>
      )}
      <p>This event does not take place. No reminders are sent, and nobody can sign up.</p>
    </Band>
  )
}

const toldText = ({ notified, waiting }: NonNullable<CallOff>): string => {
  const people = (count: number) => countText(count, 'person', 'people')
  const told = notified > 0 || waiting === 0 ? [notified ? `${people(notified)} told` : 'No one was told'] : []
  return [...told, ...(waiting ? [`${people(waiting)} will be told in a moment`] : [])].join(', ') + '.'
}
