import { Box, Menu } from '@mantine/core'
import { Link, useSubmit } from '@remix-run/react'
import { IconChevronDown, IconLogout, IconSettings, IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import { Avatar } from '../ui/person-chip.tsx'
import { paths } from './paths.ts'
import type { Viewer } from './root-data.ts'
import classes from './shell.module.css'

/** "Hello, " and the name or email, with the account menu. */
export function UserMenu({ viewer }: { viewer: Viewer }) {
  const submit = useSubmit()
  const post = (action: string, fields: Record<string, string> = {}) => submit(fields, { method: 'post', action })
  const name = viewer.name || viewer.email
  return (
    <Menu position="bottom-end" width={248} shadow="md" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`Hello, ${name}. Account menu`}>
          <span className={classes.greeting} title={name}>
            Hello, <span className={classes.whole}>{name}</span>
            <span className={classes.first}>{name.split(/[\s@]/)[0]}</span>
          </span>
          <Avatar name={name} size={32} me src={viewer.avatar} />
          <Box component="span" visibleFrom="sm" c="dimmed" lh={0}>
            <IconChevronDown size={16} aria-hidden />
          </Box>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
