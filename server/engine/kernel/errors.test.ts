import { expect, test } from 'vitest'
import { DomainError } from './errors.ts'

test('a domain error of another bundle is recognised, and no other error is', () => {
  class Copy extends Error {
    override name = 'DomainError'
  }
  expect(new DomainError('conflict', 'x') instanceof DomainError).toBe(true)
  expect(new Copy('x') instanceof DomainError).toBe(true)
  for (const value of [new Error('x'), { name: 'DomainError' }, null, 'DomainError'])
    expect(value instanceof DomainError).toBe(false)
})
