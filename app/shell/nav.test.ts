import { expect, test } from 'vitest'
import { shiftsView } from '../screens/list-views/shifts.tsx'
import { NAV } from './nav.ts'
import { paths } from './paths.ts'

test('everybody has exactly three entries, the last of them in the group of the site beside those of admins', () => {
  const own = NAV.flatMap(({ title, items }) => items.filter(({ admin }) => !admin).map(({ label }) => [title, label]))
  expect(own).toEqual([
    ['Main', 'Dashboard'],
    ['Main', 'Calendar'],
    ['Site', 'Profile'],
  ])
  expect(NAV.map(({ title }) => title)).toEqual(['Main', 'Events', 'People', 'Communication', 'Site'])
})

test('what admins manage without an entry in the sidebar is reached all the same', () => {
  const reached = NAV.flatMap(({ items }) => items.map(({ to }) => to))
  expect(reached).toEqual(expect.arrayContaining([paths.kiosks, paths.events]))
  expect(shiftsView.linkedList?.to).toBe(paths.timesheets)
})
