import { expect, test } from 'vitest'
import { groupAlike, joinRequested, pickNeeded } from './rules.ts'

const NOW = new Date('2027-07-01T12:00:00Z')
let last = 0
const shift = (over: object = {}) => ({
  id: ++last,
  event: 1,
  assignment_name: null as string | null,
  role_name: null as string | null,
  assignment: null as number | null,
  role: null,
  location: null,
  start: new Date('2027-07-03T10:00:00Z'),
  end: new Date('2027-07-03T12:00:00Z'),
  can: true,
  requested: false,
  event_shifts: 4,
  event_filled: 3,
  lacks: null as number | null,
  lacks_of: [] as { assignment: number; lacks: number }[],
  decide_at: null as Date | null,
  ...over,
})

test('identical shifts share a row; any difference gives another row', () => {
  const [first, again] = [shift(), shift()]
  const others = [
    shift({ role: 2 }),
    shift({ event: 2 }),
    shift({ can: false }),
    shift({ end: new Date('2027-07-03T12:30:00Z') }),
  ]
  expect(groupAlike([first, again, ...others]).map(({ id, open }) => [id, open])).toEqual([
    [first.id, 2],
    ...others.map(({ id }) => [id, 1]),
  ])
})

test('one request is one row, from its first start to its last end, with each part named once', () => {
  const part = (over: object) => shift({ assignment_name: 'Slipway', role_name: null, requested: true, ...over })
  const [early, late, galley] = [
    part({}),
    part({ start: new Date('2027-07-04T10:00:00Z'), end: new Date('2027-07-04T12:00:00Z') }),
    part({ assignment_name: 'Galley', end: new Date('2027-07-03T11:00:00Z') }),
  ]
  const elsewhere = part({ event: 2 })
  const unasked = [part({ requested: false, role: 3 }), part({ requested: false, role: 2, role_name: 'Lead' })]
  const barred = part({ can: false })
  const never = [part({ event: 3, can: false }), part({ event: 3, can: false, role: 2, role_name: 'Lead' })]
  const rows = joinRequested(groupAlike([early, galley, barred, late, elsewhere, ...unasked, ...never]))
  expect(rows.map(({ id, open, end, also }) => [id, open, end.toISOString().slice(8, 16), also])).toEqual([
    [early.id, 3, '04T12:00', [{ assignment_name: 'Galley', role_name: null }]],
    [elsewhere.id, 1, '03T12:00', []],
    ...unasked.map(({ id }) => [id, 1, '03T12:00', []]),
    [never[0]?.id, 2, '03T12:00', [{ assignment_name: 'Slipway', role_name: 'Lead' }]],
  ])
})

test('needed most: this week before the next, then the emptiest event, and one of each event', () => {
  const nextWeek = shift({ event: 2, start: new Date('2027-07-09T10:00:00Z'), event_filled: 0 })
  const nearlyFull = shift({ event: 3, start: new Date('2027-07-02T10:00:00Z') })
  const empty = shift({ event: 4, start: new Date('2027-07-05T10:00:00Z'), event_filled: 0 })
  const sameEvent = shift({ event: 4, start: new Date('2027-07-05T11:00:00Z'), event_filled: 0 })
  const barred = shift({ event: 5, event_filled: 0, can: false })
  const asked = shift({ event: 6, event_filled: 0, requested: true })
  const ids = pickNeeded([nextWeek, nearlyFull, sameEvent, empty, barred, asked], NOW).map(({ id }) => id)
  expect(ids).toEqual([empty.id, nearlyFull.id, nextWeek.id])
})

test('needed most: events that may be called off first, by decision time', () => {
  const soon = shift({ event: 2, event_filled: 0 })
  const later = shift({
    event: 3,
    start: new Date('2027-07-24T10:00:00Z'),
    lacks: 1,
    decide_at: new Date('2027-07-20T10:00:00Z'),
  })
  const sooner = shift({
    event: 4,
    start: new Date('2027-07-25T10:00:00Z'),
    lacks: 1,
    decide_at: new Date('2027-07-19T10:00:00Z'),
  })
  expect(pickNeeded([soon, later, sooner], NOW).map(({ id }) => id)).toEqual([sooner.id, later.id, soon.id])
})

test('needed most: where only one assignment lacks people, its shifts', () => {
  const threatened = { decide_at: new Date('2027-07-02T10:00:00Z'), lacks: 1, lacks_of: [{ assignment: 7, lacks: 1 }] }
  const soon = shift({ event: 2, event_filled: 0 })
  const galley = shift({ event: 3, assignment: 8, ...threatened })
  const boat = shift({ event: 3, assignment: 7, ...threatened })
  expect(pickNeeded([soon, galley, boat], NOW).map(({ id }) => id)).toEqual([boat.id, soon.id])
  expect(pickNeeded([soon, galley], NOW).map(({ id }) => id)).toEqual([soon.id, galley.id])
  const more = { ...galley, lacks: 2 }
  expect(pickNeeded([soon, more], NOW).map(({ id }) => id)).toEqual([galley.id, soon.id])
})
