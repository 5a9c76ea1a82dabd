import { expect, test } from 'vitest'
import { routeFiles, routeName } from '#tests/support/route-files.ts'
import { calendarTabs, rememberDay } from './calendar-tabs.ts'
import { BOTTOM_NAV, entriesOf, entryOf, MEMBER_NAV, tabsOf } from './member-nav.ts'
import { NAV } from './nav.ts'
import { paths } from './paths.ts'

test('members have exactly three entries, the last in the site’s group beside those of admins', () => {
  const own = NAV.flatMap((group) => entriesOf(group, false).map(({ label }) => [group.title, label]))
  expect(own).toEqual([
    ['Main', 'Dashboard'],
    ['Main', 'Calendar'],
    ['Site', 'Profile'],
  ])
  expect(MEMBER_NAV.flatMap(({ title, items }) => items.map(({ label }) => [title, label]))).toEqual(own)
  expect(BOTTOM_NAV).toHaveLength(own.length)
  expect(NAV.map(({ title }) => title)).toEqual(['Main', 'Events', 'People', 'Communication', 'Site'])
})

test('admins have eighteen entries in five groups', () => {
  expect(NAV.map((group) => [group.title, ...group.items.map(({ label }) => label)])).toEqual([
    ['Main', 'Dashboard', 'To do', 'Calendar'],
    ['Events', 'Series', 'Event Types', 'Assignments', 'Locations'],
    ['People', 'People', 'Unavailability', 'Profile Fields', 'Roles', 'Training', 'Competencies', 'Shifts'],
    ['Communication', 'News', 'Messaging'],
    ['Site', 'Organisation', 'Profile'],
  ])
})

test('the first part of each address in the menu is a page too', () => {
  const pages = routeFiles().map(routeName)
  const addresses = NAV.flatMap(({ items }) => items.flatMap(({ to, tabs = [] }) => [to, ...tabs.map((tab) => tab.to)]))
  const parts = new Set(addresses.map((address) => address.split('/')[1]!))
  const isPage = (part: string) => pages.some((name) => name.replace(/\.(_index|\(\$\w+\))$/, '') === part)
  expect([...parts].filter((part) => !isPage(part))).toEqual([])
  expect(parts.size).toBeGreaterThan(15)
})

test('each other screen that admins manage is a tab of an entry', () => {
  const tabs = NAV.flatMap(({ items }) => items).flatMap((item) => item.tabs ?? [])
  const reached = tabs.flatMap(({ to, also = [] }) => [to, ...also])
  expect(new Set(reached).size).toBe(reached.length)
  expect(reached).toEqual(
    expect.arrayContaining([
      ...[paths.events, paths.roster, paths.cover, paths.timesheets, paths.equipment, paths.imports],
      ...[paths.kiosks, paths.audit, paths.apiDocs, paths.allSwaps],
    ]),
  )
})

test('the current entry is the longest prefix, or the one whose tab the page is', () => {
  expect(entryOf(NAV, '/events/types/3', true)).toBe(paths.eventTypes)
  expect(entryOf(NAV, '/timesheets/day', true)).toBe(paths.shifts)
  expect(entryOf(NAV, '/roster', true)).toBe(paths.shifts)
  expect(entryOf(NAV, '/shifts/open', true)).toBe(paths.calendar)
  expect(entryOf(NAV, '/kiosks/2', true)).toBe(paths.organisation)
  expect(entryOf(NAV, '/records/roles', true)).toBe(paths.organisation)
  expect(entryOf(NAV, '/messaging/sms/3', true)).toBe(paths.messaging('email'))
  expect(entryOf(MEMBER_NAV, '/events/7', false)).toBe(paths.calendar)
  expect(entryOf(MEMBER_NAV, '/shifts/open', false)).toBe(paths.calendar)
})

test.each([
  ['/timesheets/day', '', 'Hours'],
  ['/people/list', '?search=ann', 'List'],
  ['/people/list', '?view=unreachable', 'Cannot be reached'],
  ['/swaps/all', '', 'Cover'],
  ['/apikeys/3', '', 'For developers'],
  ['/records/roles', '', 'For developers'],
  ['/events/calendar', '?month=2027-07', 'Month'],
  ['/events/calendar/2027-07-03', '', 'Day'],
  ['/shifts/open', '', 'Open shifts'],
  ['/events/list/3', '', 'All Events'],
])('the tab of %s%s is %s', (pathname, search, label) =>
  expect(
    tabsOf(NAV, pathname, search)
      ?.tabs.filter(({ isCurrent }) => isCurrent)
      .map((tab) => tab.label),
  ).toEqual([label]),
)

test('the calendar is one entry with its views as tabs', () => {
  const tabs = (nav: typeof NAV) => tabsOf(nav, paths.calendar, '')?.tabs.map(({ label }) => label)
  expect(tabs(MEMBER_NAV)).toEqual(['Month', 'Day', 'Open shifts'])
  expect(tabs(NAV)).toEqual(['Month', 'Day', 'Open shifts', 'All Events'])
})

test('the tab of days opens today, then the day last looked at; that of months the month of a shown day', () => {
  const tabs = [{ to: paths.calendar }, { to: paths.calendarDays }, { to: paths.openShifts }]
  const links = (pathname: string) => calendarTabs(tabs, pathname, '2027-06-30').map(({ to }) => to)
  expect(links(paths.openShifts)).toEqual(['/events/calendar', '/events/calendar/2027-06-30', '/shifts/open'])
  expect(links('/events/calendar/2027-07-03').slice(0, 2)).toEqual([
    '/events/calendar?month=2027-07',
    '/events/calendar/2027-07-03',
  ])
  rememberDay('2027-07-03')
  expect(links(paths.calendar).slice(0, 2)).toEqual(['/events/calendar', '/events/calendar/2027-07-03'])
})

test('a page beside the tabs has none', () => expect(tabsOf(NAV, '/dashboard', '')).toBeUndefined())
