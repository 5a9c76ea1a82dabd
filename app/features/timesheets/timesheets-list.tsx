import { IconAlertTriangle, IconCheck, IconClipboardList, IconClockHour4, IconPlayerPlay } from '@tabler/icons-react'
import { NOW } from '#app/collections/list-query.ts'
import type { Column, ListView } from '#app/collections/list-view.ts'
import { shiftTimes } from '#app/collections/shift-times.ts'
import { paths } from '#app/shell/paths.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from '../../collections/cells.module.css'

const instantColumn = (key: 'actual_start' | 'actual_end', title: string): Column => ({
  key,
  title,
  sort: key,
  phone: 'hidden',
  cell: (shift, { when }) =>
    typeof shift[key] === 'string' ? <span className="num">{when.dateTime(shift[key])}</span> : '',
})

export const timesheetsView: ListView = {
  collection: 'shifts',
  savedAs: 'timesheets',
  title: 'Timesheets',
  icon: IconClockHour4,
  path: paths.timesheetRecords,
  recordPath: ({ id }) => `${paths.timesheetRecords}?open=${id}`,
  recordPage: ({ event }) => paths.eventShifts(Number(event)),
  expand: 'event,person,assignment',
  addPath: null,
  links: [{ label: 'Hours', to: paths.timesheets, icon: IconClipboardList }],
  columns: [
    {
      key: 'person',
      title: 'Person',
      sort: 'person/name',
      phone: 'below',
      cell: (shift, { related, when }) => {
        const person = related('people', shift.person)
        const event = eventName(String(related('events', shift.event)?.name ?? ''))
        return (
          <span className={`row ${classes.named}`}>
            <Avatar name={String(person?.name ?? 'No one')} size={32} />
            <span>
              {String(person?.name ?? 'No one')}
              <small>
                {event}, {when.date(String(shift.start))}
              </small>
            </span>
          </span>
        )
      },
    },
    {
      key: 'start',
      title: 'Planned',
      sort: 'start',
      phone: 'hidden',
      cell: (shift, { when }) => (
        <span className="num">{when.range(shiftTimes(shift).start, shiftTimes(shift).end)}</span>
      ),
    },
    instantColumn('actual_start', 'Started'),
    instantColumn('actual_end', 'Ended'),
    {
      key: 'draft',
      title: 'State',
      phone: 'below',
      cell: (shift) =>
        typeof shift.hours === 'number' ? (
          <Tag tone="green" icon={IconCheck} quiet>
            Recorded
          </Tag>
        ) : typeof shift.actual_start === 'string' ? (
          <Tag tone="amber" icon={IconPlayerPlay}>
            Not ended
          </Tag>
        ) : (
          <Tag tone="slate" icon={IconAlertTriangle} quiet>
            Not started
          </Tag>
        ),
    },
    {
      key: 'hours',
      title: 'Hours',
      sort: 'hours',
      align: 'end',
      phone: 'end',
      cell: ({ hours }) => (typeof hours === 'number' ? <span className="num">{hoursText(hours)}</span> : ''),
    },
  ],
  tabs: [
    {
      key: 'unfinished',
      label: 'Unfinished',
      query: { person__ne: 'null', draft__ne: 'null', end__lt: NOW, actual_end: 'null' },
      sort: '-start',
    },
    { key: 'recorded', label: 'Recorded', query: { actual_end__ne: 'null' }, sort: '-start' },
    { key: 'all', label: 'All', query: { person__ne: 'null', draft__ne: 'null', start__lt: NOW }, sort: '-start' },
  ],
  searchHint: 'Person, event, assignment',
  form: ['actual_start', 'actual_end', 'notes'],
  bulk: ['actual_start', 'actual_end', 'notes'],
  deleteNote: 'The shift is also removed from its roster.',
  hints: { notes: 'The person on the shift can see this' },
  empty: 'Past shifts without an end time appear here.',
  emptyTitle: 'Nothing unfinished',
}
