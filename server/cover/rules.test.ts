import { describe, expect, test } from 'vitest'
import { wakingTime } from '#server/deliveries/due.ts'
import { seeded } from '#tests/support/random.ts'
import { type Candidate, endingOf, inFairOrder, type Ladder, nextRungAt, planGroup } from './rules.ts'
import { PRESET_NAMES, PRESETS, presetOf, RUNGS, rungAt } from './rungs.pure.ts'

const START = new Date('2026-11-22T09:15:00Z')
const HOUR = 3_600_000
const before = (hours: number) => new Date(START.getTime() - hours * HOUR)
const LADDER: Ladder = { start: START, zone: 'Europe/London', quiet: { quiet_start: '20:00', quiet_end: '08:00' } }

test.each([
  [200, 3],
  [168.01, 3],
  [168, 5],
  [48.01, 5],
  [48, 10],
  [12.01, 10],
  [12, 10],
  [11.99, null],
  [0.1, null],
  [-1, null],
])('%s hours before the start %s people are asked together', (hours, people) => {
  expect(rungAt(before(hours), START).people).toBe(people)
})

test('the last rung covers less time than the one before, also where a site has one or two', () => {
  const [first, last] = [
    { more_than: 24, people: 5, every: 4 },
    { more_than: 0, people: 2, every: 1 },
  ]
  expect([24.01, 24, 23.99].map((hours) => rungAt(before(hours), START, [first, last]))).toEqual([first, first, last])
  expect(rungAt(before(24), START, [last])).toBe(last)
})

test('a site may have its own rungs, and in the last twelve hours the wait is at most half of the time left', () => {
  const ladder = {
    ...LADDER,
    rungs: [
      { more_than: 24, people: null, every: 48 },
      { more_than: 0, people: 2, every: 12 },
    ],
  }
  const inOrder = Array.from({ length: 9 }, () => ({ place: null, reachable: true }))
  const early = planGroup(inOrder, before(120), ladder)
  expect([early.group.length, early.next_at]).toEqual([9, before(72)])
  const late = planGroup(inOrder, before(10), ladder)
  expect([late.group.length, late.next_at]).toEqual([2, before(5)])
})

test.each([
  ['a day later', '2026-11-02T10:00:00Z', '2026-11-03T10:00:00Z'],
  ['four hours later', '2026-11-18T10:00:00Z', '2026-11-18T14:00:00Z'],
  ['not at night, but when it ends', '2026-11-18T17:30:00Z', '2026-11-19T08:00:00Z'],
  ['an hour later', '2026-11-21T10:52:00Z', '2026-11-21T11:52:00Z'],
  ['at night once twelve hours are left', '2026-11-21T19:30:00Z', '2026-11-21T21:15:00Z'],
  ['an hour later in the night before', '2026-11-21T22:00:00Z', '2026-11-21T23:00:00Z'],
  ['after half of what is left', '2026-11-22T08:15:00Z', '2026-11-22T08:45:00Z'],
])('the next people are asked %s', (_, now, next) => {
  expect(nextRungAt(new Date(now), LADDER).toISOString()).toBe(new Date(next).toISOString())
})

test('no one is asked at night while more than twelve hours are left, over a season of starts and clock changes', () => {
  const random = seeded(7)
  for (let i = 0; i < (process.env.PROOF ? 3_000 : 600); i++) {
    const start = new Date(Date.UTC(2026, 0, 1) + random.below(365 * 24 * 60) * 60_000)
    const at = new Date(start.getTime() - random.below(20 * 24 * 60) * 60_000)
    const ladder = { ...LADDER, start }
    for (const asked of [wakingTime(at, ladder), nextRungAt(at, ladder)]) {
      expect(asked.getTime()).toBeGreaterThanOrEqual(at.getTime())
      const time = asked.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
      const isNight = time >= '20:00' || time < '08:00'
      if (isNight) expect(start.getTime() - asked.getTime()).toBeLessThanOrEqual(12 * HOUR)
    }
  }
})

const candidate = (person: number, over: Partial<Candidate> = {}): Candidate => ({
  person,
  availability: 'unmarked',
  recent: 0,
  asked_at: null,
  times_asked: 0,
  place: null,
  reachable: true,
  ...over,
})
const orderOf = (candidates: Candidate[], seed = 1) => inFairOrder(candidates, seed).map(({ person }) => person)

test('the person not asked for the longest time comes first, then fewest shifts, then available people', () => {
  const asked = (day: number) => new Date(Date.UTC(2026, 9, day))
  expect(
    orderOf([
      candidate(1, { asked_at: asked(9) }),
      candidate(2, { asked_at: asked(2), recent: 9 }),
      candidate(3, { recent: 2 }),
      candidate(4, { recent: 1 }),
      candidate(5, { recent: 1, availability: 'available' }),
      candidate(6, { availability: 'if_required' }),
    ]),
  ).toEqual([5, 4, 3, 2, 1, 6])
})

test('ties are broken by the seed: the same order for the same seed, another for another', () => {
  const people = Array.from({ length: 30 }, (_, i) => candidate(i + 1))
  expect(orderOf(people, 4)).toEqual(orderOf([...people].reverse(), 4))
  expect(orderOf(people, 4)).not.toEqual(orderOf(people, 5))
  const first = new Set(Array.from({ length: 200 }, (_, seed) => orderOf(people, seed)[0]))
  expect(first.size).toBeGreaterThan(20)
})

describe('fairness', () => {
  test.each([11, 12, 13])(
    'over 1,000 gaps no one is asked more than once more often than their equal, seed %i',
    (seed) => {
      const random = seeded(seed)
      const people = Array.from({ length: 37 }, (_, i) =>
        candidate(i + 1, { availability: (['available', 'unmarked', 'if_required'] as const)[i % 3]! }),
      )
      const times = new Map(people.map(({ person }) => [person, 0]))
      let worst = 0
      for (let gap = 0; gap < 1_000; gap++) {
        const rungs = 1 + random.below(4)
        const asked = new Set<number>()
        for (let rung = 0; rung < rungs; rung++) {
          const size = random.pick(RUNGS).people ?? people.length
          const at = new Date(Date.UTC(2026, 0, 1) + (gap * 8 + rung) * HOUR)
          for (const { person } of inFairOrder(
            people.filter((one) => !asked.has(one.person)),
            gap,
          ).slice(0, size)) {
            asked.add(person)
            Object.assign(people[person - 1]!, { asked_at: at, times_asked: times.get(person)! + 1 })
            times.set(person, times.get(person)! + 1)
          }
        }
        const covering = random.pick([...asked])
        people[covering - 1]!.recent += 1
        for (const kind of ['available', 'unmarked', 'if_required'] as const) {
          const counts = people.filter((one) => one.availability === kind).map(({ person }) => times.get(person)!)
          worst = Math.max(worst, Math.max(...counts) - Math.min(...counts))
        }
      }
      const total = [...times.values()].reduce((sum, n) => sum + n, 0)
      process.stdout.write(
        `fairness: 1,000 gaps, ${people.length} people, ${total} requests, largest difference ${worst}\n`,
      )
      expect(worst).toBeLessThanOrEqual(1)
    },
  )
})

const shift = (over: Partial<Parameters<typeof endingOf>[0]> = {}) => ({
  person: 5,
  answer: 'seeking_cover',
  published: true,
  start: START,
  began: false,
  called_off: false,
  moved: false,
  ...over,
})

test.each([
  ['goes on while its person seeks cover', shift(), 5, null],
  ['goes on for an open shift', shift({ person: null, answer: null }), null, null],
  ['goes on when its person was taken off', shift({ person: null, answer: null }), 5, null],
  ['ends when a coordinator fills the shift', shift({ person: 9, answer: 'asked' }), 5, 'filled'],
  ['ends when an open shift is filled', shift({ person: 9, answer: 'confirmed' }), null, 'filled'],
  ['ends when its person comes after all', shift({ answer: 'confirmed' }), 5, 'can_come'],
  ['ends when its person is asked again', shift({ answer: 'asked' }), 5, 'asked_again'],
  ['ends when an open shift has moved', shift({ person: null, answer: null, moved: true }), null, 'asked_again'],
  ['ends when the shift of who seeks cover has moved', shift({ moved: true }), 5, 'asked_again'],
  ['ends when the event is called off', shift({ called_off: true }), 5, 'cancelled'],
  ['ends when the shift is unpublished', shift({ published: false }), 5, 'cancelled'],
  ['ends at the start', shift({ start: before(1) }), 5, 'started'],
  ['ends when someone has begun', shift({ began: true }), 5, 'started'],
])('a search %s', (_, of, wanted, ending) => {
  expect(endingOf(of, wanted, before(0.5))).toBe(ending)
})

test('waiting people come first, in the order of the waiting list', () => {
  const people = [
    candidate(1),
    candidate(2, { place: 9, recent: 5 }),
    candidate(3, { place: 4, availability: 'if_required' }),
  ]
  expect(orderOf(people)).toEqual([3, 2, 1])
})

test.each([
  ['the first who waits has half a day to themselves', 100, 2, 8, [1], '2026-11-18T17:15:00Z'],
  ['a quarter of the time left, where that is less', 40, 2, 8, [1], '2026-11-21T03:15:00Z'],
  [
    'in the last 24 hours all who wait are in the group',
    20,
    2,
    12,
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    '2026-11-21T14:15:00Z',
  ],
  [
    'in the last 24 hours the group has room for all who wait',
    20,
    11,
    1,
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    '2026-11-21T14:15:00Z',
  ],
  ['in the last 12 hours everyone is asked', 11, 1, 2, [1, 2, 3], '2026-11-21T23:15:00Z'],
  ['without a waiting list the rung says how many', 100, 0, 8, [1, 2, 3, 4, 5], '2026-11-18T09:15:00Z'],
])('%s', (_, hours, waiting, others, asked, next) => {
  const inOrder = Array.from({ length: waiting + others }, (_, i) =>
    candidate(i + 1, { place: i < waiting ? i + 1 : null }),
  )
  const { group, next_at } = planGroup(inOrder, before(hours), {
    ...LADDER,
    quiet: { quiet_start: '00:00', quiet_end: '00:00' },
  })
  expect(group.map(({ person }) => person)).toEqual(asked)
  expect(next_at.toISOString()).toBe(new Date(next).toISOString())
})

test.each([
  ['those before the last who is reached are asked, too', '-++-++', '-++-+', 24],
  ['no one who is left gets a message, and no one waits for them', '--', '--', 0],
])('who gets no messages does not count as one of a group: %s', (_, left, asked, wait) => {
  const inOrder = [...left].map((one, i) => candidate(i, { reachable: one === '+' }))
  const now = new Date('2026-11-10T12:00:00Z')
  const { group, next_at } = planGroup(inOrder, now, LADDER)
  expect(group.map(({ reachable }) => (reachable ? '+' : '-')).join('')).toBe(asked)
  expect(next_at.getTime() - now.getTime()).toBe(wait * HOUR)
})

test('the first reachable person of a waiting list is asked with those before them, and only a single one is promised the shift', () => {
  const now = new Date('2026-11-10T12:00:00Z')
  const plan = (...reachable: boolean[]) =>
    planGroup(
      reachable.map((one, i) => candidate(i, { reachable: one, place: i })),
      now,
      LADDER,
    )
  expect(plan(true, true)).toMatchObject({ group: [{}], exclusive: true })
  expect(plan(false, true, true)).toMatchObject({ group: [{}, {}], exclusive: false })
  expect(plan(false, false)).toMatchObject({ group: [{}, {}], exclusive: false })
})

test('a preset is known by its values, whatever their order; other values are a site’s own', () => {
  for (const name of PRESET_NAMES) {
    expect(presetOf(PRESETS[name])).toBe(name)
    expect(presetOf(PRESETS[name].map(({ every, people, more_than }) => ({ every, people, more_than })))).toBe(name)
    expect(presetOf([...PRESETS[name].slice(0, -1), { more_than: 0, people: 7, every: 1 }])).toBeNull()
    expect(presetOf(PRESETS[name].slice(1))).toBeNull()
  }
  expect(presetOf(RUNGS)).toBe('usual')
})
