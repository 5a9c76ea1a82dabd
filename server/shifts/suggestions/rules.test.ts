import { expect, test } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { type Candidate, type ShiftToFill, suggest } from './rules.ts'

const TARGET: ShiftToFill = {
  shift: 7,
  role: 2,
  assignment: 3,
  start: '2027-07-10T08:00:00Z',
  end: '2027-07-10T15:00:00Z',
}
const SITE = {
  zone: 'Europe/London',
  event: 1,
  needs: [{ id: 5, name: 'Powerboat L2' }],
  restHours: 0,
  clock: usualClock('Europe/London', new Date('2027-07-01T12:00:00Z')),
}
const person = (name: string, over: Partial<Candidate> = {}): Candidate => ({
  person: name.charCodeAt(0),
  name,
  avatar: null,
  request: null,
  availability: {},
  shifts: [],
  competencies: { 5: null },
  ...over,
})
const shift = (start: string, end: string, over = {}) => ({
  shift: 90,
  event: 9,
  event_name: 'Regatta',
  start,
  end,
  ...over,
})
const order = (...people: Candidate[]) => suggest(TARGET, people, SITE).map(({ name }) => name)
const only = (over: Partial<Candidate>, target = TARGET, site = SITE) => {
  const [one] = suggest(target, [person('A', over)], site)
  if (!one) throw new Error('One is suggested.')
  return { ...one, for: one.for.map(({ code }) => code), against: one.against.map(({ code }) => code) }
}

test('ranks requests first, then available, unknown, "only if required", no fit', () => {
  const request = { role: null, assignment: null, comments: '' }
  const on = { '2027-07-10': 1 }
  expect(
    order(
      person('If required', { availability: { '2027-07-10': 2 } }),
      person('Nothing said'),
      person('Unqualified', { competencies: {}, request }),
      person('Available', { availability: on }),
      person('Asked for another shift', { request: { ...request, role: 99 } }),
      person('Asked for this', { request: { ...request, role: 2 } }),
      person('Unavailable', { availability: { '2027-07-10': 0 } }),
    ),
  ).toEqual([
    'Asked for this',
    'Asked for another shift',
    'Available',
    'Nothing said',
    'If required',
    'Unqualified',
    'Unavailable',
  ])
})

test('ranks by fewer shifts this month, then by name', () => {
  const one = [shift('2027-07-01T08:00:00Z', '2027-07-01T09:00:00Z')]
  expect(order(person('B'), person('A'), person('C', { shifts: one }))).toEqual(['A', 'B', 'C'])
})

test.each([
  ['a competency that no one recorded', { competencies: {} }, ['unqualified'], false],
  ['one that ended the day before', { competencies: { 5: '2027-07-09' } }, ['unqualified'], false],
  ['one that ends that day', { competencies: { 5: '2027-07-10' } }, [], true],
  ['unavailable, which is 0 and still a value', { availability: { '2027-07-10': 0 } }, ['unavailable'], false],
  ['unavailable the day before', { availability: { '2027-07-09': 0 } }, [], true],
  [
    'a shift that overlaps',
    { shifts: [shift('2027-07-10T14:59:00Z', '2027-07-10T16:00:00Z')] },
    ['double_booked'],
    false,
  ],
  ['a shift that only touches', { shifts: [shift('2027-07-10T15:00:00Z', '2027-07-10T16:00:00Z')] }, [], true],
  [
    'another shift of this event then',
    { shifts: [shift('2027-07-10T08:00:00Z', '2027-07-10T09:00:00Z', { event: 1 })] },
    ['on_it'],
    false,
  ],
  [
    'the very shift',
    { shifts: [shift('2027-07-10T08:00:00Z', '2027-07-10T15:00:00Z', { shift: 7, event: 1 })] },
    [],
    true,
  ],
  [
    'three this month, which is no reason to refuse',
    { shifts: [1, 2, 3].map((day) => shift(`2027-07-0${day}T08:00:00Z`, `2027-07-0${day}T09:00:00Z`, { shift: day })) },
    ['busy_month'],
    true,
  ],
])('%s', (_what, over, against, fits) => {
  expect(only(over)).toMatchObject({ against, fits })
})

test('uses the site’s month: the last evening of June in London is July in Sydney', () => {
  const shifts = [1, 2, 3].map((day) => shift(`2027-06-30T2${day}:00:00Z`, `2027-06-30T2${day}:30:00Z`, { shift: day }))
  expect(only({ shifts }, TARGET, { ...SITE, zone: 'Australia/Sydney' }).month_count).toBe(3)
  expect(only({ shifts }, TARGET, { ...SITE, zone: 'Europe/London' }).month_count).toBe(1)
})

test('requires both days of a night to be free', () => {
  const night = { ...TARGET, start: '2027-07-10T20:00:00Z', end: '2027-07-11T02:00:00Z' }
  expect(only({ availability: { '2027-07-10': 1 } }, night).for).toEqual(['qualified'])
  expect(only({ availability: { '2027-07-10': 1, '2027-07-11': 1 } }, night).for).toEqual(['available', 'qualified'])
  expect(only({ availability: { '2027-07-10': 1, '2027-07-11': 0 } }, night).fits).toBe(false)
})

test.each([
  ['too soon before', '2027-07-09T20:00:00Z', '2027-07-09T22:00:00Z', ['rest'], false],
  ['too soon after', '2027-07-10T20:00:00Z', '2027-07-10T22:00:00Z', ['rest'], false],
  ['exactly enough', '2027-07-09T19:00:00Z', '2027-07-09T21:00:00Z', [], true],
])('reports too little rest at a shift %s', (_what, start, end, against, fits) => {
  const rested = only({ shifts: [shift(start, end)] }, TARGET, { ...SITE, restHours: 11 })
  expect([rested.against, rested.fits]).toEqual([against, fits])
  expect(only({ shifts: [shift(start, end)] }).against).toEqual([])
  const [one] = suggest(TARGET, [person('A', { shifts: [shift(start, end)] })], { ...SITE, restHours: 11 })
  if (against.length) expect(one?.against[0]?.words).toMatch(/^On Regatta \d+ h before|^On Regatta \d+ h (later|after)/)
})
