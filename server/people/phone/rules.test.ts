import { expect, test } from 'vitest'
import { acceptsCodes, codeProblem, dialCode, keptUnverified } from './rules.ts'

test.each([
  ['+61412345678', true],
  ['+447912345678', true],
  ['+447624123456', true],
  ['+61212345678', false],
  ['+61190012345', false],
  ['+442079460000', false],
  ['+447012345678', false],
  ['+447612345678', false],
  ['+353871234567', false],
  ['+4479123456789', false],
  ['+8816123456789', false],
  ['+447700900123', true],
])('allows codes to %s: %s', (phone, gets) => {
  expect(acceptsCodes(phone, ['GB', 'AU'])).toBe(gets)
})

test('sends codes only to countries that the operator allows', () => {
  expect(acceptsCodes('+353871234567', ['IE'])).toBe(true)
  expect(acceptsCodes('+447912345678', ['IE'])).toBe(false)
  expect(acceptsCodes('+447700900123', [])).toBe(false)
  expect(keptUnverified(['IE', 'FR'])).toContain('mobile numbers in: Ireland, France.')
})

test('counts a day’s messages by dial code', () => {
  expect(dialCode('+447912345678')).toBe('+44')
  expect(dialCode('+353871234567')).toBe('+353')
  expect(dialCode('+16502530000')).toBe('+1')
})

const sent = new Date('2027-03-01T12:00:00Z')
const at = (ms: number) => new Date(sent.getTime() + ms)
const stored = (over = {}) => ({ phone: '+61412345678', tries: 0, expires_at: at(300_000), ...over })

test('expires a code after exactly five minutes', () => {
  expect(codeProblem(stored(), '+61412345678', at(300_000))).toBeNull()
  expect(codeProblem(stored(), '+61412345678', at(300_001))).toMatch(/expired/)
})

test('allows five tries, only for the code’s own number', () => {
  expect(codeProblem(stored({ tries: 4 }), '+61412345678', sent)).toBeNull()
  expect(codeProblem(stored({ tries: 5 }), '+61412345678', sent)).toMatch(/too many/)
  expect(codeProblem(stored(), '+61412345679', sent)).toMatch(/not sent to/)
  expect(codeProblem(undefined, '+61412345678', sent)).toBe('Please ask for a new code.')
})
