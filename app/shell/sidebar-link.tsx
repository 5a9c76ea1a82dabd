import { Link } from '@remix-run/react'
import type { NavItem } from './member-nav.ts'
import classes from './sidebar.module.css'

/** One entry; on the rail only its icon. */
export function SidebarLink({ item, current }: { item: NavItem; current: string | undefined }) {
  return (
    <Link
      to={item.to}
      className={classes.item}
      aria-current={item.to === current ? 'page' : undefined}
      aria-label={item.label}
      title={item.label}
    >
      <item.icon size={19} stroke={1.8} aria-hidden />
      <span>{item.label}</span>
    </Link>
  )
}
