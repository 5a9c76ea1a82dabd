import { expect, test } from 'vitest'
import {
  askedAgainText,
  daysAheadText,
  declineManyText,
  declineText,
  type LinkShift,
  namedText,
  roleText,
} from './answer-words.ts'

const when = {
  short: (at: string) => at.slice(0, 10),
  range: (a: string, b: string) => `${a.slice(11, 16)} – ${b.slice(11, 16)}`,
}
const shift = (over: Partial<LinkShift> = {}): LinkShift => ({
  id: 1,
  event: 'Race',
  start: '2026-11-28T08:00:00.000Z',
  end: '2026-11-28T12:00:00.000Z',
  location: 'Pontoon',
  assignment: null,
  role: 'Race Officer',
  answer: 'asked',
  sought: false,
  changed: false,
  stated: 'as it is',
  ...over,
})

test('days are counted on the calendar of the site', () => {
  expect(daysAheadText('2026-11-22T00:30:00Z', '2026-11-21T23:30:00Z', 'Europe/London')).toBe('tomorrow')
  expect(daysAheadText('2026-11-22T00:30:00Z', '2026-11-21T23:30:00Z', 'Australia/Sydney')).toBe('today')
  expect(daysAheadText('2026-11-28T09:00:00Z', '2026-11-21T11:10:00Z', 'Europe/London')).toBe('in 7 days')
  expect(daysAheadText('2026-11-20T09:00:00Z', '2026-11-21T11:10:00Z', 'Europe/London')).toBe('')
})

test('a moved shift shows its previous time, an answered one shows nothing', () => {
  const before = { start: '2026-11-28T09:00:00.000Z', end: '2026-11-28T13:00:00.000Z', location: 'Old Quay' }
  expect(askedAgainText(shift({ before }), when)).toBe(
    'This shift has changed since you answered, so we ask again: it was 2026-11-28, 09:00 – 13:00, and the place was Old Quay.',
  )
  expect(askedAgainText(shift({ before, answer: 'confirmed' }), when)).toBe('')
  expect(askedAgainText(shift(), when)).toBe('')
})

test('a shift that changed after its message shows the message’s version, also once it is answered', () => {
  const told = { start: shift().start, end: shift().end, location: 'Pontoon', assignment: 'Start line', role: null }
  for (const answer of ['asked', 'confirmed'] as const)
    expect(askedAgainText(shift({ before: told, changed: true, answer }), when)).toBe(
      'This shift has changed since this message was sent: your part was Start line.',
    )
})

test('a role follows its assignment', () => {
  expect(roleText(shift({ assignment: 'Start line' }))).toBe('Start line · Race Officer')
  expect(roleText(shift({ role: null }))).toBe('')
})

test('several shifts are named by their days, and by day and time where they share one', () => {
  const [morning, noon] = [shift(), shift({ start: '2026-11-28T12:00:00.000Z' })]
  const other = shift({ start: '2026-11-29T08:00:00.000Z' })
  const named = { ...when, time: (at: string) => at.slice(11, 16) }
  expect(namedText([morning, other], named)).toBe('2026-11-28 and 2026-11-29')
  expect(namedText([morning, noon, other], named)).toBe('2026-11-28, 08:00, 2026-11-28, 12:00 and 2026-11-29, 08:00')
})

test('the consequence of a no depends on the time left', () => {
  const far = shift({ start: '2026-11-28T08:00:00.000Z' })
  const near = shift({ start: '2026-11-23T07:59:00.000Z' })
  const now = '2026-11-21T08:00:00.000Z'
  const message = 'the coordinators get a message now'
  expect(declineText(far, now)).toBe('We’ll look for cover. It stays yours until someone takes it')
  expect(declineText(shift({ start: '2026-11-23T08:00:00.000Z' }), now)).not.toContain(message)
  expect(declineText(near, now)).toContain(`We’ll look for cover, and ${message}. It stays yours`)
  expect(declineManyText([far, far], now)).not.toContain(message)
  expect(declineManyText([far, near], now)).toContain(`${message} for shifts less than 48 hours away`)
  expect(declineManyText([near, near], now)).toContain(`${message}.`)
})
