import {
  IconAffiliate,
  IconAnchor,
  IconBuilding,
  IconCalendarOff,
  IconCategory,
  IconCertificate,
  IconChecklist,
  IconClipboardList,
  IconForms,
  IconMapPin,
  IconMessage2,
  IconNews,
  IconSchool,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react'
import { CALENDAR, DASHBOARD, type NavGroup, PROFILE } from './member-nav.ts'
import { paths } from './paths.ts'

/** An admin's sidebar (specification 2.1, and To do); other screens are tabs of its entries. */
export const NAV: NavGroup[] = [
  {
    title: 'Main',
    items: [
      DASHBOARD,
      { label: 'To do', to: paths.toDo, icon: IconChecklist, admin: true },
      {
        ...CALENDAR,
        tabs: [...CALENDAR.tabs!, { label: 'All Events', to: paths.events }],
      },
    ],
  },
  {
    title: 'Events',
    items: [
      { label: 'Series', to: paths.series, icon: IconAffiliate, admin: true },
      { label: 'Event Types', to: paths.eventTypes, icon: IconCategory, admin: true },
      { label: 'Assignments', to: paths.assignments, icon: IconAnchor, admin: true },
      {
        label: 'Locations',
        to: paths.locations,
        icon: IconMapPin,
        admin: true,
        tabs: [
          { label: 'Locations', to: paths.locations },
          { label: 'Equipment', to: paths.equipment },
        ],
      },
    ],
  },
  {
    title: 'People',
    items: [
      {
        label: 'People',
        to: paths.people,
        icon: IconUsers,
        admin: true,
        tabs: [
          { label: 'List', to: paths.people },
          { label: 'Import', to: paths.imports },
          { label: 'Cannot be reached', to: paths.unreachable },
        ],
      },
      { label: 'Unavailability', to: paths.unavailability, icon: IconCalendarOff, admin: true },
      { label: 'Profile Fields', to: paths.profileFields, icon: IconForms, admin: true },
      { label: 'Roles', to: paths.roles, icon: IconShieldCheck, admin: true },
      { label: 'Training', to: paths.training, icon: IconSchool, admin: true },
      { label: 'Competencies', to: paths.competencies, icon: IconCertificate, admin: true },
      {
        label: 'Shifts',
        to: paths.shifts,
        icon: IconClipboardList,
        admin: true,
        tabs: [
          { label: 'Grid', to: paths.roster },
          { label: 'All shifts', to: paths.shifts },
          { label: 'By event', to: paths.shiftsByEvent },
          { label: 'Cover', to: paths.cover, also: [paths.allSwaps] },
          { label: 'Hours', to: paths.timesheets },
        ],
      },
    ],
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
      {
        label: 'Organisation',
        to: paths.organisation,
        icon: IconBuilding,
        admin: true,
        tabs: [
          { label: 'Organisation', to: paths.organisation },
          { label: 'Kiosks', to: paths.kiosks },
          { label: 'Audit log', to: paths.audit },
          { label: 'For developers', to: paths.apiDocs, also: [paths.apiKeys, '/records'] },
        ],
      },
      PROFILE,
    ],
  },
]
