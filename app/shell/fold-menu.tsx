import { Menu } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { ReactElement } from 'react'
import { OpenedMenu } from '../ui/opened-menu.tsx'
import type { NavFold } from './member-nav.ts'

type Props = { fold: NavFold; current: string | undefined; button: ReactElement }

export function FoldMenu({ fold, current, button }: Props) {
  return (
    <OpenedMenu button={button} withinPortal position="right-start" width={220}>
      <Menu.Label>{fold.label}</Menu.Label>
      {fold.items.map((item) => (
        <Menu.Item
          key={item.to}
          component={Link}
          to={item.to}
          aria-current={item.to === current ? 'page' : undefined}
          leftSection={<item.icon size={18} stroke={1.8} aria-hidden />}
        >
          {item.label}
        </Menu.Item>
      ))}
    </OpenedMenu>
  )
}
