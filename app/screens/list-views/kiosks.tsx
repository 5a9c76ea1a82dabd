import { IconCheck, IconDeviceTablet, IconLinkOff, IconPlugConnectedX } from '@tabler/icons-react'
import type { ListView } from '../../collections/list-view.ts'
import { OneTimeSecret, PairingCode, Revoke } from '../../collections/secrets.tsx'
import { paths } from '../../shell/paths.ts'
import { Tag } from '../../ui/state-badge.tsx'
import { nameColumn, simpleList } from './cells.tsx'

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
      labelOnPhone: true,
      // A kiosk that waits for a device has not been seen; earlier devices do not count.
      cell: ({ last_seen, paired, revoked_at }, { when }) =>
        paired !== true && revoked_at === null
          ? 'Not yet'
          : typeof last_seen === 'string'
            ? when.dateTime(last_seen)
            : 'Never',
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
            Not paired
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
  renderCreated: ({ name, code }) => (
    <OneTimeSecret
      title={`${name} is added`}
      text="Open /kiosk on the device within ten minutes and enter this code."
      secret={String(code)}
      use={{ label: 'Set up this device', to: paths.pairKiosk(String(code)) }}
      done={paths.kiosks}
    />
  ),
  recordActions: ({ id, revoked_at }) =>
    revoked_at === null && (
      <>
        <PairingCode id={id} />
        <Revoke collection="kiosks" id={id} text="The device is signed out immediately." />
      </>
    ),
  empty: 'Tablets where people sign in and out of their shifts.',
}
