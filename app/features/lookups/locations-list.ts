import { IconMapPin } from '@tabler/icons-react'
import { excerpt } from '#app/collections/excerpt.ts'
import { inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const locationsView: ListView = {
  collection: 'locations',
  ...simpleList(paths.locations),
  icon: IconMapPin,
  columns: [
    nameColumn('Untitled location'),
    { key: 'address', title: 'Address', sort: 'address', phone: 'below', cell: (record) => excerpt(record.address) },
  ],
  tabs: inUseTabs('order,name'),
  searchHint: 'Name or address',
  form: ['name', 'address', 'details', 'order', 'archived'],
  orderable: true,
  bulk: ['address', 'archived', 'details'],
  deleteNote: 'Its events and shifts are kept, without a location.',
  empty: 'Where things happen: the clubhouse, a slipway, a boat.',
}
