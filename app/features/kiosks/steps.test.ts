import { expect, test } from 'vitest'
import { isForgotten } from '#app/features/timesheets/forgotten.ts'
import type { KioskShift } from '#server/kiosks/signing/contract.ts'
import { letterFor } from './letters.ts'
import { applyPending, type Entry, endShift, type Sign } from './outbox.ts'
import { afterForgotten, firstSignInStep, type Move, reduce, START, type Step } from './steps.ts'
import { addMinutes, quartersBefore, resolveInstant } from './time.ts'

const shift = (over: Partial<KioskShift> = {}): KioskShift => ({
  id: 7,
  event: 1,
  event_name: 'Race day',
  person: 3,
  person_name: 'Zoë Ng',
  role: 2,
  duty: 'Crew',
  location_name: '',
  start: '2027-06-01T09:00:00.000Z',
  end: '2027-06-01T13:00:00.000Z',
  actual_start: null,
  actual_end: null,
  hours: null,
  ...over,
})
const zoe = { id: 3, name: 'Zoë Ng' }
const time: Step = { at: 'time', sign: 'in', person: zoe, role: null, shift: shift() }
const walk = (...moves: Move[]) => moves.reduce(reduce, START)

test('sign in asks for a waiting shift first, else for the person', () => {
  expect(firstSignInStep([shift()])).toEqual({ at: 'in_person' })
  expect(firstSignInStep([])).toEqual({ at: 'find_person', letter: null })
})

test('back retraces the visited steps, without the letters', () => {
  const find: Step = { at: 'find_person', letter: null }
  const role: Step = { at: 'role', person: zoe }
  const way = walk(
    { go: { at: 'in_person' } },
    { go: find },
    { letter: 'B' },
    { letter: 'Z' },
    { go: role },
    { go: time },
  )
  const seen: string[] = []
  for (let at = way; ; at = reduce(at, 'back')) {
    seen.push(at.step.at)
    if (at.step.at === 'start') break
  }
  expect(seen).toEqual(['time', 'role', 'find_person', 'in_person', 'start'])
  expect(reduce(reduce(way, 'back'), 'back').step).toEqual({ at: 'find_person', letter: 'Z' })
  expect(reduce(START, 'back')).toEqual(START)
  expect(reduce(way, 'reset')).toEqual(START)
})

test('after signing out nothing leads back into it', () => {
  const left = walk({ go: { at: 'out_person' } }, { go: time }, { left: shift({ hours: 4 }) })
  expect(left.step.at).toBe('out_confirm')
  expect(reduce(left, 'back')).toEqual(START)
})

test.each([
  ['Álvaro', 'A'],
  ['édouard', 'E'],
  ['Łukasz', 'L'],
  ['Ørsted', 'O'],
  ['Æsa', 'A'],
  ['ßen', 'S'],
  [' bo', 'B'],
  ['Þór', '#'],
  ['李小龙', '#'],
  ['7 of 9', '#'],
  ['', '#'],
])('%s is found under %s', (name, letter) => {
  expect(letterFor(name)).toBe(letter)
})

const entry = (item: Partial<Sign>): Entry => ({
  key: 'k',
  item: { sign: 'in', shift: 7, person: 3, role: null, time: '2027-06-01T09:05:00.000Z', ...item },
  name: 'Zoë Ng',
  duty: 'Crew',
  kept: true,
})

test('an unsent sign-in shows as entered, so that no one is offered it twice', () => {
  const desk = { waiting: [shift(), shift({ id: 8, person: 4 })], signedIn: [] }
  const came = applyPending(desk, [entry({})])
  expect(came.waiting.map(({ id }) => id)).toEqual([8])
  expect(came.signedIn).toMatchObject([{ id: 7, actual_start: '2027-06-01T09:05:00.000Z' }])
  expect(applyPending(desk, [entry({}), entry({ sign: 'out' })]).signedIn).toEqual([])
  const unplanned = applyPending({ waiting: [], signedIn: [] }, [entry({ shift: null })])
  expect(unplanned.signedIn).toMatchObject([
    { person: 3, person_name: 'Zoë Ng', actual_start: '2027-06-01T09:05:00.000Z' },
  ])
  expect(unplanned.signedIn[0]!.id).toBeLessThan(0)
  expect(applyPending({ waiting: [], signedIn: [shift()] }, [entry({ shift: null })]).signedIn).toHaveLength(1)
  expect(applyPending({ waiting: [], signedIn: [shift()] }, [entry({ sign: 'out', shift: null })]).signedIn).toEqual([])
})

test('an unsent sign-out shows the hours that the server will count', () => {
  expect(endShift(shift({ actual_start: '2027-06-01T09:24:00.000Z' }), '2027-06-01T13:36:00.000Z').hours).toBe(4.2)
})

const meant = (step: Partial<Extract<Step, { at: 'time' }>>, at: string, now: string) =>
  resolveInstant({ at: 'time', sign: 'in', person: zoe, role: null, shift: null, ...step } as never, at, {
    now,
    zone: 'Australia/Sydney',
  })

test('a time is on the site’s day, whatever the device’s clock', () => {
  expect(meant({}, '22:10', '2027-06-01T12:00:00Z')).toBe('2027-06-01T12:10:00Z')
  // At ten past midnight in Sydney, ten to twelve was yesterday.
  expect(meant({}, '23:50', '2027-06-01T14:10:00Z')).toBe('2027-06-01T13:50:00Z')
  expect(meant({}, '00:05', '2027-06-01T14:10:00Z')).toBe('2027-06-01T14:05:00Z')
})

test('in the repeated hour a time is the one nearest to now', () => {
  // On 4 April 2027 at 3:00 clocks in Sydney go back to 2:00: 15:30 and 16:30 UTC are both 2:30.
  expect(meant({}, '02:30', '2027-04-03T15:40:00Z')).toBe('2027-04-03T15:30:00Z')
  expect(meant({}, '02:30', '2027-04-03T16:40:00Z')).toBe('2027-04-03T16:30:00Z')
})

test('ten minutes early for midnight is the evening before', () => {
  const night = shift({ start: '2027-06-01T14:00:00Z', end: '2027-06-01T18:00:00Z' })
  expect(meant({ shift: night }, '23:50', '2027-06-01T13:51:00Z')).toBe('2027-06-01T13:50:00Z')
})

test('a planned night shift ends after midnight', () => {
  const night = shift({
    start: '2027-06-01T12:00:00Z',
    end: '2027-06-01T20:00:00Z',
    actual_start: '2027-06-01T12:00:00Z',
  })
  expect(meant({ sign: 'out', shift: night } as never, '05:55', '2027-06-01T20:00:00Z')).toBe('2027-06-01T19:55:00Z')
})

test('steps wrap around midnight, and corrections are the previous quarters', () => {
  expect([addMinutes('23:59', 1), addMinutes('00:30', -60), addMinutes('09:05', 60)]).toEqual([
    '00:00',
    '23:30',
    '10:05',
  ])
  expect(quartersBefore('11:10')).toEqual(['11:00', '10:45'])
  expect(quartersBefore('11:00')).toEqual(['10:45', '10:30'])
  expect(quartersBefore('00:05')).toEqual(['00:00', '23:45'])
})

test('asks about a forgotten shift of an earlier day before the next sign-in', () => {
  const zone = 'Europe/London'
  const open = shift({ actual_start: '2027-06-01T09:05:00.000Z' })
  expect(isForgotten(open, '2027-06-02T08:00:00.000Z', zone)).toBe(true)
  expect(isForgotten(open, '2027-06-01T22:00:00.000Z', zone)).toBe(false)
  expect(isForgotten({ ...open, end: '2027-06-02T09:00:00.000Z' }, '2027-06-02T08:00:00.000Z', zone)).toBe(false)
  expect(isForgotten(shift(), '2027-06-02T08:00:00.000Z', zone)).toBe(false)
  expect(afterForgotten(time, 3, [open])).toEqual({ at: 'forgotten', shift: open, next: time })
  expect(afterForgotten(time, 4, [open])).toBe(time)
  expect(afterForgotten(time, 3, [{ ...open, actual_start: '2027-06-01T14:00:00.000Z' }])).toBe(time)
})
