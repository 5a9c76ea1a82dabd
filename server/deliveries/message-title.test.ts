import '#server/registry.ts'
import { expect, test } from 'vitest'
import { SHIFT_MESSAGE_KINDS } from './contract.ts'
import { messageTitle } from './message-title.ts'

test('every message about a shift has its own title', () => {
  const texts = SHIFT_MESSAGE_KINDS.map((kind) => messageTitle(kind))
  expect(new Set(texts).size).toBe(SHIFT_MESSAGE_KINDS.length)
  expect(texts.join()).not.toContain('.')
})

test('a message to many is named by its subject, and a text as a message', () => {
  expect(messageTitle('bulk:4', 'Season opens')).toBe('Season opens')
  expect(messageTitle('bulk:4')).toBe('Message')
  expect(messageTitle('account.password_changed')).toBe('Account password changed')
})
