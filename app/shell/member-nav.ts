import { IconCalendarEvent, IconHome, IconUser } from '@tabler/icons-react'
import type { Icon } from '../ui/section-card.tsx'
import { paths } from './paths.ts'

/** `also`: paths of pages that the tab's own page leads to. */
export type NavTab = { label: string; to: string; also?: readonly string[] }

/** `tabs`: what else is reached through the entry, beside its own page. */
export type NavItem = { label: string; to: string; icon: Icon; admin?: boolean; tabs?: readonly NavTab[] }

export type NavGroup = { title: string; items: NavItem[] }

export const DASHBOARD: NavItem = { label: 'Dashboard', to: paths.dashboard, icon: IconHome }
export const CALENDAR: NavItem = {
  label: 'Calendar',
  to: paths.calendar,
  icon: IconCalendarEvent,
  tabs: [
    { label: 'Month', to: paths.calendar },
    { label: 'Day', to: paths.calendarDays },
    { label: 'Open shifts', to: paths.openShifts },
  ],
}
export const PROFILE: NavItem = { label: 'Profile', to: paths.profile, icon: IconUser }

/** Separate from `nav.ts`, which members do not load with a page. */
export const MEMBER_NAV: NavGroup[] = [
  { title: 'Main', items: [DASHBOARD, CALENDAR] },
  { title: 'Site', items: [PROFILE] },
]

export const BOTTOM_NAV: NavItem[] = [{ ...DASHBOARD, label: 'Home' }, CALENDAR, PROFILE]

export const entriesOf = ({ items }: NavGroup, admin: boolean): NavItem[] =>
  items.filter((item) => admin || !item.admin)

/** Pages reached from the calendar, which stays the current entry of a member's navigation. */
const CALENDAR_PATHS = /^\/(events|series|unavailability)\//

/** Path prefix of an entry's pages, where it differs from the entry's path. */
const BASES: Record<string, string> = { [paths.profile]: '/profile', [paths.messaging('email')]: '/messaging' }

const pathsOf = ({ to, also = [] }: NavTab) => [to, ...also]

/** The visible entry of which a page is the longest prefix, or one of its tabs. */
export function entryOf(nav: readonly NavGroup[], pathname: string, admin: boolean): string | undefined {
  const base = (to: string) => BASES[to] ?? to.replace(/\/list$/, '')
  const all = nav
    .flatMap((group) => entriesOf(group, admin))
    .flatMap(({ to, tabs = [] }) => [{ to, at: to }, ...tabs.flatMap(pathsOf).map((at) => ({ to, at }))])
  const [longest] = all
    .filter(({ at }) => pathname === at || pathname.startsWith(`${base(at)}/`))
    .sort((a, b) => base(b.at).length - base(a.at).length)
  if (!longest && /^\/swaps(\/|$)/.test(pathname)) return paths.profile
  return longest?.to ?? (CALENDAR_PATHS.test(pathname) ? paths.calendar : undefined)
}

/** The tabs of the entry that a page belongs to; undefined where it has none. @param search the query with its `?`, or ''. */
export function tabsOf(nav: readonly NavGroup[], pathname: string, search: string) {
  const all = nav
    .flatMap(({ items }) => items)
    .flatMap(({ label, tabs = [] }) => tabs.flatMap((tab) => pathsOf(tab).map((at) => ({ label, tabs, tab, at }))))
  const found =
    all.find(({ at }) => at === pathname + search) ??
    all
      .filter(({ at }) => pathname === at || pathname.startsWith(at.endsWith('/') ? at : `${at}/`))
      .sort((a, b) => b.at.length - a.at.length)[0]
  return found && { label: found.label, tabs: found.tabs.map((tab) => ({ ...tab, isCurrent: tab === found.tab })) }
}
