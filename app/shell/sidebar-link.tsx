import { Link } from '@remix-run/react'
import type { NavItem } from './member-nav.ts'
import classes from './sidebar.module.css'

export type SidebarBadge = { count: number; text: string }

type Props = { item: NavItem; current: string | undefined; badge?: SidebarBadge | undefined }

/** One entry; on the rail only its icon, with a dot for its badge. */
export function SidebarLink({ item, current, badge }: Props) {
  const shown = badge && badge.count > 99 ? '99+' : badge?.count
  const label = badge ? `${item.label}${shown === badge.count ? '' : ` ${shown}`}, ${badge.text}` : item.label
  return (
    <Link
      to={item.to}
      className={classes.item}
      aria-current={item.to === current ? 'page' : undefined}
      aria-label={label}
      title={label}
    >
      <item.icon size={19} stroke={1.8} aria-hidden />
      <span>{item.label}</span>{' '}
      {badge && (
        <b className={`num ${classes.badge}`} aria-hidden>
          {shown}
        </b>
      )}
    </Link>
  )
}
