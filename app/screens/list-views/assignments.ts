import { IconAnchor } from '@tabler/icons-react'
import type { ListView } from '../../collections/list-view.ts'
import { paths } from '../../shell/paths.ts'
import { details, inUse, named, simpleList } from './cells.tsx'

export const assignmentsView: ListView = {
  collection: 'assignments',
  ...simpleList(paths.assignments),
  icon: IconAnchor,
  columns: [named('Untitled assignment'), details],
  tabs: inUse('order,name'),
  form: ['name', 'details', 'order', 'archived'],
  orderable: true,
  bulk: ['archived', 'details'],
  deleteNote: 'Its shifts stay, without an assignment.',
  empty: 'What people do on a shift: safety boat, race management, galley.',
}
