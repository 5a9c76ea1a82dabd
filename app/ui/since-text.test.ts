import { expect, test } from 'vitest'
import { sinceText } from './since-text.ts'

test.for([
  ['2027-06-05T03:27:00Z', '13:27'],
  ['2027-06-04T03:27:00Z', 'yesterday 13:27'],
  ['2027-06-04T13:30:00Z', 'yesterday 23:30'],
  ['2027-06-02T03:27:00Z', 'Wed 2 Jun 13:27'],
] as const)('%s is %s on Saturday 5 June in Sydney', ([instant, text]) => {
  expect(sinceText(instant, '2027-06-05T08:00:00Z', 'Australia/Sydney')).toBe(text)
})
