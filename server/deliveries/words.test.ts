import { expect, test } from 'vitest'
import { EXCLUSIONS } from '#server/messages/audience/contract.ts'
import { CHANNELS, MESSAGE_STATES } from './contract.ts'
import { deliveryWords, ownDeliveryWords } from './words.ts'

const READERS = [deliveryWords, ownDeliveryWords]

test('every state has a sentence', () => {
  for (const words of READERS)
    for (const channel of CHANNELS)
      for (const state of MESSAGE_STATES) expect(words({ channel, state, reason: null })).toMatch(/^[A-Z].+\.$/)
})

test('every reason of an exclusion has a distinct sentence', () => {
  for (const words of READERS) {
    const texts = EXCLUSIONS.map((reason) => words({ channel: 'sms', state: 'skipped', reason }))
    expect(new Set(texts).size).toBe(EXCLUSIONS.length)
    expect(texts).not.toContain(words({ channel: 'sms', state: 'skipped', reason: 'of no known kind' }))
  }
})

test('a number that answered STOP is distinguished from a message that was stopped', () => {
  expect(deliveryWords({ channel: 'sms', state: 'skipped', reason: 'stopped' })).toContain('STOP')
  expect(deliveryWords({ channel: 'sms', state: 'cancelled', reason: 'stopped' })).toBe('Stopped before it was sent.')
})

test('a delivery deferred by the provider is distinguished from one that was not tried yet', () => {
  expect(deliveryWords({ channel: 'email', state: 'queued', reason: null, wasRefused: true })).toContain('try again')
  expect(deliveryWords({ channel: 'email', state: 'queued', reason: null })).toBe('Waiting to be sent.')
  expect(deliveryWords({ channel: 'email', state: 'queued', reason: null, isHeld: true })).toContain('paused')
})

test('people read about themselves, and nothing of providers', () => {
  for (const state of MESSAGE_STATES)
    expect(ownDeliveryWords({ channel: 'email', state, reason: 'opted_out', wasRefused: true })).not.toMatch(
      /provider|^Has /i,
    )
})

test('a temporarily bounced email states the cause', () => {
  const returned = { channel: 'email', state: 'failed', reason: 'mailbox_full' } as const
  for (const words of READERS) expect(words(returned)).toBe('Came back: the mailbox is full.')
  expect(deliveryWords({ ...returned, reason: '30003' })).toBe('The provider refused it. It can be tried again.')
})
