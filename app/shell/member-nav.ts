import { IconCalendarEvent, IconHome, IconUser } from '@tabler/icons-react'
import type { Icon } from '../ui/section-card.tsx'
import { paths } from './paths.ts'

export type NavItem = { label: string; to: string; icon: Icon; admin?: boolean }

/** Seldom used entries of a group, folded under one line. */
export type NavFold = { label: string; icon: Icon; items: NavItem[] }

export type NavGroup = { title: string; items: NavItem[]; fold?: NavFold }

export const DASHBOARD: NavItem = { label: 'Dashboard', to: paths.dashboard, icon: IconHome }
export const CALENDAR: NavItem = { label: 'Calendar', to: paths.calendar, icon: IconCalendarEvent }
export const PROFILE: NavItem = { label: 'Profile', to: paths.profile, icon: IconUser }

/** Separate from `nav.ts`, which members do not load with a page. */
export const MEMBER_NAV: NavGroup[] = [
  { title: 'Main', items: [DASHBOARD, CALENDAR] },
  { title: 'Site', items: [PROFILE] },
]

export const BOTTOM_NAV: NavItem[] = [{ ...DASHBOARD, label: 'Home' }, CALENDAR, PROFILE]

export const entriesOf = ({ items, fold }: NavGroup, admin: boolean): NavItem[] =>
  [...items, ...(fold?.items ?? [])].filter((item) => admin || !item.admin)

/** Pages reached from the calendar, which stays the current entry of a member's navigation. */
const CALENDAR_PATHS = /^\/(events|series|unavailability)\//

/** Path prefix of an entry's pages, where it differs from the entry's path. */
const BASES: Record<string, string> = { [paths.profile]: '/profile', [paths.messaging('email')]: '/messaging' }

/** The visible entry whose path is the longest prefix of `pathname`. */
export function entryOf(nav: readonly NavGroup[], pathname: string, admin: boolean): string | undefined {
  if (pathname === paths.openShifts) return paths.calendar
  const all = nav.flatMap((group) => entriesOf(group, admin).map((item) => item.to))
  const base = (to: string) => BASES[to] ?? to.replace(/\/list$/, '')
  const [longest] = all
    .filter((to) => pathname === to || pathname.startsWith(`${base(to)}/`))
    .sort((a, b) => base(b).length - base(a).length)
  if (!longest && admin && pathname.startsWith('/records/')) return paths.apiDocs
  if (!longest && /^\/swaps(\/|$)/.test(pathname)) return paths.profile
  return longest ?? (CALENDAR_PATHS.test(pathname) ? paths.calendar : undefined)
}
