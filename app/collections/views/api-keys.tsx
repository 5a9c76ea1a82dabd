import { IconBook2, IconCheck, IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { Tag } from '../../ui/state-badge.tsx'
import { wordOf } from '../field-words.ts'
import type { ListView } from '../list-view.ts'
import { Revoke, ShownOnce } from '../secrets.tsx'
import { named, simpleList } from './cells.tsx'

export const apiKeysView: ListView = {
  collection: 'apikeys',
  ...simpleList(paths.apiKeys),
  icon: IconKey,
  columns: [
    named('Untitled key'),
    { key: 'prefix', title: 'Begins with', phone: 'below', cell: ({ prefix }) => <code>{String(prefix)}…</code> },
    { key: 'scope', title: 'Scope', sort: 'scope', phone: 'hidden', cell: ({ scope }) => wordOf(String(scope)) },
    {
      key: 'last_used',
      title: 'Last used',
      sort: 'last_used',
      phone: 'hidden',
      cell: ({ last_used }, { when }) =>
        typeof last_used === 'string' ? <span className="num">{when.dateTime(last_used)}</span> : 'Never',
    },
    {
      key: 'revoked_at',
      title: 'Status',
      phone: 'end',
      cell: ({ revoked_at }) =>
        revoked_at === null ? (
          <Tag tone="green" icon={IconCheck} quiet>
            In use
          </Tag>
        ) : (
          <Tag tone="red" icon={IconPlugConnectedX} quiet>
            Revoked
          </Tag>
        ),
    },
  ],
  tabs: [
    { key: 'current', label: 'In use', query: { revoked_at: 'null' }, sort: 'name' },
    { key: 'revoked', label: 'Revoked', query: { revoked_at__ne: 'null' }, sort: 'name' },
  ],
  form: ['name', 'scope'],
  beside: { label: 'All calls', to: paths.apiDocs, icon: IconBook2 },
  onlyNew: ['scope'],
  importPath: null,
  made: ({ name, key }) => (
    <ShownOnce
      title={`${name} is made`}
      text="Copy the key now: it is shown this once only. Whoever holds it acts as an admin, within its scope."
      secret={String(key)}
      done={paths.apiKeys}
    />
  ),
  recordActions: ({ id, revoked_at }) =>
    revoked_at === null && <Revoke collection="apikeys" id={id} text="Programs that use it are refused at once." />,
  empty: 'A key lets a program of yours read or change what is here.',
}
