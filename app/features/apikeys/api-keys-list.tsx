import { IconBook2, IconCheck, IconKey, IconPlugConnectedX } from '@tabler/icons-react'
import { KeyAreas, KeySummary, scopeText } from '#app/collections/key-areas.tsx'
import { nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { OneTimeSecret, Revoke } from '#app/collections/secrets.tsx'
import { paths } from '#app/shell/paths.ts'
import { Tag } from '#app/ui/state-badge.tsx'

export const apiKeysView: ListView = {
  collection: 'apikeys',
  ...simpleList(paths.apiKeys),
  icon: IconKey,
  columns: [
    nameColumn('Untitled key'),
    { key: 'prefix', title: 'Starts with', phone: 'below', cell: ({ prefix }) => <code>{String(prefix)}…</code> },
    { key: 'scope', title: 'Scopes', sort: 'scope', phone: 'below', cell: scopeText },
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
  form: ['name', 'scopes'],
  inputs: { scopes: (form) => <KeyAreas {...form} /> },
  summary: (record) => <KeySummary record={record} />,
  links: [{ label: 'API reference', to: paths.apiDocs, icon: IconBook2 }],
  createOnly: ['scopes'],
  hidden: ['scopes'],
  importPath: null,
  renderCreated: ({ name, key }) => (
    <OneTimeSecret
      title={`${name} is created`}
      text="Copy the key now. It won’t be shown again. Programs that use it act as an admin within its scopes."
      secret={String(key)}
      done={paths.apiKeys}
    />
  ),
  recordActions: ({ id, revoked_at }) =>
    revoked_at === null && (
      <Revoke collection="apikeys" id={id} text="Programs that use it lose access straight away." />
    ),
  empty:
    'An API key lets your own programs read or change records, in every area or just some. It can never create an admin, give access or change security settings.',
}
