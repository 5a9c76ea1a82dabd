import { IconClock, IconNews, IconPinned } from '@tabler/icons-react'
import { excerpt } from '#app/collections/excerpt.ts'
import { simpleList } from '#app/collections/list-cells.tsx'
import { NOW } from '#app/collections/list-query.ts'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { Tag } from '#app/ui/state-badge.tsx'

export const newsView: ListView = {
  collection: 'news',
  ...simpleList(paths.news),
  icon: IconNews,
  expand: 'author',
  columns: [
    {
      key: 'title',
      title: 'Title',
      sort: 'title',
      phone: 'below',
      cell: ({ title, content }) => String(title || '') || excerpt(content) || 'Untitled post',
    },
    {
      key: 'posted',
      title: 'Posted',
      sort: 'posted',
      phone: 'end',
      cell: ({ posted }, { when }) => <span className="num">{when.date(String(posted))}</span>,
    },
    {
      key: 'show_until',
      title: 'Until',
      sort: 'show_until',
      phone: 'hidden',
      cell: ({ show_until }, { when }) =>
        typeof show_until === 'string' ? <span className="num">{when.date(show_until)}</span> : 'No end date',
    },
    {
      key: 'author',
      title: 'Author',
      sort: 'author/name',
      phone: 'hidden',
      cell: ({ author }, { related }) => String(related('people', author)?.name ?? ''),
    },
    {
      key: 'pinned',
      title: 'Pinned',
      phone: 'below',
      cell: ({ pinned, posted }, { when }) =>
        pinned === true ? (
          <Tag tone="brand" icon={IconPinned} quiet>
            Pinned
          </Tag>
        ) : when.until(String(posted)).startsWith('in ') && when.until(String(posted)) !== 'in the past' ? (
          <Tag tone="slate" icon={IconClock} quiet>
            Scheduled
          </Tag>
        ) : null,
    },
  ],
  tabs: [
    { key: 'all', label: 'All', query: {}, sort: '-posted' },
    { key: 'coming', label: 'Scheduled', query: { posted__gt: NOW }, sort: 'posted' },
    { key: 'over', label: 'Expired', query: { show_until__lt: NOW }, sort: '-show_until' },
  ],
  searchHint: 'Title or text',
  form: ['title', 'content', 'posted', 'show_until', 'pinned'],
  markdown: ['content'],
  bulk: ['pinned', 'posted', 'show_until'],
  empty: 'News for everyone: a change of plans, a thank-you, a date to save.',
}
