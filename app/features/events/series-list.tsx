import { IconAffiliate } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const seriesView: ListView = {
  collection: 'series',
  title: 'All Series',
  icon: IconAffiliate,
  path: paths.series,
  recordPath: ({ id }) => `${paths.series}/${id}`,
  searchHint: 'Name or details',
  columns: [
    nameColumn('Untitled Series'),
    {
      key: 'start',
      title: 'From',
      sort: 'start',
      phone: 'end',
      cell: (record, { when }) =>
        typeof record.start === 'string' ? <span className="num">{when.date(record.start)}</span> : 'No events',
    },
    {
      key: 'end',
      title: 'Until',
      sort: 'end',
      phone: 'hidden',
      cell: (record, { when }) =>
        typeof record.end === 'string' ? <span className="num">{when.date(record.end)}</span> : '',
    },
    {
      key: 'consecutive',
      title: 'In the calendar',
      phone: 'hidden',
      cell: (record) => (record.consecutive === true ? 'One entry' : 'Each event'),
    },
    detailsColumn,
  ],
  tabs: inUseTabs('name'),
  form: ['name', 'details', 'consecutive', 'archived'],
  markdown: ['details'],
  recordPage: ({ id }) => paths.seriesEvents(id),
  bulk: ['consecutive', 'archived'],
  deleteNote: 'Its events stay, without a series.',
  empty: 'Events that belong together: a season of races, a course, a camp.',
}
