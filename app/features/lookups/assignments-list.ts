import { IconAnchor } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const assignmentsView: ListView = {
  collection: 'assignments',
  ...simpleList(paths.assignments),
  icon: IconAnchor,
  columns: [nameColumn('Untitled assignment'), detailsColumn],
  tabs: inUseTabs('order,name'),
  form: ['name', 'details', 'required_competencies', 'waiting_list', 'order', 'archived'],
  orderable: true,
  bulk: ['required_competencies', 'waiting_list', 'archived', 'details'],
  deleteNote: 'Its shifts stay, without an assignment.',
  empty: 'What people do on a shift: safety boat, race management, galley.',
}
