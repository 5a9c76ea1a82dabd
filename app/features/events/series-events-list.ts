import type { ListView } from '#app/collections/list-view.ts'
import { eventsView } from './events-list.tsx'

export const seriesEventsView: ListView = {
  ...eventsView,
  savedAs: 'series/events',
  expand: 'eventtype,location',
  tabs: [
    { key: 'all', label: 'All', query: {}, sort: 'start' },
    { key: 'upcoming', label: 'Upcoming', query: { future: 'true' }, sort: 'start' },
    { key: 'unpublished', label: 'Not published', query: { unpublished: 'true' }, sort: 'start' },
  ],
  empty: 'Add events to a series in the event editor, or by importing a programme.',
}
