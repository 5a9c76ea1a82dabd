import { useEffect, useRef } from 'react'
import type { Drawer } from './drawer.ts'
import { useAdminNavigation } from './late-navigation.ts'
import { entryOf, MEMBER_NAV } from './member-nav.ts'
import classes from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'
import { useSite } from './use-root.ts'

export function Sidebar({ drawer, admin, pathname }: { drawer: Drawer; admin: boolean; pathname: string }) {
  const { contact_name, contact_email } = useSite()
  const forAdmins = useAdminNavigation(admin)
  const current = entryOf(forAdmins?.NAV ?? MEMBER_NAV, pathname, admin)
  const nav = useRef<HTMLElement>(null)
  const open = drawer.open
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry or an opened drawer shows another part.
  useEffect(() => showCurrent(nav.current), [current, open])
  return (
    <nav
      ref={nav}
      id="drawer"
      className={classes.nav}
      data-open={drawer.open || undefined}
      aria-label="Main"
      onKeyDown={drawer.closeOnEscape}
    >
      {forAdmins && <forAdmins.AdminNavigation drawer={drawer} current={current} />}
      {!admin &&
        MEMBER_NAV.map(({ title, items }) => (
          <div key={title} className={classes.group}>
            {items.map((item) => (
              <SidebarLink key={item.to} item={item} current={current} />
            ))}
          </div>
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
    </nav>
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
