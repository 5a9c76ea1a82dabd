import { expect, test } from 'vitest'
import type { Recipient } from '#server/deliveries/rules.ts'
import { firstReader, inNameOrder, noMessageWords } from './rules.ts'

const reachable: Recipient = {
  ...{ id: 1, is_active: true, erased: false, email: 'ann@club.test', phone: '+447700900001' },
  ...{
    sms_verified: true,
    sms_notifications: true,
    email_notifications: true,
    email_reminders: true,
    email_newsletters: true,
  },
  ...{ email_blocked: null, sms_blocked: false },
}

test.each([
  ['both channels', {}, ''],
  ['a text only', { email: '' }, ''],
  ['an email only', { phone: null }, ''],
  ['neither', { email: '', sms_verified: false }, 'Has no email address. Has not verified the phone number.'],
] as const)('%s reaches someone', (_what, over, words) => {
  expect(noMessageWords({ ...reachable, ...over }, { sms_enabled: true })).toBe(words)
})

test('without site texts a phone number reaches no one', () => {
  expect(noMessageWords({ ...reachable, email: '' }, { sms_enabled: false })).toBe(
    'Has no email address. Texts are switched off for this club.',
  )
})

test('the longest name is read first, and lists are in the order of names', () => {
  const people = [
    { person: 1, name: 'Zoë' },
    { person: 2, name: 'Maximilian' },
    { person: 3, name: 'Ann' },
    { person: 4, name: 'Ann' },
  ]
  expect(firstReader(people)).toBe(2)
  expect(firstReader([])).toBe(null)
  expect(inNameOrder(people).map(({ person }) => person)).toEqual([3, 4, 2, 1])
})
