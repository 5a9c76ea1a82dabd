import { IconShieldCheck } from '@tabler/icons-react'
import { detailsColumn, inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'

export const rolesView: ListView = {
  collection: 'roles',
  ...simpleList(paths.roles),
  icon: IconShieldCheck,
  columns: [nameColumn('Untitled role'), detailsColumn],
  tabs: inUseTabs('order,name'),
  form: ['name', 'details', 'required_competencies', 'order', 'archived'],
  orderable: true,
  bulk: ['required_competencies', 'archived', 'details'],
  deleteNote: 'Its shifts are kept, without a role.',
  empty: 'Roles people take on a shift: helm, crew, first aider.',
}
