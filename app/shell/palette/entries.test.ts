import { expect, test } from 'vitest'
import { entriesFor } from './entries.ts'

const found = [
  { kind: 'events', id: 4, label: '', note: null, at: '2027-05-01T09:00:00Z' },
  { kind: 'people', id: 7, label: 'Ann Lee', note: 'ann@example.org', at: null },
] as const
const titles = (text: string, admin: boolean) =>
  entriesFor(text, found, { admin, dateOf: () => 'Sat 1 May' }).map(({ title, entries }) => [
    title,
    entries.map(({ label }) => label),
  ])

test('an admin is led to the roster of an event and to people, screens and actions', () => {
  expect(titles('event', true)).toEqual([
    ['People', ['Ann Lee']],
    ['Events', ['Untitled Event']],
    ['Screens', expect.arrayContaining(['All Events', 'Event Types'])],
    ['Actions', ['Add event']],
  ])
  const [event] = entriesFor('x', found, { admin: true, dateOf: () => 'Sat 1 May' })[1]?.entries ?? []
  expect(event).toMatchObject({ to: '/events/4/shifts', note: 'Sat 1 May' })
})

test('offers a member nothing for admins', () => {
  const all = entriesFor('', [], { admin: false, dateOf: String }).flatMap(({ entries }) => entries.map(({ to }) => to))
  const own = ['/profile/shifts', '/profile/records', '/profile/settings', '/profile/security']
  expect(all).toEqual(['/dashboard', '/events/calendar', '/profile/info', ...own, '/logout'])
  expect(entriesFor('', found, { admin: false, dateOf: String })[1]?.entries[0]?.to).toBe('/events/4')
})
