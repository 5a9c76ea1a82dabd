import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** With so many recipients a message takes long enough that pausing and stopping it matter. */
export const MANY = 500

type Action = { label: string; icon: ReactNode; run: () => void }

type Running = { isPaused: boolean; toggle: () => void; stop: () => void }

/** What can be done with a message that is being sent. */
export const runningActions = ({ isPaused, toggle, stop }: Running): Action[] => [
  {
    label: isPaused ? 'Resume' : 'Pause',
    icon: isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />,
    run: toggle,
  },
  { label: 'Stop the rest', icon: <IconPlayerStop size={16} aria-hidden />, run: stop },
]

type Props = { name: string; busy: boolean; actions: readonly (Action | false)[] }

export function MoreControls({ name, busy, actions }: Props) {
  const shown = actions.filter((action) => action !== false)
  if (!shown.length) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={44} loading={busy} aria-label={`More for ${name}`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, icon, run }) => (
          <Menu.Item key={label} leftSection={icon} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
