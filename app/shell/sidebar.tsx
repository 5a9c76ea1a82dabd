import { AppShell } from '@mantine/core'
import { Link } from '@remix-run/react'
import type { useDrawer } from './drawer.ts'
import { currentEntry, NAV } from './nav.ts'
import classes from './shell.module.css'
import { useSite } from './use-root.ts'

/** The grouped navigation. Only admins see the headings and the admin entries. */
export function Sidebar({
  drawer,
  admin,
  pathname,
}: {
  drawer: ReturnType<typeof useDrawer>
  admin: boolean
  pathname: string
}) {
  const { contact_name, contact_email } = useSite()
  const current = currentEntry(pathname, admin)
  return (
    <AppShell.Navbar
      id="drawer"
      className={classes.nav}
      data-open={drawer.open || undefined}
      aria-label="Main"
      onKeyDown={(event) => event.key === 'Escape' && drawer.close()}
    >
      {NAV.map((group) => {
        const items = group.items.filter((item) => admin || !item.admin)
        return (
          items.length > 0 && (
            <div key={group.title}>
              {admin && <div className={classes.group}>{group.title}</div>}
              {items.map((item) => (
                <Link
                  key={item.to}
                  to={item.to}
                  className={classes.item}
                  aria-current={item.to === current ? 'page' : undefined}
                  aria-label={item.label}
                  title={item.label}
                >
                  <item.icon size={19} stroke={1.8} aria-hidden />
                  <span>{item.label}</span>
                </Link>
              ))}
            </div>
          )
        )
      })}
      {!admin && contact_email && (
        <div className={classes.help}>
          Questions about your shifts?
          <br />
          {contact_name}
          <br />
          <a href={`mailto:${contact_email}`}>{contact_email}</a>
        </div>
      )}
    </AppShell.Navbar>
  )
}
