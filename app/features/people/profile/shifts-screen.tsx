import { Anchor, Button, Text } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconCalendarCheck, IconClockHour4, IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Pager } from '#app/collections/pager.tsx'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { useShownAnswers } from '#app/features/answers/use-shown-answers.ts'
import { OwnUnfit } from '#app/features/suitability/own-unfit.tsx'
import { FormerHoursList } from '#app/features/timesheets/former-hours.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OncePageRuns } from '#app/ui/once-page-runs.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { FormerHours } from '#server/shifts/hours/contract.ts'
import { OtherTimesButtons, OtherTimesState } from './other-times.tsx'
import { type ListedShift, type OwnPage, type OwnShiftRow, pageAddress } from './own-page.ts'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'
import { TakeBack } from './take-back.tsx'
import { timesLabel } from './times-label.ts'

const OwnAnswer = lazyPart(() =>
  import('#app/features/answers/own-answer.tsx').then((all) => ({ default: all.OwnAnswer })),
)
const HoursDialog = lazyPart(() => import('./hours-dialog.tsx').then((all) => ({ default: all.HoursDialog })))

const named = <T extends OwnShiftRow>(shift: T): T => ({ ...shift, name: eventName(shift.name) })

const mayChange = (shift: OwnShiftRow, now: string) => shift.planned_start > now && !shift.called_off && !shift.archived

const hasActions = (shift: OwnShiftRow, now: string) =>
  (shift.answer !== null && shift.may_answer) || mayChange(shift, now) || shift.start <= now

const withoutEdit = (search: URLSearchParams) => {
  const rest = new URLSearchParams(search)
  rest.delete('edit')
  return rest
}

type Props = OwnPage<ListedShift> & {
  now: string
  next: OwnShiftRow | null
  edited: OwnShiftRow | null
  timeRequests: Record<number, TimeRequest>
  former: FormerHours[]
}

/** The viewer's next shift, then all of them, latest first; the times of those that have started can be corrected. */
export function ShiftsScreen({ rows, now, next, edited, timeRequests, former, ...page }: Props) {
  const when = useDateFormats()
  const [, setSearch] = useSearchParams()
  const shown = useShownAnswers()
  const answerOf = ({ id, answer }: OwnShiftRow) => answer && shown.answerOf(id, answer)
  const [chosen, setEditing] = useState<OwnShiftRow | null>(null)
  const editing = chosen ?? edited
  const close = () => {
    setEditing(null)
    if (edited) setSearch((search) => withoutEdit(search), { replace: true, preventScrollReset: true })
  }
  const agreed = (shift: OwnShiftRow) => {
    const text = askedTimesText(shift, when.time)
    return text && `Agreed: you ${text}.`
  }
  const workedTime = (shift: OwnShiftRow) =>
    shift.actual_start
      ? `${when.time(shift.actual_start)} – ${shift.actual_end ? when.time(shift.actual_end) : 'not ended'}`
      : ''
  return (
    <>
      <ProfileTabs />
      <div className={classes.stack}>
        {next && (
          <p className={classes.next}>
            {next.start <= now ? 'On now' : 'Next'}: <Link to={paths.event(next.event)}>{eventName(next.name)}</Link>{' '}
            <span className="num">
              {when.short(next.start)}, {when.range(next.start, next.end)}
              {next.start > now && `, ${when.until(next.start)}`}
            </span>
          </p>
        )}
        <SectionCard
          title="Shifts"
          icon={IconCalendarCheck}
          count={page.count || undefined}
          action={
            <Anchor component={Link} to={paths.swaps} px={8} lh="44px">
              Swaps
            </Anchor>
          }
        >
          {page.count === 0 ? (
            <EmptyState
              icon={IconCalendarCheck}
              title="No shifts yet"
              text="Shifts that you are assigned to appear here."
            />
          ) : (
            <>
              <div className={classes.scroll}>
                <table className={classes.table}>
                  <caption className="unseen">Shifts</caption>
                  <thead className="unseen-phone">
                    <tr>
                      <th scope="col">Event</th>
                      <th scope="col" aria-sort="descending">
                        Scheduled
                      </th>
                      <th scope="col">Worked</th>
                      <th scope="col">Hours</th>
                      <th scope="col">
                        <span className="unseen">Times</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((shift) => (
                      <tr key={shift.id}>
                        <td>
                          <Link to={paths.event(shift.event)}>{eventName(shift.name)}</Link>
                          {shift.assignment && <div>{shift.assignment}</div>}
                          <OtherTimesState request={timeRequests[shift.id]} />
                          <OwnState shift={shift} answer={answerOf(shift)} />
                        </td>
                        <td className="num">
                          {when.date(shift.start)}
                          <br />
                          {when.range(shift.start, shift.end)}
                          {agreed(shift) && <div>{agreed(shift)}</div>}
                          {shift.outside && (
                            <div>
                              <OutsideMark />
                            </div>
                          )}
                        </td>
                        <td className="num" data-label="Worked">
                          {workedTime(shift)}
                        </td>
                        <td className="num" data-label="Hours">
                          {shift.hours == null ? '' : hoursText(shift.hours)}
                        </td>
                        <td>
                          <TakeBack shift={named(shift)} now={now} />
                          {hasActions(shift, now) && (
                            <details className={classes.more}>
                              <summary aria-label={`Actions: ${eventName(shift.name)}, ${when.date(shift.start)}`}>
                                <IconDots size={20} aria-hidden />
                              </summary>
                              {shift.answer && shift.may_answer && (
                                <OncePageRuns>
                                  <OwnAnswer
                                    shift={{ ...shift, name: shift.assignment, event_name: shift.name }}
                                    stored={{ ...shift, answer: shift.answer }}
                                    onShown={shown.onShown}
                                    of={`${eventName(shift.name)}, ${when.date(shift.start)}`}
                                  />
                                </OncePageRuns>
                              )}
                              {mayChange(shift, now) && (
                                <>
                                  <OtherTimesButtons shift={named(shift)} request={timeRequests[shift.id]} />
                                  <Button
                                    component={Link}
                                    to={paths.newSwap(shift.id)}
                                    variant="subtle"
                                    h={44}
                                    px={10}
                                    ml={-10}
                                    aria-label={`Swap or hand over ${eventName(shift.name)}, ${when.date(shift.start)}`}
                                  >
                                    Swap or hand over
                                  </Button>
                                </>
                              )}
                              {shift.start <= now && (
                                <Button
                                  variant="subtle"
                                  h={44}
                                  onClick={() => setEditing(shift)}
                                  aria-label={`${timesLabel(shift, now)} of ${eventName(shift.name)}, ${when.date(shift.start)}`}
                                >
                                  {timesLabel(shift, now)}
                                </Button>
                              )}
                            </details>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pager shown={rows.length} {...page} address={pageAddress(page.limit)} />
            </>
          )}
        </SectionCard>
        {former.length > 0 && (
          <SectionCard title="Hours on shifts given away or deleted" icon={IconClockHour4} count={former.length}>
            <FormerHoursList rows={former} />
          </SectionCard>
        )}
      </div>
      <Text size="sm" c="dimmed" mt="md">
        See your shifts in your own calendar:{' '}
        <Anchor component={Link} to={`${paths.settings}#calendar`} inherit underline="always">
          set up a subscription
        </Anchor>
        .
      </Text>
      {editing && (
        <Suspense>
          <HoursDialog key={editing.id} shift={editing} now={now} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const OwnState = ({ shift, answer }: { shift: OwnShiftRow; answer: ShiftAnswer | null }) =>
  shift.called_off ? (
    <StateBadge state="cancelled" quiet>
      Called off
    </StateBadge>
  ) : (
    <>
      <OwnMark answer={answer} nudged={shift.nudged} mayAnswer={shift.may_answer} />
      <OwnUnfit unfit={shift.unfit} />
    </>
  )
