import { excerpt } from './excerpt.ts'
import type { Column, ListView, Tab } from './list-view.ts'

export const nameColumn = (untitled: string): Column => ({
  key: 'name',
  title: 'Name',
  sort: 'name',
  phone: 'below',
  cell: (record) => String(record.name || untitled),
})

export const detailsColumn: Column = {
  key: 'details',
  title: 'Details',
  phone: 'below',
  cell: (record) => excerpt(record.details),
}

export const inUseTabs = (sort: string): Tab[] => [
  { key: 'current', label: 'In use', query: { archived: 'false' }, sort },
  { key: 'archived', label: 'Archived', query: { archived: 'true' }, sort },
]

export const simpleList = (path: string): Pick<ListView, 'path' | 'recordPath' | 'searchHint'> => ({
  path,
  recordPath: ({ id }) => `${path}/${id}`,
  searchHint: 'Name',
})
