import { expect, test } from 'vitest'
import { BOTTOM_NAV, entriesOf, entryOf, MEMBER_NAV } from './member-nav.ts'
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

test('each screen that admins manage has an entry, the daily ones before the setup', () => {
  const reached = NAV.flatMap((group) => entriesOf(group, true).map(({ to }) => to))
  expect(reached).toEqual(expect.arrayContaining([paths.kiosks, paths.events, paths.timesheets]))
  expect(new Set(reached).size).toBe(reached.length)
  expect(reached.indexOf(paths.organisation)).toBeLessThan(reached.indexOf(paths.kiosks))
  const folded = NAV.flatMap(({ fold }) => fold?.items.map(({ label }) => label) ?? [])
  expect(folded).toEqual(expect.arrayContaining(['Event Types', 'Assignments', 'Locations', 'Roles', 'Competencies']))
})

test('the current entry is the longest prefix, folded ones too', () => {
  expect(entryOf(NAV, '/events/types/3', true)).toBe(paths.eventTypes)
  expect(entryOf(NAV, '/timesheets/day', true)).toBe(paths.timesheets)
  expect(entryOf(NAV, '/records/roles', true)).toBe(paths.apiDocs)
  expect(entryOf(NAV, '/messaging/sms/3', true)).toBe(paths.messaging('email'))
  expect(entryOf(MEMBER_NAV, '/events/7', false)).toBe(paths.calendar)
})
