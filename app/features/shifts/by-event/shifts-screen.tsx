import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconAlertTriangle,
  IconCalendarExclamation,
  IconChevronDown,
  IconChevronRight,
  IconClipboardList,
  IconCloudOff,
} from '@tabler/icons-react'
import { ANSWER_MARKS } from '#app/features/answers/answer-mark.tsx'
import { ListedAnswer } from '#app/features/answers/listed-answer.tsx'
import { OpenShifts, OpenTag } from '#app/features/open-shifts/open-shifts.tsx'
import { UnfitCount, UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilledBar } from '#app/ui/filled-bar.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import type { EventShift, ShiftEvent } from '#server/shifts/by-event/contract.ts'
import rows from '../../../ui/event-rows.module.css'
import classes from './shifts-by-event.module.css'

type Props = { events: ShiftEvent[]; open: number | null; shifts: EventShift[]; past: number }

const isException = ({ called_off, open, unpublished, clashes, unfit, outside, seeking }: ShiftEvent) =>
  !called_off && open + unpublished + clashes + unfit + outside + seeking > 0

/**
 * Shifts of coming events, those that need action first. `open` is the event whose shifts are shown, `past` the number
 * of unpublished past shifts.
 */
export function ShiftsScreen({ events, open, shifts, past }: Props) {
  const toDo = events.filter(isException)
  const groups = [
    ['Needs attention', toDo],
    ['All set', events.filter((event) => !isException(event))],
  ] as const
  return (
    <div>
      <PageHead
        title="Shifts"
        meta={
          <span className="num">
            {toDo.length} of {events.length === 1 ? '1 coming event' : `the next ${events.length} events`}{' '}
            {toDo.length === 1 ? 'needs' : 'need'} attention
          </span>
        }
      />
      {past > 0 && (
        <Link className={classes.past} to={`${paths.shifts}?view=missed`}>
          <IconCloudOff size={18} aria-hidden />
          <span className="num">
            {past} past {past === 1 ? 'shift was' : 'shifts were'} never published
          </span>
          <IconChevronRight size={18} aria-hidden />
        </Link>
      )}
      {events.length === 0 && (
        <EmptyState
          icon={IconClipboardList}
          title="No coming shifts"
          text="Shifts appear here once an event has some."
        />
      )}
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <section key={title} className={classes.group} aria-label={title}>
              <h2>
                {title} <span className="num">{group.length}</span>
              </h2>
              <ul className={`list card ${rows.events}`}>
                {group.map((event) => (
                  <li key={event.id}>
                    <EventRow event={event} isOpen={event.id === open} />
                    {event.id === open && <EventShifts event={event} shifts={shifts} />}
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

function EventRow({ event, isOpen }: { event: ShiftEvent; isOpen: boolean }) {
  const when = useDateFormats()
  const { id, name, start, called_off, shifts, open, unpublished, clashes, unfit, outside, seeking, silent } = event
  return (
    <Link
      to={isOpen ? paths.shiftsByEvent : `${paths.shiftsByEvent}?of=${id}`}
      aria-expanded={isOpen}
      preventScrollReset
      className={`${rows.event} ${classes.event}`}
    >
      {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} aria-hidden />}
      <span className="num">{when.short(start)}</span>
      <b>{name}</b>
      <span className={`row cluster ${classes.states}`}>
        {called_off && <StateBadge state="cancelled">Called off</StateBadge>}
        {!called_off && clashes > 0 && (
          <Tag tone="red" icon={IconAlertTriangle} quiet>
            {clashes} {clashes === 1 ? 'clash' : 'clashes'}
          </Tag>
        )}
        {!called_off && outside > 0 && (
          <Tag tone="amber" icon={IconCalendarExclamation} quiet>
            {outside} outside the event
          </Tag>
        )}
        {!called_off && <UnfitCount count={unfit} />}
        {!called_off && unpublished > 0 && (
          <Tag tone="slate" icon={IconCloudOff} quiet>
            {unpublished} not published
          </Tag>
        )}
        {!called_off && seeking > 0 && (
          <Tag tone="amber" icon={ANSWER_MARKS.seeking_cover.coordinator.icon} quiet>
            {seeking} {seeking === 1 ? 'needs' : 'need'} cover
          </Tag>
        )}
        {!called_off && silent > 0 && (
          <Tag tone="amber" icon={ANSWER_MARKS.silent.coordinator.icon} quiet>
            {silent} without a reply
          </Tag>
        )}
        {!called_off && <OpenShifts {...event} empty={open} />}
      </span>
      {called_off ? (
        <span className="num">{countText(shifts, 'shift')}</span>
      ) : (
        <FilledBar filled={shifts - open} all={shifts} />
      )}
    </Link>
  )
}

function EventShifts({ event, shifts }: { event: ShiftEvent; shifts: readonly EventShift[] }) {
  const when = useDateFormats()
  return (
    <div className={classes.open}>
      <ul>
        {shifts.map((shift) => (
          <li key={shift.id}>
            <span className={classes.who}>
              <Link to={`${paths.shifts}?view=all&event=${event.id}&open=${shift.id}`}>
                {event.called_off ? <s>{shift.name ?? 'Open'}</s> : (shift.name ?? 'No one yet')}
              </Link>
              <small>{shift.duty}</small>
            </span>
            <span className="num">{when.within(shift, event)}</span>
            {!event.called_off && (
              <span className={`row cluster ${classes.states}`}>
                {shift.clash && (
                  <Tag tone="red" icon={IconAlertTriangle} quiet>
                    Also on {shift.clash}
                  </Tag>
                )}
                {shift.outside && <OutsideMark />}
                <UnfitMark unfit={shift.unfit} />
                {shift.person === null && <OpenTag start={shift.start} end={shift.end} />}
                <ListedAnswer
                  answer={shift.answer}
                  nudged={shift.nudged}
                  sought={shift.sought}
                  begun={when.isPast(shift.start)}
                />
                {!shift.published && <StateBadge state="unpublished" quiet />}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button component={Link} to={paths.eventShifts(event.id)} variant="light">
        Open the roster
      </Button>
    </div>
  )
}
