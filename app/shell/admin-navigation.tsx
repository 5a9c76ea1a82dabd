import type { Drawer } from './drawer.ts'
import { NAV } from './nav.ts'
import { SidebarGroup } from './sidebar-group.tsx'

export { NAV }

/** The entries of an admin's sidebar, under their headings. */
export const AdminNavigation = ({ drawer, current }: { drawer: Drawer; current: string | undefined }) => (
  <>
    {NAV.map((group) => (
      <SidebarGroup key={group.title} group={group} drawer={drawer} current={current} />
    ))}
  </>
)
