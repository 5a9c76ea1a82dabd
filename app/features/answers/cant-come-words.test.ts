import { expect, test } from 'vitest'
import { findCoverText, ladderText, swapsText, tellText, timeLeftText, urgentText, waysAt } from './cant-come-words.ts'

const START = new Date('2027-06-20T09:00:00Z')
const before = (hours: number) => new Date(START.getTime() - hours * 3_600_000)

test.each([
  [24 * 8, 'There are 8 days left.'],
  [48, 'There are 2 days left.'],
  [47.9, 'It starts in 47 hours.'],
  [1.5, 'It starts in 1 hour.'],
  [0.5, 'It starts in less than an hour.'],
])('%d hours before the start', (hours, words) => expect(timeLeftText(START, before(hours))).toBe(words))

test.each([
  [24 * 8, /^We ask up to 3 suitable people, and 3 more every day, never at night/],
  [24 * 3, /^We ask up to 5 suitable people, and 5 more every 4 hours/],
  [20, /^We ask up to 10 suitable people, and 10 more every hour/],
  [3, /^We ask everyone suitable now/],
])('the ladder %d hours before the start', (hours, words) =>
  expect(ladderText(START, before(hours), {})).toMatch(words),
)

test.each([
  [
    24 * 3,
    { people: 4 },
    /^We ask 4 suitable people now, and 5 more every 4 hours, never/,
    'Find cover, ask 4 people now',
  ],
  [24 * 3, { people: 1 }, /^We ask 1 suitable person now, and 5 more/, 'Find cover, ask 1 person now'],
  [
    24 * 3,
    { people: 1, waits: true },
    /^We ask the first person on the waiting list now/,
    'Find cover, ask 1 person now',
  ],
  [
    24 * 3,
    { people: 5, at: '2027-06-18T08:00:00Z' },
    /^We ask 5 suitable people on Fri at 08:00, and 5 more/,
    'Find cover',
  ],
  [3, { people: 12 }, /^We ask 12 suitable people now\. First to say yes gets it\.$/, 'Find cover, ask 12 people now'],
  [3, { people: 0 }, /^No one suitable is free\. The coordinators/, 'Find cover'],
])('%d hours before the start, with %o asked first', (hours, more, words, verb) => {
  const first = { waits: false, at: null, coordinator: null, ...more }
  expect(ladderText(START, before(hours), { first, at: first.at && 'Fri at 08:00' })).toMatch(words)
  expect(findCoverText(first)).toBe(verb)
})

test('a member may leave a shift immediately only where the site allows it, and in time', () => {
  const site = { allow_release: true, release_days: 14 }
  expect(waysAt(START, before(24 * 15), site)).toContain('release')
  expect(waysAt(START, before(24 * 13), site)).not.toContain('release')
  expect(waysAt(START, before(24 * 15), { ...site, allow_release: false })).not.toContain('release')
})

test('shows how many swaps fit, and names a sole coordinator', () => {
  expect([null, 0, 1, 2].map(swapsText)).toEqual(['', '', '1 swap fits today', '2 swaps fit today'])
  expect(tellText(null).label).toBe('Just tell the coordinators')
  expect(tellText('Siobhán')).toEqual({
    label: 'Just tell Siobhán',
    text: 'No one else will be asked. Siobhán will decide what to do.',
    verb: 'Tell Siobhán',
  })
})

test('shortly before, each way shows when the coordinators are notified', () => {
  for (const way of ['cover', 'tell'] as const) expect(urgentText(way)).toBe('The coordinators get a message now.')
  for (const way of ['somebody', 'swap'] as const)
    expect(urgentText(way)).toContain('as soon as you have asked someone')
})
