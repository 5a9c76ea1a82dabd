import {
  IconAdjustments,
  IconAffiliate,
  IconAnchor,
  IconArrowsExchange,
  IconBuilding,
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
  IconKey,
  IconLayoutGrid,
  IconListDetails,
  IconMapPin,
  IconMessage2,
  IconNews,
  IconSchool,
  IconShieldCheck,
  IconTool,
  IconUserQuestion,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react'
import { CALENDAR, DASHBOARD, type NavGroup, PROFILE } from './member-nav.ts'
import { paths } from './paths.ts'

/** An admin's sidebar: in each group the daily entries, then its setup, folded. */
export const NAV: NavGroup[] = [
  {
    title: 'Main',
    items: [DASHBOARD, CALENDAR],
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
      { label: 'Cover', to: paths.cover, icon: IconUserSearch, admin: true },
      { label: 'Swaps', to: paths.allSwaps, icon: IconArrowsExchange, admin: true },
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
    items: [{ label: 'Organisation', to: paths.organisation, icon: IconBuilding, admin: true }, PROFILE],
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
