import { expect, test } from 'vitest'
import { difference } from './difference.ts'
import type { ShiftFacts } from './shift-facts.ts'

const PERSON = 7
const SHIFT: ShiftFacts = {
  id: 1,
  event: 1,
  person: PERSON,
  start: '2027-06-19T09:00:00.000Z',
  end: '2027-06-19T12:00:00.000Z',
  published: true,
  began: false,
  called_off: false,
  sequence: 0,
  event_name: 'Regatta',
  role: 'Helm',
  assignment: 'Safety boat',
  location: 'Pontoon',
  role_id: 1,
  assignment_id: 2,
  location_id: 3,
  address: null,
  contact: '',
  notes: '',
}
const EARLIER = { start: '2027-06-18T09:00:00.000Z', end: '2027-06-18T12:00:00.000Z' }

/** The shift now: fields that differ from what was told, or null once removed. */
type Is = Partial<ShiftFacts> | null
/** Told before: differing facts, nothing, not theirs, called off, or by phone. */
type Was = Partial<ShiftFacts> | 'nothing' | 'not theirs' | 'off' | 'by phone'

const toldOf = (was: Was) => {
  if (was === 'nothing') return null
  if (was === 'not theirs') return { state: 'not_theirs' as const, by: 'message' as const, facts: SHIFT }
  if (was === 'off') return { state: 'off' as const, by: 'message' as const, facts: SHIFT }
  if (was === 'by phone') return { state: 'theirs' as const, by: 'hand' as const, facts: SHIFT }
  return { state: 'theirs' as const, by: 'message' as const, facts: { ...SHIFT, ...was } }
}

test.each<[string, Was, Is, string | null, string?]>([
  ['it is theirs, and no one said so', 'nothing', {}, 'shift.assigned'],
  ['it is theirs again', 'not theirs', {}, 'shift.assigned'],
  ['it is theirs, by a word on the phone', 'by phone', {}, 'shift.assigned'],
  ['it is moved after a word on the phone', 'by phone', EARLIER, 'shift.changed'],
  ['it is as they were told', {}, {}, null],
  ['it is not published', 'nothing', { published: false }, null],
  ['someone else has it', 'nothing', { person: 8 }, null],
  ['it is moved', {}, EARLIER, 'shift.changed'],
  ['its end is another', {}, { end: '2027-06-19T13:00:00.000Z' }, 'shift.changed'],
  ['its event is renamed', {}, { event_name: 'Cup' }, 'shift.changed'],
  ['it has another role', {}, { role: 'Crew', role_id: 9 }, 'shift.changed'],
  ['it has another assignment', {}, { assignment: 'Office', assignment_id: 9 }, 'shift.changed'],
  ['it has another location', {}, { location: 'Beach', location_id: 9 }, 'shift.changed'],
  ['its location is renamed', {}, { location: 'Jetty' }, null],
  ['its location has another address', {}, { address: 'Pier 2' }, null],
  ['its location was told by name only', { location: 'Jetty', location_id: undefined! }, {}, 'shift.changed'],
  ['its role was not stated', { role: undefined!, role_id: undefined! }, {}, null],
  ['only the note changed', {}, { notes: 'Bring gloves' }, null],
  ['someone else has it now', {}, { person: 8 }, 'shift.cancelled'],
  ['no one has it now', {}, { person: null }, 'shift.cancelled'],
  ['it is unpublished', {}, { published: false }, 'shift.cancelled'],
  ['it is gone', {}, null, 'shift.cancelled'],
  ['they know that it is not theirs', 'not theirs', null, null],
  ['its event is called off', {}, { called_off: true }, 'event.called_off'],
  ['its event is called off, and no one said that it is theirs', 'nothing', { called_off: true }, null],
  ['its event is called off, and they have come', {}, { called_off: true, began: true }, null],
  ['its event is called off when it is over', {}, { called_off: true }, null, SHIFT.end],
  ['its event stays off', 'off', { called_off: true }, null],
  ['it is moved while its event is off', 'off', { called_off: true, ...EARLIER }, null],
  ['its event goes ahead after all', 'off', {}, 'event.back_on'],
  ['its event goes ahead after all, and it is moved', 'off', EARLIER, 'shift.changed'],
  ['its event goes ahead after all when it is over', 'off', {}, null, SHIFT.end],
  ['its event goes ahead after all without them', 'off', { person: 8 }, 'event.back_on'],
  ['someone else has it while its event is off', 'off', { called_off: true, person: 8 }, null],
  ['it is gone while its event is off', 'off', null, null],
  ['its event is called off, and it is not theirs', {}, { called_off: true, person: 8 }, 'shift.cancelled'],
  ['it has begun', 'nothing', { began: true }, null],
  ['it begins before anyone said so', 'nothing', {}, 'shift.assigned', SHIFT.start],
  ['it is over before anyone said so', 'nothing', {}, null, SHIFT.end],
  ['a move makes it begin now', {}, EARLIER, 'shift.changed', EARLIER.start],
  ['it is moved into the past', {}, EARLIER, 'shift.changed', EARLIER.end],
  ['it is moved when it was to be over', EARLIER, {}, 'shift.changed', EARLIER.end],
  ['it is changed when all is over', {}, { event_name: 'Cup' }, null, SHIFT.end],
  ['it is taken away while it runs', {}, null, 'shift.cancelled', SHIFT.start],
  ['it is gone when it is over', {}, null, null, SHIFT.end],
])('%s', (_, was, is, kind, now = '2027-06-01T00:00:00.000Z') => {
  expect(difference(PERSON, toldOf(was), is && { ...SHIFT, ...is }, new Date(now))).toBe(kind)
})
