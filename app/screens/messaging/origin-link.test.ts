import { expect, test } from 'vitest'
import { originSchema } from '#server/messages/contract.ts'
import { originLink } from './origin-link.ts'

const NAMES = { events: { 3: 'Race 4' }, people: { 7: 'Ann Lee' }, messages: { 5: 'Season opens' } }

test.each([
  [{ kind: 'event', id: 3 }, '/events/3/shifts', 'Race 4'],
  [{ kind: 'series', id: 2 }, '/series/2', 'the series'],
  [{ kind: 'person', id: 7 }, '/people/7/info', 'Ann Lee'],
  [{ kind: 'message', id: 5 }, '/messaging/sent/5', 'Season opens'],
  [{ kind: 'day', day: '2027-06-01' }, '/events/calendar/2027-06-01', 'the day'],
  [{ kind: 'shifts' }, '/shifts', 'Shifts'],
])('a draft begun at %j leads back to %s', (origin, to, label) => {
  expect(originLink(origin, NAMES)).toEqual({ to, label })
})

test('every collection that a draft can be created from has a link back', () => {
  for (const kind of originSchema.shape.kind.options)
    expect(originLink({ kind, id: 1, day: '2027-06-01' }, {}), kind).not.toBeNull()
  expect(originLink({ kind: 'event' }, {})).toBeNull()
})
