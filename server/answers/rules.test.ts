import { expect, test } from 'vitest'
import { type AnsweredShift, answerVerdict, declineDue, isUrgent, mayRelease, timeLeft } from './rules.ts'

const NOW = new Date('2026-11-21T11:10:00Z')
const SITE = { allow_release: true, release_days: 14 }
const shift = (over: Partial<AnsweredShift> = {}): AnsweredShift => ({
  person: 1,
  person_start: new Date('2026-12-12T09:00:00Z'),
  has_begun: false,
  is_published: true,
  is_off: false,
  is_live: true,
  answer: 'asked',
  ...over,
})
const verdict = (
  of: AnsweredShift | undefined,
  input: { answer: 'confirmed' | 'declined' | 'asked'; release?: boolean },
  who: { me?: number | null; admin?: boolean; site?: typeof SITE } = {},
) => {
  const found = answerVerdict(of, { release: false, ...input }, { me: 1, admin: false, now: NOW, site: SITE, ...who })
  return found.ok ? found.state : found.reason
}

test('a person answers for their own shift, and takes the answer back', () => {
  expect(verdict(shift(), { answer: 'confirmed' })).toBe('confirmed')
  expect(verdict(shift(), { answer: 'declined' })).toBe('seeking_cover')
  expect(verdict(shift({ answer: 'confirmed' }), { answer: 'asked' })).toBe('asked')
})

test('only a coordinator answers for someone else', () => {
  expect(verdict(shift(), { answer: 'confirmed' }, { me: 2 })).toBe('not_yours')
  expect(verdict(shift(), { answer: 'confirmed' }, { me: 2, admin: true })).toBe('confirmed')
})

test.each([
  ['a shift that does not exist', undefined, 'missing'],
  ['an unpublished shift', shift({ is_published: false }), 'missing'],
  ['an open shift', shift({ person: null }), 'open'],
  ['a shift that began on the clock', shift({ person_start: NOW }), 'begun'],
  ['a shift that was started early', shift({ has_begun: true }), 'begun'],
  ['a shift of an event that is called off', shift({ is_off: true, is_live: false }), 'called_off'],
  ['a shift of an archived event', shift({ is_live: false }), 'archived'],
] as const)('no one answers for %s', (_, of, reason) => {
  expect(verdict(of, { answer: 'confirmed' })).toBe(reason)
})

test('an admin learns that a shift is not published yet', () => {
  expect(verdict(shift({ is_published: false }), { answer: 'confirmed' }, { me: 2, admin: true })).toBe('unpublished')
})

test('a member leaves a shift early enough where the site allows it; an admin takes anyone off', () => {
  const soon = shift({ person_start: new Date('2026-12-05T11:10:00Z') })
  expect(verdict(shift(), { answer: 'declined', release: true })).toBe('released')
  expect(verdict(soon, { answer: 'declined', release: true })).toBe('release_not_allowed')
  expect(verdict(soon, { answer: 'declined', release: true }, { me: 2, admin: true })).toBe('released')
  const strict = { ...SITE, allow_release: false }
  expect(verdict(shift(), { answer: 'declined', release: true }, { site: strict })).toBe('release_not_allowed')
})

test('the release deadline and the 48 hours of an urgent decline are exact to the second', () => {
  expect(mayRelease(new Date('2026-12-05T11:10:01Z'), NOW, SITE)).toBe(true)
  expect(mayRelease(new Date('2026-12-05T11:10:00Z'), NOW, SITE)).toBe(false)
  expect(isUrgent(new Date('2026-11-23T11:09:59Z'), NOW)).toBe(true)
  expect(isUrgent(new Date('2026-11-23T11:10:00Z'), NOW)).toBe(false)
})

test.each([
  ['2026-11-21T11:40:00Z', 'in less than an hour'],
  ['2026-11-21T12:40:00Z', 'in 1 hour'],
  ['2026-11-23T10:40:00Z', 'in 47 hours'],
  ['2026-11-25T11:10:00Z', 'in 4 days'],
])('what starts at %s starts %s', (start, words) => {
  expect(timeLeft(new Date(start), new Date('2026-11-21T11:10:00Z'))).toBe(words)
})

const at = (hour: number) => new Date(Date.parse('2027-03-01T00:00Z') + hour * 3_600_000)
test.each([
  ['the first', 100, [], 0],
  ['another within the hour', 100, [{ person: 1, at: at(-0.5) }], 0.5],
  ['one that waits already', 100, [{ person: 1, at: at(0.75) }], 1.75],
  ['of someone else', 100, [{ person: 2, at: at(-0.5) }], 0],
  ['with little time left', 47, [{ person: 1, at: at(-0.5) }], 0],
  ['the seventh of a day', 47, [1, 2, 3, 4, 5, 6].map((hour) => ({ person: hour, at: at(-hour) })), 18],
])('%s is told in its time', (_, left, told, hour) => {
  expect(declineDue({ person: 1, start: at(left), due: at(0) }, told)).toEqual(at(hour))
})
