import { useLocation } from '@remix-run/react'
import { PageTabs } from '../ui/page-tabs.tsx'
import { calendarTabs } from './calendar-tabs.ts'
import { useAdminNavigation } from './late-navigation.ts'
import { MEMBER_NAV, tabsOf } from './member-nav.ts'
import { useToday } from './use-root.ts'

/** The tabs of the sidebar's entry that the page belongs to. */
export function SectionTabs({ admin }: { admin: boolean }) {
  const { pathname, search } = useLocation()
  const today = useToday()
  const section = tabsOf(useAdminNavigation(admin)?.NAV ?? MEMBER_NAV, pathname, search)
  return section && <PageTabs label={section.label} tabs={calendarTabs(section.tabs, pathname, today)} />
}
