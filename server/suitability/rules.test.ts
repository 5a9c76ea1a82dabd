import { expect, test } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { type Candidate, obstaclesOf, type SuitabilityRules, type Target } from './rules.ts'
import { daysOf, type Span } from './spans.ts'

const ZONE = 'Europe/London'
const RULES: SuitabilityRules = {
  now: new Date('2027-07-01T12:00:00Z'),
  today: '2027-07-01',
  restHours: 0,
  clock: usualClock(ZONE, new Date('2027-07-01T12:00:00Z')),
  voice: 'them',
}
const DAY: Span = { start: '2027-07-10T08:00:00Z', end: '2027-07-10T15:00:00Z' }

const target = (over: Partial<Target> = {}, span = DAY): Target => ({
  shift: 7,
  event: 1,
  person: null,
  published: true,
  archived: false,
  called_off: false,
  needs: [],
  ...span,
  days: daysOf(span, ZONE),
  ...over,
})
const ann = (over: Partial<Candidate> = {}): Candidate => ({
  person: 1,
  active: true,
  cover_requests: true,
  signed_in: true,
  availability: {},
  shifts: [],
  competencies: {},
  ...over,
})
const held = (start: string, end: string, over = {}) => ({
  shift: 90,
  event: 9,
  event_name: 'Regatta',
  start,
  end,
  ...over,
})
const codes = (of: Target, candidate: Candidate, rules: Partial<SuitabilityRules> = {}) =>
  obstaclesOf(of, candidate, { ...RULES, ...rules }).map(({ code }) => code)

test('finds an active person with nothing else on suitable', () => {
  expect(codes(target(), ann())).toEqual([])
})

test.each([
  ['over', { end: '2027-07-01T12:00:00Z' }, ['past']],
  ['of an archived event', { archived: true }, ['past']],
  ['of an event that is called off', { called_off: true }, ['called_off']],
  ['not published', { published: false }, ['unpublished']],
  ['their own', { person: 1 }, ['on_it']],
  ["someone else's, which a cover is asked for", { person: 2 }, []],
])('judges a shift that is %s', (_what, over, expected) => {
  expect(codes(target(over), ann())).toEqual(expected)
})

test('reports someone else’s shift as taken to those who look for open ones', () => {
  expect(codes(target({ person: 2 }), ann(), { mustBeOpen: true })).toEqual(['taken'])
  expect(codes(target({ person: 1 }), ann(), { mustBeOpen: true })).toEqual(['on_it'])
})

test('excludes inactive people', () => {
  expect(codes(target(), ann({ active: false }))).toEqual(['inactive'])
})

test('lets people who opted out of cover requests take a shift', () => {
  const candidate = ann({ cover_requests: false })
  expect([codes(target(), candidate), codes(target(), candidate, { forCover: true })]).toEqual([
    [],
    ['no_cover_requests'],
  ])
})

test('excludes people who have never signed in from searches where the site wants it, and lets them take a shift', () => {
  const candidate = ann({ signed_in: false })
  const found = [{}, { forCover: true }, { forCover: true, needsSignIn: true }, { needsSignIn: true }].map((rules) =>
    codes(target(), candidate, rules),
  )
  expect(found).toEqual([[], [], ['never_signed_in'], []])
  expect(codes(target(), ann(), { forCover: true, needsSignIn: true })).toEqual([])
})

test.each([
  ['overlaps', held('2027-07-10T14:59:00Z', '2027-07-10T16:00:00Z'), ['clash']],
  ['only touches', held('2027-07-10T15:00:00Z', '2027-07-10T16:00:00Z'), []],
  ['overlaps on the same event', held('2027-07-10T08:00:00Z', '2027-07-10T09:00:00Z', { event: 1 }), ['on_it']],
  ['is the judged one', held(DAY.start, DAY.end, { shift: 7, event: 1 }), []],
])('another shift that %s', (_what, shift, expected) => {
  expect(codes(target(), ann({ shifts: [shift] }))).toEqual(expected)
})

test('ignores clashes with a shift that would be given away', () => {
  const shifts = [
    held('2027-07-10T09:00:00Z', '2027-07-10T10:00:00Z'),
    held('2027-07-10T16:00:00Z', '2027-07-10T17:00:00Z'),
  ]
  expect(codes(target(), ann({ shifts }), { ignoring: new Set([90]), restHours: 11 })).toEqual([])
})

test('counts rest to the nearest shift on both sides, and accepts exactly enough', () => {
  const after = (start: string) => ann({ shifts: [held(start, '2027-07-11T20:00:00Z')] })
  expect(codes(target(), after('2027-07-11T01:59:00Z'), { restHours: 11 })).toEqual(['rest'])
  expect(codes(target(), after('2027-07-11T02:00:00Z'), { restHours: 11 })).toEqual([])
  const before = ann({ shifts: [held('2027-07-09T15:00:00Z', '2027-07-09T22:30:00Z')] })
  const words = (voice: 'you' | 'them') => obstaclesOf(target(), before, { ...RULES, restHours: 11, voice })[0]?.words
  expect([words('you'), words('them')]).toEqual([
    'You’re on Regatta 9 h 30 min before. The club asks for 11 hours’ rest.',
    'On Regatta 9 h 30 min before, and the club asks for 11 hours’ rest',
  ])
})

test('suggests a swap of the shift in the way while it is ahead', () => {
  const wayOf = (shift: ReturnType<typeof held>, rules: Partial<SuitabilityRules> = {}) =>
    obstaclesOf(target(), ann({ shifts: [shift] }), { ...RULES, restHours: 11, voice: 'you', ...rules })[0]?.way
  const clash = held('2027-07-10T09:00:00Z', '2027-07-10T10:00:00Z')
  const way = { label: 'Offer Regatta for a swap', path: '/swaps/new?shift=90' }
  expect([wayOf(clash), wayOf(held('2027-07-10T16:00:00Z', '2027-07-10T17:00:00Z'))]).toEqual([way, way])
  expect(wayOf(clash, { voice: 'them' })).toBeUndefined()
  expect(wayOf(clash, { now: new Date('2027-07-10T09:00:00Z') })).toBeUndefined()
})

test('counts rest in real hours: in the night of the clock change 23:00 to 09:00 are 9 hours', () => {
  const evening = ann({ shifts: [held('2028-03-25T20:00:00Z', '2028-03-25T23:00:00Z')] })
  const span = { start: '2028-03-26T08:00:00Z', end: '2028-03-26T12:00:00Z' }
  expect(codes(target({}, span), evening, { restHours: 10 })).toEqual(['rest'])
  expect(codes(target({}, span), evening, { restHours: 9 })).toEqual([])
})

test.each([
  ['never recorded', {}, 'No Powerboat', 'Needs Powerboat, which you don’t have.'],
  [
    'ended the day before',
    { 5: '2027-07-09' },
    'Powerboat ended Fri 9 Jul',
    'Needs Powerboat. Yours runs out on Fri 9 Jul.',
  ],
  [
    'ended long ago',
    { 5: '2026-10-03' },
    'Powerboat ended Sat 3 Oct 2026',
    'Needs Powerboat. Yours ran out on Sat 3 Oct 2026.',
  ],
])('judges a required competency that %s', (_what, competencies, them, you) => {
  const needs = [{ id: 5, name: 'Powerboat' }]
  const [one] = obstaclesOf(target({ needs }), ann({ competencies }), RULES)
  expect(one).toEqual({ code: 'unqualified', words: them })
  const [own] = obstaclesOf(target({ needs }), ann({ competencies }), { ...RULES, voice: 'you' })
  expect(own).toMatchObject({ code: 'unqualified', words: you, way: { path: '/profile/records' } })
})

test('requires a competency to last for the last day of a night', () => {
  const needs = [{ id: 5, name: 'Powerboat' }]
  const night = { start: '2027-07-10T20:00:00Z', end: '2027-07-11T02:00:00Z' }
  expect(codes(target({ needs }, night), ann({ competencies: { 5: '2027-07-10' } }))).toEqual(['unqualified'])
  expect(codes(target({ needs }, night), ann({ competencies: { 5: '2027-07-11' } }))).toEqual([])
  expect(codes(target({ needs }), ann({ competencies: { 5: '2027-07-10' } }))).toEqual([])
  expect(codes(target({ needs }), ann({ competencies: { 5: null } }))).toEqual([])
})

test('applies a mark on any local day of the shift, 0 included; "only if required" excludes no one', () => {
  const night = { start: '2027-10-30T20:00:00Z', end: '2027-10-31T23:30:00Z' }
  const marked = (day: string, mark: number) => codes(target({}, night), ann({ availability: { [day]: mark } }))
  expect([marked('2027-10-30', 0), marked('2027-10-31', 0), marked('2027-11-01', 0)]).toEqual([
    ['unavailable'],
    ['unavailable'],
    [],
  ])
  expect(marked('2027-10-30', 2)).toEqual([])
})

test('words have days and times in the formats of their reader', () => {
  const words = (dateFormat: string, timeFormat: string) =>
    obstaclesOf(
      target({ needs: [{ id: 5, name: 'Powerboat' }], held_until: '2027-07-06T07:00:00Z' }),
      ann({ competencies: { 5: '2027-07-09' } }),
      { ...RULES, clock: { ...RULES.clock, dateFormat, timeFormat }, mustBeOpen: true },
    ).map((obstacle) => obstacle.words)
  expect(words('ddd D MMM YYYY', 'h:mm a')).toEqual([
    'Held for someone on the waiting list until Tue 6 Jul, 8:00 am',
    'Powerboat ended Fri 9 Jul',
  ])
  expect(words('YYYY-MM-DD', 'HH:mm')).toEqual([
    'Held for someone on the waiting list until 2027-07-06, 08:00',
    'Powerboat ended 2027-07-09',
  ])
})
