import { Link } from '@remix-run/react'
import { BOTTOM_NAV, entryOf, MEMBER_NAV } from './member-nav.ts'
import classes from './shell.module.css'

export function BottomBar({ pathname }: { pathname: string }) {
  const current = entryOf(MEMBER_NAV, pathname, false)
  return (
    <div className={`${classes.bottom} mantine-hidden-from-sm`}>
      <nav className={classes.tabs} aria-label="Main, short">
        {BOTTOM_NAV.map((item) => (
          <Link key={item.to} to={item.to} aria-current={item.to === current ? 'page' : undefined}>
            <span>
              <item.icon size={22} stroke={1.8} aria-hidden />
            </span>
            {item.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
