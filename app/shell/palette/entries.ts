import {
  IconAffiliate,
  IconBookmark,
  IconCalendarEvent,
  IconCalendarOff,
  IconCertificate,
  IconClipboardCheck,
  IconClipboardList,
  IconFileImport,
  IconHeartHandshake,
  IconLock,
  IconLogout,
  IconMessage2,
  IconNews,
  IconPlayerPlay,
  IconPlus,
  IconSend,
  IconSettings,
  IconSwitchHorizontal,
  IconUser,
} from '@tabler/icons-react'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { SearchHit, SearchKind } from '#server/search/contract.ts'
import { UNTITLED_EVENT } from '#server/shift-facts/event.pure.ts'
import type { Icon } from '../../ui/section-card.tsx'
import { beginMessage } from '../begin-message.ts'
import { listPath } from '../list-paths.ts'
import { entriesOf } from '../member-nav.ts'
import { NAV } from '../nav.ts'
import { paths } from '../paths.ts'

/** A page to open, or a form to send with the fields of `post`. */
export type Entry = {
  key: string
  label: string
  note?: string
  icon: Icon
  to: string
  post?: Record<string, string>
  words?: string
  /** The event whose proof of a publication it opens, instead of `to`. */
  publishes?: number
  within?: EntryGroup
}
export type EntryGroup = { title: string; entries: Entry[] }

const create = (key: string, label: string, to: string, icon: Icon = IconPlus): Entry => ({ key, label, icon, to })

const SCREEN_WORDS: Readonly<Record<string, string>> = {
  [paths.events]: 'publish plan fixtures races',
  [paths.roster]: 'publish plan grid who is on today',
  [paths.calendar]: 'who is on today month week agenda',
  [paths.unavailability]: 'holiday away absence leave vacation who is free',
  [paths.toDo]: 'requests volunteers sign-ups applications registrations approve no reply decisions',
  [paths.people]: 'members volunteers invite contacts phone list',
  [paths.cover]: 'replacement ill sick missing no-show',
  [paths.timesheets]: 'hours worked',
  [paths.apiDocs]: 'api keys reference all records',
}

const CREATIONS: readonly Entry[] = [
  create('add-event', 'Add event', paths.addEvent),
  create('add-person', 'Add person', `${paths.people}?add=1`),
  create('add-series', 'Add series', `${paths.series}?add=1`),
  create('add-location', 'Add location', `${paths.locations}?add=1`),
  create('add-news', 'Write news', `${paths.news}?add=1`, IconNews),
  create('write-email', 'Write an email to members', paths.messaging('email'), IconMessage2),
  create('import-people', 'Import people', paths.imports, IconFileImport),
  create('import-season', 'Import a season', `${paths.imports}?kind=season`, IconFileImport),
]

const ACTIONS: readonly Entry[] = [
  {
    key: 'unavailable',
    label: 'Mark days as unavailable',
    icon: IconCalendarOff,
    to: paths.calendar,
    words: 'holiday away leave vacation',
  },
  { key: 'open-shifts', label: 'Find an open shift', icon: IconHeartHandshake, to: paths.openShifts },
  { key: 'hours', label: 'Record my hours', icon: IconClipboardList, to: paths.ownShifts },
  { key: 'photo', label: 'Change my photo', icon: IconUser, to: paths.profile },
  { key: 'logout', label: 'Logout', icon: IconLogout, to: paths.logout, post: {} },
]

const switchView = (toAdmin: boolean): Entry => ({
  key: 'switch-view',
  label: toAdmin ? 'Switch to Admin' : 'Switch to User',
  icon: IconSwitchHorizontal,
  to: paths.viewAs,
  post: { view: toAdmin ? 'admin' : 'user' },
})

type Setting = { label: string; to: string; words: string; admin?: boolean }

const SETTINGS: readonly Setting[] = [
  { label: 'Display', to: `${paths.settings}#display`, words: 'date time format theme dark light' },
  { label: 'Messages', to: `${paths.settings}#messages`, words: 'email sms text reminders notifications' },
  { label: 'Calendar feed', to: `${paths.settings}#calendar`, words: 'ics subscribe phone' },
  { label: 'Your data', to: `${paths.settings}#data`, words: 'export download delete account' },
  { label: 'Password', to: paths.security, words: 'security sign-in passkey second step devices' },
  ...(
    [
      ['Name and contact', 'general', 'organisation web address prefix'],
      ['Time and language', 'time', 'zone timezone week'],
      ['Features', 'features', 'sign-up registration'],
      ['Logo', 'logo', 'change brand picture'],
      ['Colour', 'colour', 'change brand color theme'],
      ['Reminders', 'reminders', 'email week day before'],
      ['SMS', 'sms', 'text messages quiet hours night'],
      ['External calendars', 'calendars', 'ics tide'],
      ['Embedding', 'embedding', 'website frame public'],
      ['Sign-in providers', 'providers', 'google microsoft openid'],
    ] as const
  ).map(([label, id, words]) => ({ label, to: `${paths.organisation}#${id}`, words, admin: true })),
]

const NESTED_SCREENS: readonly Entry[] = [
  { key: 'own-shifts', label: 'My shifts', icon: IconClipboardList, to: paths.ownShifts },
  { key: 'own-records', label: 'My records', icon: IconCertificate, to: paths.ownRecords },
  { key: 'settings', label: 'Settings', icon: IconSettings, to: paths.settings },
  { key: 'security', label: 'Security', icon: IconLock, to: paths.security },
]

/** Kinds of records in listing order; `unnamed` labels a record without a name. */
const KINDS = {
  on_now: { title: 'On now', icon: IconPlayerPlay, unnamed: '' },
  people: { title: 'People', icon: IconUser, unnamed: '' },
  events: { title: 'Events', icon: IconCalendarEvent, unnamed: UNTITLED_EVENT },
  series: { title: 'Series', icon: IconAffiliate, unnamed: 'Untitled Series' },
  assignments: { title: 'Assignments', icon: IconClipboardCheck, unnamed: '' },
  competencies: { title: 'Competencies', icon: IconCertificate, unnamed: '' },
  savedviews: { title: 'Saved views', icon: IconBookmark, unnamed: '' },
} satisfies Record<SearchKind, { title: string; icon: Icon; unnamed: string }>

function entryPath({ kind, id, note, query }: SearchHit, admin: boolean): string {
  switch (kind) {
    case 'on_now':
    case 'people':
      return paths.person(id)
    case 'series':
      return paths.seriesPage(id)
    case 'events':
      return admin ? paths.eventShifts(id) : paths.event(id)
    case 'savedviews':
      return `${note === 'timesheets' ? paths.timesheetRecords : listPath(note ?? '')}?${query}`
    default:
      return `/${kind}/${id}`
  }
}

const withinEvent = (id: number, title: string): EntryGroup => ({
  title,
  entries: [
    { key: `roster-${id}`, label: 'Roster', icon: IconClipboardList, to: paths.eventShifts(id) },
    {
      key: `message-${id}`,
      label: 'Message',
      icon: IconMessage2,
      to: beginMessage({ event: id }, { kind: 'event', id }),
    },
    { key: `publish-${id}`, label: 'Publish', icon: IconSend, to: paths.eventShifts(id), publishes: id },
  ],
})

const matches = (label: string, text: string) =>
  foldText(text)
    .split(/\s+/)
    .every((word) => foldText(label).includes(word))

/** Whether a record found for an earlier text still matches: name or note contain it, as in the search. */
export const stillFits = ({ label, note }: SearchHit, text: string): boolean => {
  const term = foldText(text.trim())
  return term !== '' && [label, note ?? ''].some((name) => foldText(name).includes(term))
}

type Options = {
  admin: boolean
  isAdmin?: boolean
  dateOf: (instant: string) => string
  creates?: boolean
}

/** The palette's entries for `text`: records first, then screens, settings and actions. */
export function entriesFor(
  text: string,
  found: readonly SearchHit[],
  { admin, isAdmin = admin, dateOf, creates = false }: Options,
): EntryGroup[] {
  const isFound = ({ label, words = '' }: { label: string; words?: string | undefined }) =>
    matches(`${label} ${words}`, text)
  const records = (Object.keys(KINDS) as SearchKind[]).map((kind) => ({
    title: KINDS[kind].title,
    entries: found
      .filter((record) => record.kind === kind)
      .map((record): Entry => {
        const note = record.at ? dateOf(record.at) : record.note
        const label = record.label || KINDS[kind].unnamed || (note ?? '')
        return {
          key: `${kind}-${record.id}`,
          label,
          icon: KINDS[kind].icon,
          to: entryPath(record, admin),
          ...(note && { note }),
          ...(kind === 'events' && admin && { within: withinEvent(record.id, label) }),
        }
      }),
  }))
  const nested = NESTED_SCREENS.filter(isFound).map((entry) => ({
    ...entry,
    ...(admin && { note: 'Profile' }),
  }))
  const screens = NAV.flatMap((group) =>
    entriesOf(group, admin)
      .flatMap((item) => [
        item,
        ...(admin ? (item.tabs ?? []) : [])
          .filter(({ to }) => to !== item.to && to !== paths.calendarDays)
          .map((tab) => ({ ...item, ...tab })),
      ])
      .filter(({ label, to }) => isFound({ label, words: SCREEN_WORDS[to] }))
      .map(({ label, to, icon }): Entry => ({ key: to, label, icon, to, ...(admin && { note: group.title }) })),
  )
  const fits = (entries: readonly Entry[]) => entries.filter(isFound)
  const creations = admin ? fits(CREATIONS) : []
  if (creates) return withEntries([{ title: 'Create', entries: creations }])
  // Without a text, the settings would only be in the way of the screens.
  const settings = text.trim() ? SETTINGS.filter((setting) => (admin || !setting.admin) && isFound(setting)) : []
  return withEntries([
    ...records,
    { title: 'Screens', entries: [...screens, ...nested] },
    { title: 'Settings', entries: settings.map(settingEntry) },
    { title: 'Actions', entries: [...creations, ...fits(isAdmin ? [switchView(!admin), ...ACTIONS] : ACTIONS)] },
  ])
}

const withEntries = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0)

const settingEntry = ({ label, to, admin }: Setting): Entry => ({
  key: to,
  label,
  icon: IconSettings,
  to,
  note: admin ? 'Organisation' : 'My settings',
})
