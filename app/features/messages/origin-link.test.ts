import { expect, test } from 'vitest'
import { originSchema } from '#server/messages/contract.ts'
import { originLink, originOfCopy } from './origin-link.ts'

const NAMES = { events: { 3: 'Race 4' }, people: { 7: 'Ann Lee' }, messages: { 5: 'Season opens' } }

test.each([
  [{ kind: 'event', id: 3 }, '/events/3/shifts', 'Race 4'],
  [{ kind: 'series', id: 2 }, '/series/2', 'the series'],
  [{ kind: 'person', id: 7 }, '/people/7/info', 'Ann Lee'],
  [{ kind: 'message', id: 5 }, '/messaging/sent/5', 'Season opens'],
  [{ kind: 'day', day: '2027-06-01' }, '/events/calendar/2027-06-01', 'the day'],
  [{ kind: 'shifts' }, '/shifts', 'Shifts'],
])('a draft started at %j links back to %s', (origin, to, label) => {
  expect(originLink(origin, NAMES)).toEqual({ to, label })
})

test('every collection that a draft can be created from has a link back', () => {
  for (const kind of originSchema.shape.kind.options)
    expect(originLink({ kind, id: 1, day: '2027-06-01' }, {}), kind).not.toBeNull()
  expect(originLink({ kind: 'event' }, {})).toBeNull()
})

test('a copy has the origin of its text, or else its message', () => {
  const origin = { kind: 'event', id: 5 }
  expect(originOfCopy({ id: 9, audience: { everyone: true }, origin })).toEqual(origin)
  expect(originOfCopy({ id: 9, audience: { event: 4 }, origin })).toEqual({ kind: 'event', id: 4 })
  expect(originOfCopy({ id: 9, audience: { day: '2027-06-05' }, origin: null })).toEqual({
    kind: 'day',
    day: '2027-06-05',
  })
  expect(originOfCopy({ id: 9, audience: { everyone: true }, origin: { kind: 'people' } })).toEqual({
    kind: 'message',
    id: 9,
  })
})

test('the name of a message has the names of its fields', () => {
  const names = { messages: { 9: 'Help on {{event.day|a day}}?' } }
  expect(originLink({ kind: 'message', id: 9 }, names)?.label).toBe('Help on [Event day]?')
})
