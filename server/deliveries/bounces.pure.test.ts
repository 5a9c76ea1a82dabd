import { expect, test } from 'vitest'
import { bounceCause, boundedDetail } from './bounces.pure.ts'

test.each([
  ['NoEmail', undefined, 'no_mailbox'],
  ['General', '5.1.1', 'no_mailbox'],
  ['General', '5.1.10', 'no_mailbox'],
  ['General', '5.1.2', 'no_domain'],
  ['General', '5.2.2', 'mailbox_full'],
  ['General', '5.7.26', 'refused'],
  ['Suppressed', '5.1.1', 'suppressed'],
  ['General', '5.0.0', undefined],
  ['General', '4.2.2', undefined],
  ['constructor', 'x', undefined],
  [undefined, undefined, undefined],
] as const)('%s %s: %s', (subType, status, cause) => {
  expect(bounceCause(subType, status)).toBe(cause)
})

test('a provider’s text becomes one line of at most 300 characters', () => {
  expect(boundedDetail(' smtp;\r\n 550\tno  ')).toBe('smtp; 550 no')
  expect(boundedDetail('x'.repeat(1_000_000))).toBe('x'.repeat(300))
  expect([boundedDetail(' \n'), boundedDetail(''), boundedDetail(undefined)]).toEqual([undefined, undefined, undefined])
})
