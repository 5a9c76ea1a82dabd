import { useLocation } from '@remix-run/react'
import { PageTabs } from '../ui/page-tabs.tsx'
import { useAdminNavigation } from './late-navigation.ts'
import { MEMBER_NAV, tabsOf } from './member-nav.ts'

/** The tabs of the sidebar's entry that the page belongs to. */
export function SectionTabs({ admin }: { admin: boolean }) {
  const { pathname, search } = useLocation()
  const section = tabsOf(useAdminNavigation(admin)?.NAV ?? MEMBER_NAV, pathname, search)
  return section && <PageTabs label={section.label} tabs={section.tabs} />
}
