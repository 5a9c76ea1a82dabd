import {
  IconAffiliate,
  IconCalendarEvent,
  IconCertificate,
  IconClipboardList,
  IconFileImport,
  IconLock,
  IconLogout,
  IconNews,
  IconPlus,
  IconSettings,
  IconUser,
} from '@tabler/icons-react'
import { foldText } from '#server/engine/kernel/folded-text/rules.ts'
import type { SearchHit } from '#server/search/contract.ts'
import type { Icon } from '../../ui/section-card.tsx'
import { NAV } from '../nav.ts'
import { paths } from '../paths.ts'

/** One entry of the palette: a page to open, or an action to run (`post`). */
export type Entry = { key: string; label: string; note?: string; icon: Icon; to: string; post?: boolean }
export type EntryGroup = { title: string; entries: Entry[] }

const ACTIONS: readonly (Entry & { admin?: boolean })[] = [
  { key: 'add-event', label: 'Add event', icon: IconPlus, to: paths.addEvent, admin: true },
  { key: 'add-person', label: 'Add person', icon: IconPlus, to: `${paths.people}?add=1`, admin: true },
  { key: 'add-series', label: 'Add series', icon: IconPlus, to: `${paths.series}?add=1`, admin: true },
  { key: 'add-news', label: 'Write news', icon: IconNews, to: `${paths.news}?add=1`, admin: true },
  { key: 'import-people', label: 'Import people', icon: IconFileImport, to: paths.imports, admin: true },
  {
    key: 'import-season',
    label: 'Import a season',
    icon: IconFileImport,
    to: `${paths.imports}?kind=season`,
    admin: true,
  },
  { key: 'logout', label: 'Logout', icon: IconLogout, to: paths.logout, post: true },
]

/** Screens without a sidebar entry of their own. */
const NESTED_SCREENS: readonly Entry[] = [
  { key: 'own-shifts', label: 'My shifts', icon: IconClipboardList, to: paths.ownShifts },
  { key: 'own-records', label: 'My records', icon: IconCertificate, to: paths.ownRecords },
  { key: 'settings', label: 'Settings', icon: IconSettings, to: paths.settings },
  { key: 'security', label: 'Security', icon: IconLock, to: paths.security },
]

const ICONS = { people: IconUser, events: IconCalendarEvent, series: IconAffiliate } as const
const TITLES = { people: 'People', events: 'Events', series: 'Series' } as const

const entryPath = ({ kind, id }: SearchHit, admin: boolean) =>
  kind === 'people'
    ? paths.person(id)
    : kind === 'series'
      ? `/series/${id}`
      : admin
        ? paths.eventShifts(id)
        : paths.event(id)

/** Whether the label contains every word of the text. */
const matches = (label: string, text: string) =>
  foldText(text)
    .split(/\s+/)
    .every((word) => foldText(label).includes(word))

/** The palette's entries for `text`: records first, then screens and actions. */
export function entriesFor(
  text: string,
  found: readonly SearchHit[],
  { admin, dateOf }: { admin: boolean; dateOf: (instant: string) => string },
): EntryGroup[] {
  const records = (['people', 'events', 'series'] as const).map((kind) => ({
    title: TITLES[kind],
    entries: found
      .filter((record) => record.kind === kind)
      .map((record): Entry => {
        const note = record.at ? dateOf(record.at) : record.note
        return {
          key: `${kind}-${record.id}`,
          label:
            record.label ||
            (kind === 'events' ? 'Untitled Event' : kind === 'series' ? 'Untitled Series' : (note ?? '')),
          icon: ICONS[kind],
          to: entryPath(record, admin),
          ...(note && { note }),
        }
      }),
  }))
  const nested = NESTED_SCREENS.filter(({ label }) => matches(label, text)).map((entry) => ({
    ...entry,
    ...(admin && { note: 'Profile' }),
  }))
  const screens = NAV.flatMap(({ title, items }) =>
    items
      .filter((item) => (admin || !item.admin) && matches(item.label, text))
      .map(({ label, to, icon }): Entry => ({ key: to, label, icon, to, ...(admin && { note: title }) })),
  )
  const actions = ACTIONS.filter((action) => (admin || !action.admin) && matches(action.label, text))
  return [
    ...records,
    { title: 'Screens', entries: [...screens, ...nested] },
    { title: 'Actions', entries: [...actions] },
  ].filter(({ entries }) => entries.length > 0)
}
