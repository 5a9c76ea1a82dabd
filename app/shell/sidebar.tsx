import { AppShell } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Drawer } from './drawer.ts'
import { currentEntry, NAV } from './nav.ts'
import classes from './sidebar.module.css'
import { SidebarGroup } from './sidebar-group.tsx'
import { useSite } from './use-root.ts'

/** The grouped navigation. Only admins see the headings and the admin entries. */
export function Sidebar({ drawer, admin, pathname }: { drawer: Drawer; admin: boolean; pathname: string }) {
  const { contact_name, contact_email } = useSite()
  const current = currentEntry(pathname, admin)
  const nav = useRef<HTMLElement>(null)
  const open = drawer.open
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry or an opened drawer shows another part.
  useEffect(() => showCurrent(nav.current), [current, open])
  return (
    <AppShell.Navbar
      ref={nav}
      id="drawer"
      className={classes.nav}
      data-open={drawer.open || undefined}
      aria-label="Main"
      onKeyDown={(event) => event.key === 'Escape' && drawer.close()}
    >
      {NAV.map((group) => (
        <SidebarGroup key={group.title} group={group} drawer={drawer} admin={admin} current={current} />
      ))}
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

/** Scrolls the sidebar, never the page, until its current entry is in view. */
function showCurrent(nav: HTMLElement | null): void {
  const entry = nav?.querySelector('[aria-current="page"]')
  if (!nav || !entry) return
  const [box, frame] = [entry.getBoundingClientRect(), nav.getBoundingClientRect()]
  if (box.bottom > frame.bottom) nav.scrollTop += box.bottom - frame.bottom + 16
  else if (box.top < frame.top) nav.scrollTop -= frame.top - box.top + 16
}
