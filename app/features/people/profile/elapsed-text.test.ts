import { expect, test } from 'vitest'
import { elapsedText } from './elapsed-text.ts'

test('formats whole minutes, and hours once there are some', () => {
  const since = '2027-05-01T09:00:00Z'
  expect(elapsedText(since, '2027-05-01T09:00:59Z')).toBe('0 min')
  expect(elapsedText(since, '2027-05-01T09:46:00Z')).toBe('46 min')
  expect(elapsedText(since, '2027-05-01T10:46:59Z')).toBe('1 h 46 min')
  expect(elapsedText(since, '2027-05-02T10:00:00Z')).toBe('25 h 0 min')
  expect(elapsedText(since, '2027-05-01T08:59:00Z')).toBe('0 min')
})
