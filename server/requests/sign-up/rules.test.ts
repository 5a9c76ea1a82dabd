import { expect, test } from 'vitest'
import { canSignUpToMore, signUpRefusal } from './rules.ts'

const NOW = new Date('2027-07-10T09:00:00Z')
const at = (time: string) => new Date(`2027-07-10T${time}:00Z`)

test('accepts sign-ups to a running event, not to a past or archived one', () => {
  expect(signUpRefusal({ end: at('09:00'), archived: false, decision: null }, NOW)).toBeNull()
  expect(signUpRefusal({ end: at('08:59'), archived: false, decision: null }, NOW)).toBe('This event is over.')
  expect(signUpRefusal({ end: at('12:00'), archived: true, decision: null }, NOW)).toBe('This event is no longer open.')
})

test('offers signing up to all only if a coming event has no request', () => {
  expect(canSignUpToMore([])).toBe(false)
  expect(canSignUpToMore([{ over: false, requested: true }])).toBe(false)
  expect(canSignUpToMore([{ over: true, requested: false }])).toBe(false)
  expect(
    canSignUpToMore([
      { over: false, requested: true },
      { over: false, requested: false },
    ]),
  ).toBe(true)
})
