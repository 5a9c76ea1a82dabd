import { IconSchool } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const trainingView: ListView = {
  collection: 'training',
  ...simpleList(paths.training),
  icon: IconSchool,
  expand: 'competency',
  columns: [
    nameColumn('Untitled training'),
    {
      key: 'competency',
      title: 'Leads to',
      sort: 'competency/name',
      phone: 'below',
      cell: (record, { related }) => String(related('competencies', record.competency)?.name ?? ''),
    },
    detailsColumn,
  ],
  tabs: inUseTabs('name'),
  form: ['name', 'competency', 'details', 'archived'],
  bulk: ['competency', 'archived'],
  deleteNote: 'Its records are kept, without the training.',
  empty: 'Courses and exercises, with the competency each leads to.',
}
