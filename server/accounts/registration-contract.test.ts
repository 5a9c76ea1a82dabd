import { describe, expect, test } from 'vitest'
import { isCompleteForm, newPasswordForm, registerForm } from './registration-contract.ts'

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries([...(result.error?.issues ?? [])].reverse().map(({ path, message }) => [String(path[0]), message]))

const filled = { email: 'a@example.org', name: 'Ann', phone: '', password: 'secret words', repeat: 'secret words' }

describe('the register form', () => {
  test.each([
    ['account-required', {}, {}],
    ['account-required', { name: ' ', email: 'x' }, { name: 'Required.', email: 'Invalid email.' }],
    ['account-required', { email: '' }, { email: 'Required.' }],
    ['account-required', { password: '', repeat: '' }, { password: 'Required.', repeat: 'Required.' }],
    ['account-required', { repeat: 'other' }, { repeat: 'Passwords must match.' }],
    [
      'account-required',
      { phone: 'not a number' },
      { phone: 'Phone number must include the country code and not contain spaces.' },
    ],
    ['details-required', { repeat: '' }, {}],
    ['details-required', { password: '', repeat: '' }, { password: 'Required.' }],
    ['initial', { password: '', repeat: '' }, {}],
  ])('validates %s with %j: %j', (state, over, expected) => {
    expect(messages(registerForm.safeParse({ ...filled, state, ...over }))).toEqual(expected)
    expect(isCompleteForm({ ...filled, state, ...over })).toBe(Object.keys(expected).length === 0)
  })

  test('does not trim a password', () => {
    const given = { ...filled, state: 'account-required', password: '  a b  ', repeat: '  a b  ' }
    expect(registerForm.parse(given)).toMatchObject({ password: '  a b  ', email: 'a@example.org' })
  })
})

test('requires the new password twice', () => {
  expect(messages(newPasswordForm.safeParse({ password: '', repeat: '' }))).toEqual({
    password: 'Required.',
    repeat: 'Required.',
  })
  expect(messages(newPasswordForm.safeParse({ password: 'a', repeat: 'b' }))).toEqual({
    repeat: 'Passwords must match.',
  })
})
