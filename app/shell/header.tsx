import { Link } from '@remix-run/react'
import { PlainButtonLink } from '../ui/plain/plain-button.tsx'
import type { Drawer } from './drawer.ts'
import { DrawerToggle } from './drawer-toggle.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { paths } from './paths.ts'
import classes from './shell.module.css'
import { SiteLogo } from './site-logo.tsx'
import { useSite, useViewer } from './use-root.ts'
import { UserMenu } from './user-menu.tsx'

/** Makes room for the scroll bar that a dialog removes, so that nothing moves. */
const FIXED = 'right-scroll-bar-position'

/** Menu toggle and account menu when signed in; otherwise a Login button, except on hello. */
export function Header({ drawer, pathname }: { drawer: Drawer; pathname: string }) {
  const site = useSite()
  const viewer = useViewer()
  return (
    <header className={`${classes.header} ${FIXED}`}>
      {viewer && <DrawerToggle drawer={drawer} />}
      <Link to={viewer ? paths.dashboard : paths.hello} className={classes.site}>
        <SiteLogo />
        <span title={site.name}>{site.name}</span>
      </Link>
      {viewer && <PaletteButton />}
      {viewer && <UserMenu viewer={viewer} />}
      {!viewer && pathname !== paths.hello && (
        <PlainButtonLink to={paths.hello} variant="light" className={classes.login}>
          Login
        </PlainButtonLink>
      )}
    </header>
  )
}
