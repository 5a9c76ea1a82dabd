import { IconCheck, IconDeviceTablet, IconLinkOff, IconPlugConnectedX } from '@tabler/icons-react'
import { nameColumn, simpleList } from '#app/collections/list-cells.tsx'
import type { ListView } from '#app/collections/list-view.ts'
import { Revoke } from '#app/collections/secrets.tsx'
import { paths } from '#app/shell/paths.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { AddedKiosk, PairingCode } from './pairing-code.tsx'

export const kiosksView: ListView = {
  collection: 'kiosks',
  ...simpleList(paths.kiosks),
  icon: IconDeviceTablet,
  columns: [
    nameColumn('Untitled kiosk'),
    {
      key: 'last_seen',
      title: 'Last seen',
      sort: 'last_seen',
      phone: 'below',
      cell: ({ last_seen, paired, revoked_at }, { when }) => {
        if (revoked_at !== null) return `Revoked ${when.ago(String(revoked_at))}.`
        // Only the currently paired device counts, not earlier ones.
        if (paired !== true) return 'Make a pairing code, and scan it with the device.'
        return typeof last_seen === 'string' ? `Last seen ${when.ago(last_seen)}.` : 'Paired, but not seen since.'
      },
    },
    {
      key: 'paired',
      title: 'Status',
      phone: 'end',
      cell: ({ paired, revoked_at }) =>
        revoked_at !== null ? (
          <Tag tone="red" icon={IconPlugConnectedX} quiet>
            Revoked
          </Tag>
        ) : paired === true ? (
          <Tag tone="green" icon={IconCheck} quiet>
            Paired
          </Tag>
        ) : (
          <Tag tone="amber" icon={IconLinkOff} quiet>
            Not paired yet
          </Tag>
        ),
    },
  ],
  tabs: [
    { key: 'current', label: 'In use', query: { revoked_at: 'null' }, sort: 'name' },
    { key: 'revoked', label: 'Revoked', query: { revoked_at__ne: 'null' }, sort: 'name' },
  ],
  form: ['name'],
  importPath: null,
  renderCreated: ({ name, code }) => <AddedKiosk name={String(name)} code={String(code)} />,
  cards: {
    actions: ({ id, name, revoked_at }) =>
      revoked_at === null && (
        <>
          <PairingCode id={id} name={String(name)} isInList />
          <Revoke collection="kiosks" id={id} name={String(name)} text="The device is signed out straight away." />
        </>
      ),
  },
  recordActions: ({ id, name, revoked_at }) =>
    revoked_at === null && (
      <>
        <PairingCode id={id} name={String(name)} />
        <Revoke collection="kiosks" id={id} text="The device is signed out straight away." />
      </>
    ),
  empty: 'Tablets where people sign in and out of their shifts.',
}
