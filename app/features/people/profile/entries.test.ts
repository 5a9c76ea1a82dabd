import { expect, test } from 'vitest'
import { displayValue, entryWrite } from './entries.ts'
import { passwordProblems } from './password-dialog.tsx'

const stored = { id: 3, entry: { id: 9, value: 'old' } }
const fresh = { id: 3, entry: null }

test('an empty value deletes, a value updates or creates, and nothing sends nothing', () => {
  expect(entryWrite(stored, ' ', 1)).toEqual({ method: 'DELETE', path: '/api/profileentries/9/' })
  expect(entryWrite(stored, 'new', 1)).toMatchObject({ method: 'PUT', body: [{ id: 9, value: 'new' }] })
  expect(entryWrite(fresh, 'new', 1)).toMatchObject({
    method: 'POST',
    body: [{ entry_type: 3, person: 1, value: 'new' }],
  })
  expect(entryWrite(fresh, '', 1)).toBeNull()
})

test.each(['0', 'false'])('%s is a value', (value) => {
  expect(entryWrite(stored, value, 1)).toMatchObject({ method: 'PUT' })
  expect(entryWrite(fresh, value, 1)).toMatchObject({ method: 'POST' })
})

test('a boolean is formatted as a word', () => {
  expect([displayValue('boolean', 'false'), displayValue('boolean', undefined), displayValue('number', '0')]).toEqual([
    'No',
    '',
    '0',
  ])
})

test('requires a new password, twice, and the current one', () => {
  expect(passwordProblems({ password: '', new_password: '', repeat: '' })).toEqual({
    password: 'Required.',
    new_password: 'Required.',
    repeat: 'Required.',
  })
  expect(passwordProblems({ password: 'a', new_password: 'b', repeat: 'c' })).toEqual({
    repeat: 'Passwords must match.',
  })
  expect(passwordProblems({ password: 'a', new_password: 'b', repeat: 'b' })).toEqual({})
})
