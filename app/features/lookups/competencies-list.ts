import { IconCertificate } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const competenciesView: ListView = {
  collection: 'competencies',
  ...simpleList(paths.competencies),
  icon: IconCertificate,
  columns: [
    nameColumn('Untitled competency'),
    {
      key: 'valid_months',
      title: 'Valid for',
      sort: 'valid_months',
      phone: 'end',
      cell: ({ valid_months }) =>
        typeof valid_months === 'number' ? `${valid_months} ${valid_months === 1 ? 'month' : 'months'}` : 'No expiry',
    },
    detailsColumn,
  ],
  tabs: inUseTabs('name'),
  form: ['name', 'valid_months', 'details', 'archived'],
  bulk: ['valid_months', 'archived'],
  deleteNote: 'Its records are deleted too.',
  empty: 'Qualifications that people hold: first aid, powerboat, radio operator.',
}
