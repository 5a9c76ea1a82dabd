import { expect, test } from 'vitest'
import { emailStreams } from './contract.ts'

test.each([
  [['P7D', 'P1D'], 'One week before and one day before each of your shifts.'],
  [['P1D', 'P7D'], 'One week before and one day before each of your shifts.'],
  [['P7D'], 'One week before each of your shifts.'],
  [['P1D'], 'One day before each of your shifts.'],
  [[], 'This club doesn’t send any at the moment.'],
])('describes reminders of %j as they are sent', (offsets, hint) => {
  expect(emailStreams(offsets).find(({ name }) => name === 'email_reminders')?.hint).toBe(hint)
})
