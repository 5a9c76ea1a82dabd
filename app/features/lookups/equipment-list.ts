import { IconTool } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const equipmentView: ListView = {
  collection: 'equipment',
  ...simpleList(paths.equipment),
  icon: IconTool,
  expand: 'location',
  columns: [
    nameColumn('Untitled equipment'),
    {
      key: 'location',
      title: 'Location',
      sort: 'location/name',
      phone: 'below',
      cell: (record, { related }) => String(related('locations', record.location)?.name ?? ''),
    },
    detailsColumn,
  ],
  tabs: inUseTabs('order,name'),
  searchHint: 'Name, details, location',
  form: ['name', 'location', 'details', 'order', 'archived'],
  orderable: true,
  bulk: ['location', 'archived'],
  empty: 'What shifts need: safety boats, radios, tents.',
}
