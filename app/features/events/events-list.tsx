import { IconCalendarEvent, IconCloudOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ListRecord, ListView } from '#app/collections/list-view.ts'
import { OpenShifts } from '#app/features/open-shifts/open-shifts.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type { RosterCount } from '#server/shifts/roster-editor/contract.ts'
import classes from '../../collections/cells.module.css'

const EventTools = lazyPart(() => import('./event-tools.tsx').then((module) => ({ default: module.EventTools })))

function ShiftCount({ event, count }: { event: ListRecord; count: RosterCount | undefined }) {
  const { shifts = 0, open = 0, unpublished = 0 } = count ?? {}
  return (
    <span className={classes.fill}>
      {unpublished > 0 && (
        <Tag tone="slate" icon={IconCloudOff} quiet>
          {unpublished} not published
        </Tag>
      )}
      <OpenShifts shifts={shifts} empty={open} start={String(event.start)} end={String(event.end)} />
    </span>
  )
}

export const eventsView: ListView = {
  collection: 'events',
  title: 'All Events',
  icon: IconCalendarEvent,
  path: paths.events,
  recordPath: ({ id }) => paths.eventShifts(id),
  expand: 'series,eventtype,location',
  addPath: paths.addEvent,
  importPath: `${paths.imports}?kind=season`,
  columns: [
    {
      key: 'start',
      title: 'Event',
      sort: 'start',
      phone: 'below',
      cell: (event, { when, related }) => (
        <span className={`row ${classes.named}`}>
          <DateTile parts={when.parts(String(event.start))} />
          <span>
            {eventName(String(event.name ?? ''))}
            <small className="num">
              {when.range(String(event.start), String(event.end))}
              {related('series', event.series) && ` · ${related('series', event.series)?.name || 'Untitled Series'}`}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'eventtype',
      title: 'Type',
      sort: 'eventtype/name',
      phone: 'hidden',
      cell: (event, { related }) => {
        const type = related('eventtypes', event.eventtype)
        const color = event.color ?? type?.color
        return (
          type && (
            <span className="wrap">
              {typeof color === 'string' && (
                <span className={classes.swatch} style={{ background: color }} aria-hidden />
              )}
              {String(type.name)}
            </span>
          )
        )
      },
    },
    {
      key: 'location',
      title: 'Location',
      sort: 'location/name',
      phone: 'hidden',
      cell: (event, { related }) => String(related('locations', event.location)?.name ?? ''),
    },
    {
      key: 'empty',
      title: 'Shifts',
      align: 'end',
      phone: 'below',
      cell: (event, { extras }) =>
        isEventOff(event) ? (
          <StateBadge state="cancelled">Called off</StateBadge>
        ) : (
          <ShiftCount event={event} count={extras[event.id] as RosterCount | undefined} />
        ),
    },
  ],
  tabs: [
    { key: 'upcoming', label: 'Upcoming', query: { future: 'true' }, sort: 'start' },
    { key: 'past', label: 'Past', query: { future: 'false' }, sort: '-start' },
    { key: 'unpublished', label: 'Not published', query: { unpublished: 'true' }, sort: 'start' },
    { key: 'all', label: 'All', query: {}, sort: 'start' },
  ],
  searchHint: 'Name, series, location',
  form: [],
  bulk: ['eventtype', 'location', 'series', 'color', 'contact', 'contacts', 'archived'],
  selectionTools: (selected, data) => (
    <Suspense>
      <EventTools selected={selected} data={data} />
    </Suspense>
  ),
  empty: 'Add the first event, or import the season’s programme from a file.',
}
