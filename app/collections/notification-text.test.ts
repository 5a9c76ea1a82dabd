import { expect, test } from 'vitest'
import { notifiesText, recipientsSentence } from './notification-text.ts'

test('formats the number of notified people', () => {
  expect([0, 1, 4].map(notifiesText)).toEqual(['tells no one', 'tells 1 person', 'tells 4 people'])
})

test.each([
  [{ people: 0, names: [] }, 'No one will be notified.'],
  [{ people: 1, names: ['Ann Lee'] }, 'Ann Lee will be notified.'],
  [{ people: 2, names: ['Ann Lee', 'Bob Ray'] }, 'Ann Lee and Bob Ray will be notified.'],
  [{ people: 3, names: ['Ann Lee', 'Bob Ray'] }, 'Ann Lee, Bob Ray and 1 other will be notified.'],
  [{ people: 9, names: ['Ann Lee'] }, 'Ann Lee and 8 others will be notified.'],
])('%j: %s', (preview, words) => {
  expect(recipientsSentence(preview)).toBe(words)
})
