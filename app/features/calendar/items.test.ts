import { expect, test } from 'vitest'
import type { CalendarAnswer } from '#server/calendar/contract.ts'
import { toItems } from './items.ts'

const NOW = '2027-07-01T10:00:00.000Z'
const TIMES = { start: '2027-07-10T10:00:00.000Z', end: '2027-07-10T12:00:00.000Z' }
const event = (id: number, over = {}) => ({
  id,
  name: `Event ${id}`,
  series: null,
  eventtype: null,
  ...TIMES,
  location: null,
  color: null,
  external: false,
  event_url: null,
  organisation: 'Harbour',
  shifts: null,
  empty: null,
  ...over,
})
const answer = {
  entries: [
    { kind: 'series', id: 3, mine: false, requested: false },
    { kind: 'event', id: 3, mine: true, requested: false },
    { kind: 'event', id: 4, mine: false, requested: true },
  ],
  results: {
    events: { 3: event(3, { name: '', location: 8 }), 4: event(4, { name: 'empty', empty: 0, eventtype: 5 }) },
    series: { 3: { id: 3, name: '', start: '2027-07-09T10:00:00.000Z', end: '2027-07-11T10:00:00.000Z', events: 2 } },
    shifts: { 1: { id: 1, event: 3, role: null, assignment: 6, location: null, ...TIMES } },
    requests: {},
    availability: {},
    eventtypes: { 5: { id: 5, name: 'Race' } },
    locations: { 8: { id: 8, name: 'Pontoon' } },
    assignments: { 6: { id: 6, name: 'Safety boat' } },
    roles: {},
  },
} as unknown as CalendarAnswer
const external = {
  key: 'https://b.example#3',
  name: 'Elsewhere',
  start: '2027-07-08T10:00:00.000Z',
  end: '2027-07-08T11:00:00.000Z',
  location: null,
  color: '#ff0000',
  organisation: 'Rowers',
  all_day: false,
  event_url: 'https://b.example/3',
}

const MEMBER = { admin: false, zone: 'UTC', now: NOW }

test('a click leads by external, series, admin, other, in this order', () => {
  const to = (admin: boolean) =>
    toItems(answer, [external], { admin, zone: 'UTC', now: NOW }).map((item) => [item.kind, item.to])
  expect(to(true)).toEqual([
    ['external', null],
    ['series', '/series/3'],
    ['event', '/events/3/shifts'],
    ['event', '/events/4/shifts'],
  ])
  expect(to(false).slice(1)).toEqual([
    ['series', '/series/3'],
    ['event', '/events/3'],
    ['event', '/events/4'],
  ])
})

test('an empty name is untitled; the word "empty" and the count of open shifts are not', () => {
  const items = toItems(answer, [], { admin: true, zone: 'UTC', now: NOW })
  expect(items.map((item) => item.name)).toEqual(['Untitled Series', 'Untitled Event', 'empty'])
  expect(items.map((item) => item.empty)).toEqual([null, null, 0])
})

test('an external event never replaces an internal one with the same id', () => {
  const keys = toItems(answer, [external, { ...external, key: 'https://c.example#3' }], MEMBER).map((item) => item.key)
  expect(new Set(keys).size).toBe(5)
})

test('shows the viewer’s shift where there is one, else the kind of event', () => {
  expect(toItems(answer, [], MEMBER).map((item) => item.detail)).toEqual(['2 events', 'Safety boat · Pontoon', 'Race'])
})

test('shows the viewer’s shift that waits for an answer until it is over, and none without an answer', () => {
  const own = (shifts: object[], now = NOW) => {
    const results = { ...answer.results, shifts: Object.fromEntries(shifts.map((shift, i) => [i, shift])) }
    const items = toItems({ ...answer, results } as CalendarAnswer, [], { admin: false, zone: 'UTC', now })
    return items.find(({ key }) => key === 'event-3')?.own
  }
  const shift = (id: number, given: string | null) => ({
    ...{ id, event: 3, role: null, assignment: 6, location: null, answer: given },
    ...TIMES,
  })
  expect(own([shift(1, 'confirmed'), shift(2, 'asked')])).toMatchObject({ id: 2, answer: 'asked', name: 'Safety boat' })
  expect(own([shift(1, 'asked'), shift(2, 'confirmed')])).toMatchObject({ id: 1 })
  expect(own([shift(1, 'asked')], TIMES.end)).toBeNull()
  expect(own([shift(1, null)])).toBeNull()
})

test('the viewer’s shift outside its event has separate times', () => {
  const outside = (start: string, end: string) => {
    const shift = { id: 1, event: 3, role: null, assignment: 6, location: null, answer: null, start, end }
    const results = { ...answer.results, shifts: { 1: shift } }
    const items = toItems({ ...answer, results } as unknown as CalendarAnswer, [], MEMBER)
    return items.find(({ key }) => key === 'event-3')?.outside
  }
  const before = { start: '2027-07-09T10:00:00.000Z', end: '2027-07-09T12:00:00.000Z' }
  expect([outside(TIMES.start, TIMES.end), outside(before.start, before.end)]).toEqual([null, before])
})

test('the viewer’s shift asks until it begins or they sign in; then they are on it', () => {
  const own = (over: object, { now = NOW, decision = null as string | null } = {}) => {
    const shift = { id: 1, event: 3, role: null, assignment: null, location: null, answer: 'asked', ...TIMES, ...over }
    const events = { ...answer.results.events, 3: event(3, { decision }) }
    const results = { ...answer.results, events, shifts: { 1: shift } }
    const items = toItems({ ...answer, results } as unknown as CalendarAnswer, [], { ...MEMBER, now })
    return items.find(({ key }) => key === 'event-3')?.own
  }
  expect(own({})).toMatchObject({ answer: 'asked', may_answer: true })
  expect(own({}, { now: TIMES.start })).toMatchObject({ answer: 'confirmed', may_answer: false })
  expect(own({ modified_start: NOW })).toMatchObject({ answer: 'confirmed', may_answer: false })
  expect(own({ begun: true })).toMatchObject({ answer: 'confirmed', may_answer: false })
  expect(own({ answer: 'seeking_cover' }, { now: TIMES.start })).toMatchObject({ answer: 'seeking_cover' })
  expect(own({}, { decision: 'off' })).toMatchObject({ may_answer: false })
})
