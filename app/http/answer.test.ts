import { expect, test } from 'vitest'
import { firstMessage } from '../collections/answer-messages.ts'
import { fieldError, formError } from './answer.ts'

const problem = { name: ['Required.', 'Too short.'], non_field_errors: ['The first.', 'The second.'] }

test('a banner shows the first of non_field_errors, a field its first message', () => {
  expect(formError({ problem, status: 400 })).toBe('The first.')
  expect(fieldError({ problem, status: 400 }, 'name')).toBe('Required.')
  expect(firstMessage(problem, ['name'])).toBe('The first.')
})

test('a detail takes precedence, and an accepted form has no message', () => {
  expect(formError({ problem: { ...problem, detail: 'Not now.' }, status: 409 })).toBe('Not now.')
  for (const answer of [undefined, null, 'text', { sent: true }, { problem: {}, status: 400 }])
    expect(formError(answer)).toBeUndefined()
})
