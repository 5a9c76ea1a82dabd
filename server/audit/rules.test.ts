import { expect, test } from 'vitest'
import { lineLabel } from './rules.ts'

test.each([
  ['locations.update', { name: ['Jetty', 'Pier'] }, 'Changed the name from “Jetty” to “Pier”'],
  ['locations.update', { address: true }, 'Changed the address'],
  ['eventtypes.update', { color: [null, '#01579b'] }, 'Changed the colour to “#01579b”'],
  ['people.update', { role: ['user', 'admin'] }, 'Changed the access role from “user” to “admin”'],
  ['locations.update', { archived: [false, true] }, 'Archived it'],
  ['profilefields.update', { required: [false, true] }, 'Changed the requirement'],
  ['events.update', { start: ['2027-01-01T09:00:00Z', '2027-01-01T10:00:00Z'] }, 'Changed the start'],
  ['shifts.update', { person: [3, 4], modified_start: [null, null] }, 'Changed the person and agreed start'],
  ['people.update', { name: true, email: true, phone: true, notes: true }, 'Changed the name, email and 2 more'],
  ['locations.create', { name: [null, 'Pier'] }, 'Created a location'],
  ['locations.update', {}, 'Changed a location'],
  ['session.open', {}, 'Signed in'],
])('%s with %j is “%s”', (action, details, text) => {
  expect(lineLabel({ action, details })).toBe(text)
})
