import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { Drawer } from './drawer.ts'
import type { NavGroup } from './member-nav.ts'
import classes from './sidebar.module.css'
import { type SidebarBadge, SidebarLink } from './sidebar-link.tsx'
import { toggleGroup } from './sidebar-state.ts'

type Props = {
  group: NavGroup
  drawer: Drawer
  current: string | undefined
  /** Badges by the entry's path. */
  badges: Readonly<Record<string, SidebarBadge>>
}

export function SidebarGroup({ group, drawer, current, badges }: Props) {
  const { title, items } = group
  const id = useId()
  const collapsed = drawer.state.collapsed.includes(title)
  return (
    <div className={classes.group} data-collapsed={collapsed || undefined}>
      <button
        type="button"
        className={classes.heading}
        aria-expanded={!collapsed}
        aria-controls={id}
        onClick={() => drawer.change(toggleGroup(drawer.state, title))}
      >
        {title}
        <IconChevronDown size={14} aria-hidden />
      </button>
      <div id={id}>
        {items.map((item) => (
          <SidebarLink key={item.to} item={item} current={current} badge={badges[item.to]} />
        ))}
      </div>
    </div>
  )
}
