import { IconCheck, IconMoonStars, IconShieldCheck, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { PersonAccess } from '../../screens/security/person-access.tsx'
import { Face } from '../../ui/person-chip.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import classes from '../cells.module.css'
import type { ListRecord, ListView } from '../list-view.ts'

const ACCESS: Record<string, string> = { admin: 'Admin', user: 'User', new: 'New' }

function Status({ person }: { person: ListRecord }) {
  if (person.role === 'new')
    return (
      <Tag tone="amber" icon={IconUserPlus} quiet>
        New
      </Tag>
    )
  return person.is_active ? (
    <Tag tone="green" icon={IconCheck} quiet>
      Active
    </Tag>
  ) : (
    <Tag tone="slate" icon={IconMoonStars} quiet>
      Inactive
    </Tag>
  )
}

export const peopleView: ListView = {
  collection: 'people',
  icon: IconUsers,
  path: paths.people,
  recordPath: ({ id }) => `${paths.people}?open=${id}`,
  recordPage: ({ id }) => paths.person(id),
  importPath: paths.imports,
  columns: [
    {
      key: 'name',
      title: 'Name',
      sort: 'name',
      phone: 'below',
      cell: (person) => (
        <span className={classes.named}>
          <Face name={String(person.name)} size={32} src={person.avatar === null ? null : String(person.avatar)} />
          <span>
            {String(person.name)}
            <small>{String(person.email)}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      title: 'Access',
      sort: 'role',
      phone: 'hidden',
      cell: ({ role }) =>
        role === 'admin' ? (
          <Tag tone="brand" icon={IconShieldCheck} quiet>
            Admin
          </Tag>
        ) : (
          (ACCESS[String(role)] ?? '')
        ),
    },
    {
      key: 'phone',
      title: 'Phone',
      phone: 'hidden',
      cell: ({ phone }) => (typeof phone === 'string' ? <span className="num">{phone}</span> : ''),
    },
    {
      key: 'joined',
      title: 'Joined',
      sort: 'joined',
      phone: 'hidden',
      cell: ({ joined }, { when }) =>
        typeof joined === 'string' ? when.format(`${joined}T12:00:00Z`, 'MMM YYYY') : '',
    },
    { key: 'is_active', title: 'Status', phone: 'end', cell: (person) => <Status person={person} /> },
  ],
  tabs: [
    { key: 'active', label: 'Active', query: { is_active: 'true', role__ne: 'new' }, sort: 'name' },
    { key: 'new', label: 'New', query: { role: 'new' }, sort: 'name' },
    { key: 'inactive', label: 'Inactive', query: { is_active: 'false', role__ne: 'new' }, sort: 'name' },
    { key: 'all', label: 'Everybody', query: {}, sort: 'name' },
  ],
  searchHint: 'Name, email, phone',
  form: [
    'name',
    'email',
    'phone',
    'role',
    'is_active',
    'joined',
    'tags',
    'notes',
    'email_reminders',
    'email_notifications',
    'email_newsletters',
    'sms_notifications',
  ],
  onlyNew: ['email'],
  hidden: ['avatar', 'email', 'hide_verify_phone'],
  bulk: [
    'role',
    'is_active',
    'tags',
    'joined',
    'email_reminders',
    'email_notifications',
    'email_newsletters',
    'sms_notifications',
  ],
  recordActions: (person, viewer) => (
    <PersonAccess
      key={person.id}
      person={{
        id: person.id,
        name: String(person.name || person.email),
        role: String(person.role),
        is_active: person.is_active === true,
      }}
      self={viewer?.id === person.id}
    />
  ),
  deleting: 'Their shifts become open places.',
  empty: 'Add people one by one, or import a list from a file.',
}
