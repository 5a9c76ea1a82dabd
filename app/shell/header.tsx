import { AppShell, Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { Drawer } from './drawer.ts'
import { DrawerToggle } from './drawer-toggle.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { paths } from './paths.ts'
import classes from './shell.module.css'
import { SiteLogo } from './site-logo.tsx'
import { useSite, useViewer } from './use-root.ts'
import { UserMenu } from './user-menu.tsx'

/** Menu toggle and account menu when signed in; otherwise a Login button, except on hello. */
export function Header({ drawer, pathname }: { drawer: Drawer; pathname: string }) {
  const site = useSite()
  const viewer = useViewer()
  return (
    <AppShell.Header className={classes.header}>
      {viewer && <DrawerToggle drawer={drawer} />}
      <Link to={viewer ? paths.dashboard : paths.hello} className={classes.site}>
        <SiteLogo />
        <span title={site.name}>{site.name}</span>
      </Link>
      {viewer && <PaletteButton />}
      {viewer && <UserMenu viewer={viewer} />}
      {!viewer && pathname !== paths.hello && (
        <Button component={Link} to={paths.hello} variant="light" ml="auto" flex="none">
          Login
        </Button>
      )}
    </AppShell.Header>
  )
}
