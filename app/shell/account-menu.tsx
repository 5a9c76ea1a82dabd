import { Menu } from '@mantine/core'
import { Link, useSubmit } from '@remix-run/react'
import { IconLogout, IconSettings, IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { OpenedMenu } from '../ui/opened-menu.tsx'
import { paths } from './paths.ts'
import type { Viewer } from './root-data.ts'

export function AccountMenu({ viewer, button }: { viewer: Viewer; button: ReactElement }) {
  const submit = useSubmit()
  const post = (action: string, fields: Record<string, string> = {}) => submit(fields, { method: 'post', action })
  return (
    <OpenedMenu button={button} position="bottom-end" width={248}>
      {viewer.isAdmin && (
        <Menu.Item
          leftSection={<IconSwitchHorizontal size={18} aria-hidden />}
          onClick={() => post(paths.viewAs, { view: viewer.role === 'admin' ? 'user' : 'admin' })}
        >
          {viewer.role === 'admin' ? 'Switch to User' : 'Switch to Admin'}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={paths.profile} leftSection={<IconUser size={18} aria-hidden />}>
        Account
      </Menu.Item>
      <Menu.Item component={Link} to={paths.settings} leftSection={<IconSettings size={18} aria-hidden />}>
        Settings
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => post(paths.logout)}>
        Logout
      </Menu.Item>
    </OpenedMenu>
  )
}
