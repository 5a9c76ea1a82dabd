import { IconClipboardList, IconMessage2 } from '@tabler/icons-react'
import { NOW } from '#app/collections/list-query.ts'
import type { ListView } from '#app/collections/list-view.ts'
import { shiftTimes } from '#app/collections/shift-times.ts'
import { ListedAnswer } from '#app/features/answers/listed-answer.tsx'
import { MAX_NAMED, messageText } from '#app/features/messages/message-data.ts'
import { OpenTag } from '#app/features/open-shifts/open-shifts.tsx'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { beginMessage } from '#app/shell/begin-message.ts'
import { paths } from '#app/shell/paths.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { ShiftAnswer, Sought } from '#server/shift-facts/answer-states/contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import { STAGED_FIELDS } from '#server/shifts/list-edit/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import classes from '../../collections/cells.module.css'

export const shiftsView: ListView = {
  collection: 'shifts',
  icon: IconClipboardList,
  path: paths.shifts,
  // Staged changes survive while only the query of the URL changes.
  recordPath: ({ id }) => `${paths.shifts}?open=${id}`,
  recordPage: ({ event }) => paths.eventShifts(Number(event)),
  expand: 'event,person,assignment,role,location',
  addPath: null,
  columns: [
    {
      key: 'start',
      title: 'Shift',
      sort: 'start',
      phone: 'below',
      cell: (shift, { when, related }) => (
        <span className={`row ${classes.named}`}>
          <DateTile parts={when.parts(String(shift.start))} />
          <span>
            {eventName(String(related('events', shift.event)?.name ?? ''))}
            <small className="num">{when.range(shiftTimes(shift).start, shiftTimes(shift).end)}</small>
            {shift.outside === true && <OutsideMark />}
          </span>
        </span>
      ),
    },
    {
      key: 'person',
      title: 'Person',
      sort: 'person/name',
      phone: 'below',
      cell: (shift, { related }) => {
        const name = related('people', shift.person)?.name?.toString()
        if (name === undefined) return <OpenTag {...shiftTimes(shift)} />
        return (
          <span className={classes.stacked}>
            {name}
            <UnfitMark unfit={shift.unfit as Unfit | null} />
          </span>
        )
      },
    },
    {
      key: 'answer',
      title: 'Answer',
      sort: 'answer',
      phone: 'below',
      cell: (shift, { when, related }) =>
        isEventOff(related('events', shift.event)) ? (
          <StateBadge state="cancelled" quiet>
            Called off
          </StateBadge>
        ) : (
          <ListedAnswer
            answer={shift.answer as ShiftAnswer | null}
            nudged={shift.nudged === true}
            sought={shift.sought as Sought | null}
            begun={when.isPast(shiftTimes(shift).start)}
          />
        ),
    },
    {
      key: 'assignment',
      title: 'Assignment and role',
      sort: 'assignment/name',
      phone: 'hidden',
      cell: (shift, { related }) =>
        [related('assignments', shift.assignment)?.name, related('roles', shift.role)?.name].filter(Boolean).join(', '),
    },
    {
      key: 'location',
      title: 'Location',
      sort: 'location/name',
      phone: 'hidden',
      cell: (shift, { related }) => String(related('locations', shift.location)?.name ?? ''),
    },
    {
      key: 'draft',
      title: 'Status',
      phone: 'end',
      cell: (shift) => <StateBadge state={shift.draft === null ? 'unpublished' : 'published'} quiet />,
    },
  ],
  tabs: [
    { key: 'upcoming', label: 'Upcoming', query: { end__gte: NOW }, sort: 'start' },
    { key: 'no-answer', label: 'Not answered', query: { answer: 'asked', end__gte: NOW }, sort: 'start' },
    { key: 'cover', label: 'Needs cover', query: { answer: 'seeking_cover', end__gte: NOW }, sort: 'start' },
    { key: 'not-qualified', label: 'Not qualified', query: { not_qualified: 'true' }, sort: 'start' },
    { key: 'confirmed', label: 'Confirmed', query: { answer: 'confirmed', end__gte: NOW }, sort: 'start' },
    { key: 'open', label: 'Open', query: { person: 'null' }, sort: 'start' },
    { key: 'outside', label: 'Outside the event', query: { outside: 'true', end__gte: NOW }, sort: 'start' },
    { key: 'unpublished', label: 'Not published', query: { draft: 'null' }, sort: 'start' },
    { key: 'missed', label: 'Past, not published', query: { draft: 'null', end__lt: NOW }, sort: '-start' },
    { key: 'all', label: 'All', query: {}, sort: '-start' },
  ],
  searchHint: 'Event, person, assignment',
  form: [...STAGED_FIELDS],
  stagedAt: '/api/shifts/staged',
  endsTime: ({ person, actual_start }, fields) =>
    person !== null && actual_start !== null && 'person' in fields && fields.person !== person,
  bulk: ['assignment', 'role', 'location', 'person', 'start', 'end', 'modified_start', 'modified_end', 'notes'],
  selectionAction: (records) => {
    const drafts = records.flatMap(({ id, draft }) => (draft === null ? [id] : []))
    return drafts.length > 0 && <PublishButton shifts={drafts} count={drafts.length} stamp={drafts.join()} />
  },
  selectionLink: (selected, { rows }) => {
    if (selected.all) return null
    const chosen = rows.filter(({ id }) => selected.ids.has(id))
    const people = [...new Set(chosen.flatMap(({ person }) => (typeof person === 'number' ? [person] : [])))]
    if (chosen.length < selected.ids.size || !people.length || people.length > MAX_NAMED) return null
    return { label: messageText(people.length), icon: IconMessage2, to: beginMessage({ people }, { kind: 'shifts' }) }
  },
  deleteNote: 'The shift is also removed from its roster.',
  hints: { notes: 'The person on the shift can see this' },
  empty: 'Add shifts on an event’s roster.',
  emptyAction: { label: 'All events', to: paths.events },
}

export const shiftsViewWithoutRoles: ListView = {
  ...shiftsView,
  columns: shiftsView.columns.map((column) =>
    column.key === 'assignment' ? { ...column, title: 'Assignment' } : column,
  ),
}
