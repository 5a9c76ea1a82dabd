import {
  IconAdjustments,
  IconAffiliate,
  IconAnchor,
  IconBuilding,
  IconCalendarEvent,
  IconCalendarOff,
  IconCategory,
  IconCertificate,
  IconClipboardList,
  IconClock,
  IconDatabase,
  IconDeviceTablet,
  IconFileImport,
  IconForms,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutGrid,
  IconListDetails,
  IconMapPin,
  IconMessage2,
  IconNews,
  IconSchool,
  IconShieldCheck,
  IconTool,
  IconUser,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react'
import type { Icon } from '../ui/section-card.tsx'
import { paths } from './paths.ts'

export type NavItem = { label: string; to: string; icon: Icon; admin?: boolean }

/** Seldom used entries of a group, folded under one line. */
export type NavFold = { label: string; icon: Icon; items: NavItem[] }

export type NavGroup = { title: string; items: NavItem[]; fold?: NavFold }

/** The entries of the sidebar: in each group those of every day, then its setup, folded. */
export const NAV: NavGroup[] = [
  {
    title: 'Main',
    items: [
      { label: 'Dashboard', to: paths.dashboard, icon: IconHome },
      { label: 'Calendar', to: paths.calendar, icon: IconCalendarEvent },
    ],
  },
  {
    title: 'Events',
    items: [
      { label: 'All Events', to: paths.events, icon: IconListDetails, admin: true },
      { label: 'Roster', to: paths.roster, icon: IconLayoutGrid, admin: true },
      { label: 'Requests', to: paths.requests, icon: IconUserQuestion, admin: true },
      { label: 'Series', to: paths.series, icon: IconAffiliate, admin: true },
    ],
    fold: {
      label: 'Event setup',
      icon: IconAdjustments,
      items: [
        { label: 'Event Types', to: paths.eventTypes, icon: IconCategory, admin: true },
        { label: 'Assignments', to: paths.assignments, icon: IconAnchor, admin: true },
        { label: 'Locations', to: paths.locations, icon: IconMapPin, admin: true },
        { label: 'Equipment', to: paths.equipment, icon: IconTool, admin: true },
      ],
    },
  },
  {
    title: 'People',
    items: [
      { label: 'People', to: paths.people, icon: IconUsers, admin: true },
      { label: 'Unavailability', to: paths.unavailability, icon: IconCalendarOff, admin: true },
      { label: 'Shifts', to: paths.shifts, icon: IconClipboardList, admin: true },
      { label: 'Timesheets', to: paths.timesheets, icon: IconClock, admin: true },
    ],
    fold: {
      label: 'People setup',
      icon: IconAdjustments,
      items: [
        { label: 'Profile Fields', to: paths.profileFields, icon: IconForms, admin: true },
        { label: 'Roles', to: paths.roles, icon: IconShieldCheck, admin: true },
        { label: 'Training', to: paths.training, icon: IconSchool, admin: true },
        { label: 'Competencies', to: paths.competencies, icon: IconCertificate, admin: true },
      ],
    },
  },
  {
    title: 'Communication',
    items: [
      { label: 'News', to: paths.news, icon: IconNews, admin: true },
      { label: 'Messaging', to: paths.messaging('email'), icon: IconMessage2, admin: true },
    ],
  },
  {
    title: 'Site',
    items: [
      { label: 'Organisation', to: paths.organisation, icon: IconBuilding, admin: true },
      { label: 'Profile', to: paths.profile, icon: IconUser },
    ],
    fold: {
      label: 'Site setup',
      icon: IconAdjustments,
      items: [
        { label: 'Kiosks', to: paths.kiosks, icon: IconDeviceTablet, admin: true },
        { label: 'API keys', to: paths.apiKeys, icon: IconKey, admin: true },
        { label: 'Import', to: paths.imports, icon: IconFileImport, admin: true },
        { label: 'API and records', to: paths.apiDocs, icon: IconDatabase, admin: true },
        { label: 'Audit log', to: paths.audit, icon: IconHistory, admin: true },
      ],
    },
  },
]

/** Lists the entries of a group, folded ones too, that a member or an admin sees. */
export const entriesOf = ({ items, fold }: NavGroup, admin: boolean): NavItem[] =>
  [...items, ...(fold?.items ?? [])].filter((item) => admin || !item.admin)

/** The phone's bottom bar. */
export const BOTTOM_NAV: NavItem[] = [
  { label: 'Home', to: paths.dashboard, icon: IconHome },
  { label: 'Calendar', to: paths.calendar, icon: IconCalendarEvent },
  { label: 'Profile', to: paths.profile, icon: IconUser },
]

/** Pages reached from the calendar, which stays the current entry of a member's navigation. */
const CALENDAR_PATHS = /^\/(events|series|unavailability)\//

/** Where the pages of an entry begin, if not at its own address. */
const BASES: Record<string, string> = { [paths.profile]: '/profile', [paths.messaging('email')]: '/messaging' }

/** The visible entry whose path is the longest prefix of `pathname`. */
export function currentEntry(pathname: string, admin: boolean): string | undefined {
  const all = NAV.flatMap((group) => entriesOf(group, admin).map((item) => item.to))
  const base = (to: string) => BASES[to] ?? to.replace(/\/list$/, '')
  const [longest] = all
    .filter((to) => pathname === to || pathname.startsWith(`${base(to)}/`))
    .sort((a, b) => base(b).length - base(a).length)
  if (!longest && admin && pathname.startsWith('/records/')) return paths.apiDocs
  return longest ?? (CALENDAR_PATHS.test(pathname) ? paths.calendar : undefined)
}
