import { Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { OwnAnswer } from '#app/features/answers/own-answer.tsx'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { useShownAnswers } from '#app/features/answers/use-shown-answers.ts'
import { AvailabilityChoice } from '#app/features/availability/availability-choice.tsx'
import { OtherTimesButtons, OtherTimesState } from '#app/features/people/profile/other-times.tsx'
import { OwnUnfit } from '#app/features/suitability/own-unfit.tsx'
import { WaitingLists } from '#app/features/waiting/waiting-lists.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { OwnStanding } from '#server/answers/contract.ts'
import type { Mark } from '#server/availability/days/contract.ts'
import type { NextBest } from '#server/open-shifts/next-best.ts'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import type { OwnRequest } from '#server/requests/sign-up/contract.ts'
import type { SeriesPosition } from '#server/requests/sign-up/queries.ts'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { EventPage } from '#server/shifts/roster.ts'
import type { FullAssignment } from '#server/waiting/contract.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import classes from './event.module.css'
import { SignUp } from './sign-up.tsx'
import { SignUpToSeries } from './sign-up-to-series.tsx'
import type { WayIn } from './ways-in.ts'

export type PartProps = {
  event: SerializeFrom<EventPage>
  answers: Record<number, OwnStanding>
  waiting: FullAssignment[]
  /** Open shifts of other events that the reader could do, where something is full here. */
  alsoDo: SerializeFrom<NextBest>[]
  timeRequests: Record<number, TimeRequest>
  request: SerializeFrom<OwnRequest> | null
  mark: Mark
  /** The event's position in its series; null without a series. */
  seriesPosition: SeriesPosition | null
  day: string
  person: number
  admin: boolean
  /** Why sign-up is closed; null while it is open. */
  refusal: string | null
  now: string
  /** The site's origin, for links that leave the product. */
  origin: string
}

const declinedShift = (shift: PartProps['event']['shifts'][number], name: string) => ({
  id: shift.id,
  name: [shift.assignment_name, shift.role_name].filter(Boolean).join(' · '),
  event_name: eventName(name),
  start: shift.start,
  end: shift.end,
})

const partName = ({ assignment_name, role_name }: PartProps['event']['shifts'][number]) =>
  [assignment_name, role_name].filter(Boolean).join(' · ') || 'On shift'

export function YourPart({
  event,
  answers,
  waiting,
  alsoDo,
  timeRequests,
  request,
  mark,
  seriesPosition,
  day,
  person,
  admin,
  refusal,
  now,
  origin,
  ways,
}: PartProps & { ways: readonly WayIn[] }) {
  const when = useDateFormats()
  const site = useSite()
  const shown = useShownAnswers()
  const answerOf = ({ id }: { id: number }) => answers[id] && shown.answerOf(id, answers[id].answer)
  const mine = event.shifts.filter((shift) => shift.person === person)
  const calendarEntry = mine[0] ?? event
  const date = when.shortDay(day)
  return (
    <SectionCard title="Your part">
      <div className={classes.part} aria-live="polite">
        {mine.map((shift) => (
          <div key={shift.id}>
            {isEventOff(event) ? (
              <StateBadge state="cancelled">Called off</StateBadge>
            ) : answers[shift.id] ? (
              <OwnMark
                answer={answerOf(shift) ?? null}
                nudged={answers[shift.id]?.nudged}
                mayAnswer={answers[shift.id]?.may_answer}
              />
            ) : (
              <StateBadge state="on" />
            )}
            <div>
              <OwnUnfit unfit={answers[shift.id]?.unfit} linked />
            </div>
            <Text fw={650} mt={8}>
              {isEventOff(event) ? <s>{partName(shift)}</s> : partName(shift)}
            </Text>
            <Text fz="sm" c="dimmed" className="num">
              {[when.within(shift, event), shift.location_name].filter(Boolean).join(' · ')}
            </Text>
            {shift.outside && !isEventOff(event) && <OutsideMark />}
            {(shift.modified_start || shift.modified_end) && (
              <Text fz="sm" className="num">
                Agreed: you {askedTimesText(shift, when.time)}. The shift is{' '}
                {when.range(shift.planned_start, shift.planned_end)}.
              </Text>
            )}
            {answers[shift.id]?.may_answer && (
              <OwnAnswer shift={declinedShift(shift, event.name)} stored={answers[shift.id]!} onShown={shown.onShown} />
            )}
            <OtherTimesState request={timeRequests[shift.id]} />
            {shift.planned_start > now && !event.archived && !isEventOff(event) && (
              <OtherTimesButtons shift={{ ...shift, name: eventName(event.name) }} request={timeRequests[shift.id]} />
            )}
            {shift.notes && (
              <Text fz="sm" mt={6} className="wrap">
                {shift.notes}
              </Text>
            )}
          </div>
        ))}
        <SignUp
          event={event}
          request={request}
          refusal={refusal}
          ways={ways}
          isOn={mine.length > 0}
          isHeld={waiting.some(({ held }) => held)}
          full={mine.length ? [] : waiting.filter(({ place }) => place === null)}
          alsoDo={alsoDo}
          admin={admin}
        />
      </div>
      {waiting.some(({ place }) => place !== null) && (
        <div className={classes.part} data-section>
          <WaitingLists isOff={isEventOff(event)} assignments={waiting} selfAssign={site.self_assign} />
        </div>
      )}
      {event.end > now && !isEventOff(event) && (
        <div className={classes.part} data-section>
          <Text fz="sm" fw={600}>
            Availability on {date}
          </Text>
          <div>
            <AvailabilityChoice date={day} value={mark} label={`Your availability on ${date}`} />
          </div>
        </div>
      )}
      <div className={classes.tools}>
        {!isEventOff(event) && (
          <AddToCalendar
            file={paths.eventFile(event.id)}
            event={{
              title: eventName(event.name),
              start: calendarEntry.start,
              end: calendarEntry.end,
              location: calendarEntry.location_name ?? event.location_name ?? '',
              details: `${origin}${paths.event(event.id)}`,
            }}
          />
        )}
        {event.series !== null && seriesPosition?.more && (
          <SignUpToSeries series={event.series} name={event.series_name || 'Untitled Series'} />
        )}
      </div>
    </SectionCard>
  )
}
