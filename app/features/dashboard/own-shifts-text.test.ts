import { expect, test } from 'vitest'
import { ownShiftsText } from './own-shifts-text.ts'

const [ahead, running, off] = [
  { began: false, called_off: false },
  { began: true, called_off: false },
  { began: false, called_off: true },
]

test.each([
  [[], 'You have no shifts coming up.'],
  [[off], 'You have no shifts coming up.'],
  [[ahead, off], 'You have one shift coming up.'],
  [[ahead, ahead], 'You have 2 shifts coming up.'],
  [[running], 'You are on shift now.'],
  [[running, ahead], 'You are on shift now, and one more is coming up.'],
  [[running, ahead, ahead], 'You are on shift now, and 2 more are coming up.'],
])('%j: %s', (shifts, text) => {
  expect(ownShiftsText(shifts, { name: 'Harbour', isNew: false })).toBe(text)
})

test('a club without a published shift welcomes its people', () => {
  expect(ownShiftsText([], { name: 'Harbour', isNew: true })).toBe('Welcome to Harbour.')
})
