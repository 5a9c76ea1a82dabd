import type { Drawer } from './drawer.ts'
import { useFailedMessages } from './failed-messages.ts'
import { NAV } from './nav.ts'
import { paths } from './paths.ts'
import { SidebarGroup } from './sidebar-group.tsx'

export { NAV }

export function AdminNavigation({ drawer, current }: { drawer: Drawer; current: string | undefined }) {
  const failed = useFailedMessages()
  const badges = failed > 0 ? { [paths.messaging('email')]: { count: failed, text: `${failed} not delivered` } } : {}
  return (
    <>
      {NAV.map((group) => (
        <SidebarGroup key={group.title} group={group} drawer={drawer} current={current} badges={badges} />
      ))}
    </>
  )
}
