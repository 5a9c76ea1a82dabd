import type { SerializeFrom } from '@remix-run/node'
import { threatText } from '#app/features/open-shifts/shift-words.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { CallOff } from '#server/events/decide/contract.ts'
import type { DecisionCounts } from '#server/events/decide/queries.ts'
import { awaitsDecision, missingOf, needText, shortAssignments } from '#server/events/decide/rules.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import type { EventPage } from '#server/shifts/roster.ts'
import { Band, OFF } from './band.tsx'
import { DecideControls, TakeBack } from './controls-late.tsx'
import { EventOffBand } from './event-off-late.tsx'

type Props = {
  event: SerializeFrom<EventPage>
  /** Counts of all shifts, for admins; null for members. */
  counts: DecisionCounts | null
  calledOff: CallOff
  now: string
}

export function DecideBand({ event, counts, calledOff, now }: Props) {
  const when = useDateFormats()
  const { id, name, start, end, decision, minimum, filled, decide_at } = event
  const about = { id, name, start, end, decision, location: event.location_name }
  if (isEventOff({ decision }))
    return counts ? (
      <EventOffBand event={about} isOver={end <= now} calledOff={calledOff} />
    ) : (
      <Band tone="red" label="Called off">
        <h2>Called off</h2>
        <p>{OFF}</p>
      </Band>
    )
  if (decide_at === null || start <= now) return null
  const need = { minimum, filled, assignments: event.assignments, ...counts }
  const missing = missingOf(need)
  if (counts && decision === 'go' && missing)
    return (
      <Band tone="slate" label="Goes ahead" end={<TakeBack event={about} label="Decide again" />}>
        <h2>Goes ahead with {needText(need)}</h2>
      </Band>
    )
  if (!awaitsDecision(event, need)) return null
  if (counts)
    return (
      <Band
        label="Go ahead or call off"
        end={
          <DecideControls
            event={about}
            need={need}
            decide_at={decide_at}
            all={counts.all}
            hear={counts.hear}
            now={now}
          />
        }
      >
        <h2>{needText(need)}: go ahead, or call off?</h2>
      </Band>
    )
  if (decide_at <= now) return null
  return (
    <Band label="Not enough people yet">
      <p>
        {threatText(
          { needed: true, needed_for: shortAssignments(need.assignments), lacks: null, lacks_of: [], decide_at },
          when,
        )}
        .
      </p>
    </Band>
  )
}
