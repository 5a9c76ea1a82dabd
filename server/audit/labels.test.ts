import '#server/registry.ts'
import { expect, test } from 'vitest'
import { colorChange } from './color-change.pure.ts'
import { changedFields, lineLabel } from './labels.ts'

test.each([
  ['locations.update', { name: ['Jetty', 'Pier'] }, 'Changed the name from “Jetty” to “Pier”'],
  ['locations.update', { address: true }, 'Changed the address'],
  ['eventtypes.update', { color: [null, '#01579b'] }, 'Changed the colour'],
  ['organisations.update', { color: ['#01579B', '#ABCDEF'] }, 'Changed the colour'],
  ['locations.update', { name: ['#1', 'Berth #1'] }, 'Changed the name from “#1” to “Berth #1”'],
  ['people.update', { role: ['user', 'admin'] }, 'Changed the access role from “user” to “admin”'],
  ['locations.update', { archived: [false, true] }, 'Archived it'],
  ['profilefields.update', { required: [false, true] }, 'Changed the requirement'],
  ['events.update', { start: ['2027-01-01T09:00:00Z', '2027-01-01T10:00:00Z'] }, 'Changed the start'],
  ['shifts.update', { person: [3, 4], modified_start: [null, null] }, 'Changed the person and agreed start'],
  ['people.update', { name: true, email: true, phone: true, notes: true }, 'Changed the name, email and 2 more'],
  ['locations.create', { name: [null, 'Pier'] }, 'Created a location'],
  ['locations.update', {}, 'Changed a location'],
  ['session.open', { proof: 'password' }, 'Signed in'],
  ['events.decide', { decision: 'off' }, 'Called off the event'],
  ['events.decide', { decision: 'go' }, 'Decided that the event goes ahead'],
  ['events.decide', { decision: null }, 'Undid the decision on the event'],
  ['events.decide', {}, 'Decided on the event'],
  ['shift.answer', { answer: 'confirmed' }, 'Confirmed the shift'],
  ['shift.answer', { answer: 'withdrawn' }, 'Answered for the shift'],
  ['cover.answer', { answer: 'no' }, 'Said no to covering the shift'],
  ['site.change', { fields: ['self_assign'] }, 'Changed the taking of open shifts'],
  ['site.change', { fields: ['name', 'color', 'quiet_start'] }, 'Changed the name, colour and start of quiet hours'],
  ['site.change', {}, 'Changed the organisation'],
  [
    'settings.change',
    { switches: { email_reminders: false }, settings: { theme: 'Dark' } },
    'Changed the reminders by email and theme',
  ],
  ['people.import', { rows: 3 }, 'Imported people'],
  ['competencies.export', { count: 3 }, 'Exported competencies'],
])('%s with %j is “%s”', (action, details, text) => {
  expect(lineLabel({ action, details })).toBe(text)
})

test.each([
  ['people.update', { name: true }, ['name']],
  ['people.create', { name: [null, 'Ann'] }, []],
  ['session.open', { proof: 'password' }, []],
  ['site.change', { fields: ['self_assign'] }, ['self_assign']],
])('%s with %j changes the fields %j', (action, details, fields) => {
  expect(changedFields({ action, details })).toEqual(fields)
})

test.each([
  ['eventtypes.update', { color: ['#01579b', '#1B5E20'] }, { from: '#01579b', to: '#1B5E20' }],
  ['eventtypes.update', { color: [null, '#01579b'] }, { from: null, to: '#01579b' }],
  ['eventtypes.update', { color: ['#01579b', ''] }, { from: '#01579b', to: null }],
  ['eventtypes.update', { color: true }, null],
  ['eventtypes.update', { color: ['#01579b', '#1b5e20'], name: ['a', 'b'] }, null],
  ['locations.update', { name: ['Jetty', 'Pier'] }, null],
  ['eventtypes.create', { color: [null, '#01579b'] }, null],
])('the colours of %s with %j are %j', (action, details, colors) => {
  expect(colorChange({ action, details })).toEqual(colors)
})
