import { IconCheck, IconEyeOff, IconForms } from '@tabler/icons-react'
import { choiceLabel } from '#app/collections/choice-label.ts'
import { inUseTabs, nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { paths } from '#app/shell/paths.ts'
import { Tag } from '#app/ui/state-badge.tsx'

export const profileFieldsView: ListView = {
  collection: 'profilefields',
  ...simpleList(paths.profileFields),
  icon: IconForms,
  columns: [
    {
      ...nameColumn('Untitled field'),
      key: 'display_name',
      sort: 'display_name',
      cell: ({ display_name }) => String(display_name),
    },
    { key: 'kind', title: 'Kind', sort: 'kind', phone: 'below', cell: ({ kind }) => choiceLabel(String(kind)) },
    {
      key: 'user_visible',
      title: 'Member access',
      phone: 'end',
      cell: ({ user_visible, user_editable }) =>
        user_visible === true ? (
          <Tag tone="green" icon={IconCheck} quiet>
            {user_editable === true ? 'Can edit' : 'Can view'}
          </Tag>
        ) : (
          <Tag tone="slate" icon={IconEyeOff} quiet>
            Admins only
          </Tag>
        ),
    },
  ],
  tabs: inUseTabs('order,display_name'),
  form: ['display_name', 'kind', 'choices', 'required', 'user_visible', 'user_editable', 'order', 'archived'],
  orderable: true,
  bulk: ['required', 'user_visible', 'user_editable', 'choices', 'archived'],
  deleteNote: 'Everyone’s answers are deleted too.',
  empty: 'Extra details about people: an emergency contact, dietary needs.',
}
