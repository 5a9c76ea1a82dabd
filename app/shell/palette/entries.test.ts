import { expect, test } from 'vitest'
import { entriesFor, stillFits } from './entries.ts'

const found = [
  { kind: 'events', id: 4, label: '', note: null, at: '2027-05-01T09:00:00Z', query: null },
  { kind: 'people', id: 7, label: 'Ann Lee', note: 'ann@example.org', at: null, query: null },
] as const
const titles = (text: string, admin: boolean) =>
  entriesFor(text, found, { admin, dateOf: () => 'Sat 1 May' }).map(({ title, entries }) => [
    title,
    entries.map(({ label }) => label),
  ])

test('an admin finds the roster of an event, people, screens and actions', () => {
  expect(titles('event', true)).toEqual([
    ['People', ['Ann Lee']],
    ['Events', ['Untitled Event']],
    ['Screens', expect.arrayContaining(['All Events', 'Event Types'])],
    ['Actions', ['Add event']],
  ])
  const [event] = entriesFor('x', found, { admin: true, dateOf: () => 'Sat 1 May' })[1]?.entries ?? []
  expect(event).toMatchObject({ to: '/events/4/shifts', note: 'Sat 1 May' })
})

test('an event leads to its roster, a message and its publication; a saved view to its list', () => {
  const hits = [
    found[0],
    { kind: 'assignments', id: 3, label: 'Safety Boat', note: null, at: null, query: null },
    { kind: 'competencies', id: 5, label: 'Safety', note: null, at: null, query: null },
    { kind: 'savedviews', id: 6, label: 'Safety crew', note: 'people', at: null, query: 'tags=safety' },
    { kind: 'savedviews', id: 8, label: 'Safe hours', note: 'timesheets', at: null, query: 'view=all' },
  ] as const
  const groups = entriesFor('saf', hits, { admin: true, dateOf: String })
  const [event] = groups[0]?.entries ?? []
  expect(event?.within?.entries.map(({ label, to, publishes }) => [label, to.split('?')[0], publishes])).toEqual([
    ['Roster', '/events/4/shifts', undefined],
    ['Message', '/messaging/email', undefined],
    ['Publish', '/events/4/shifts', 4],
  ])
  expect(groups.slice(1, 4).map(({ title, entries }) => [title, entries.map(({ to }) => to)])).toEqual([
    ['Assignments', ['/assignments/3']],
    ['Competencies', ['/competencies/5']],
    ['Saved views', ['/people/list?tags=safety', '/timesheets/records?view=all']],
  ])
  expect(entriesFor('x', found, { admin: false, dateOf: String })[1]?.entries[0]?.within).toBeUndefined()
})

test('offers a member nothing for admins', () => {
  const all = entriesFor('', [], { admin: false, dateOf: String }).flatMap(({ entries }) => entries.map(({ to }) => to))
  const own = ['/profile/shifts', '/profile/records', '/profile/settings', '/profile/security']
  const actions = ['/events/calendar', '/shifts/open', '/profile/shifts', '/profile/info', '/logout']
  expect(all).toEqual(['/dashboard', '/events/calendar', '/profile/info', ...own, ...actions])
  expect(entriesFor('', found, { admin: false, dateOf: String })[1]?.entries[0]?.to).toBe('/events/4')
})

const addresses = (text: string, options: { admin: boolean; isAdmin?: boolean; creates?: boolean }) =>
  entriesFor(text, [], { dateOf: String, ...options }).flatMap(({ title, entries }) =>
    entries.map(({ to }) => `${title}: ${to}`),
  )

test.each([
  ['publish', 'Screens: /roster'],
  ['holiday', 'Screens: /unavailability'],
  ['holiday', 'Actions: /events/calendar'],
  ['who is on today', 'Screens: /roster'],
  ['quiet', 'Settings: /organisation#sms'],
  ['change colour', 'Settings: /organisation#colour'],
])('“%s” finds %s', (text, address) => {
  expect(addresses(text, { admin: true })).toContain(address)
})

test('a setting is found by its subject', () => {
  expect(addresses('dark', { admin: false })).toEqual(['Settings: /profile/settings#display'])
  expect(addresses('zone', { admin: true })).toEqual(['Settings: /organisation#time'])
  expect(addresses('zone', { admin: false })).toEqual([])
  expect(addresses('', { admin: true }).filter((it) => it.startsWith('Settings'))).toEqual([])
})

test('an admin in the member view can switch back; other members cannot switch', () => {
  expect(addresses('switch to', { admin: false, isAdmin: true })).toEqual(['Actions: /view-as'])
  expect(addresses('switch to', { admin: false, isAdmin: false })).toEqual([])
})

test('offers creatable records separately, to admins only', () => {
  expect(addresses('person', { admin: true, creates: true })).toEqual(['Create: /people/list?add=1'])
  expect(addresses('', { admin: false, creates: true })).toEqual([])
})

test.each([
  ['lee', true],
  [' ANN ', true],
  ['@example', true],
  ['event ty', false],
  ['', false],
])('Ann Lee, found for an earlier text, fits “%s”: %s', (text, fits) => {
  expect(stillFits(found[1], text)).toBe(fits)
})
