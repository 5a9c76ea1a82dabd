import { expect, test } from 'vitest'
import { MESSAGE_STATES } from '#server/deliveries/contract.ts'
import { EXCLUSIONS } from '#server/messages/audience/contract.ts'
import { recipientWords } from './words.ts'

const KINDS = ['email', 'sms'] as const

test('every state has a sentence', () => {
  for (const kind of KINDS)
    for (const state of MESSAGE_STATES) expect(recipientWords({ kind, state, reason: null })).toMatch(/^[A-Z].+\.$/)
})

test('every reason of an exclusion has a sentence of its own', () => {
  const texts = EXCLUSIONS.map((reason) => recipientWords({ kind: 'sms', state: 'skipped', reason }))
  expect(new Set(texts).size).toBe(EXCLUSIONS.length)
  expect(texts).not.toContain(recipientWords({ kind: 'sms', state: 'skipped', reason: 'of no known kind' }))
})

test('a delivery that the provider put off is told from one that was not tried yet', () => {
  expect(recipientWords({ kind: 'email', state: 'queued', reason: null, wasRefused: true })).toContain('tried again')
  expect(recipientWords({ kind: 'email', state: 'queued', reason: null })).toBe('Waits to be sent.')
})
