import { expect, test } from 'vitest'
import { SHIFT_MESSAGE_KINDS } from '#server/deliveries/contract.ts'
import { kindText } from './kind-text.ts'

test('every message about a shift has words of its own', () => {
  const texts = SHIFT_MESSAGE_KINDS.map((kind) => kindText(kind))
  expect(new Set(texts).size).toBe(SHIFT_MESSAGE_KINDS.length)
  expect(texts.join()).not.toContain('.')
})

test('a message that an admin wrote is named by its subject, and a text as a message', () => {
  expect(kindText('bulk:4', 'Season opens')).toBe('Season opens')
  expect(kindText('bulk:4')).toBe('Message')
  expect(kindText('account.password_changed')).toBe('Account password changed')
})
