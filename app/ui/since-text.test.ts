import { expect, test } from 'vitest'
import { ANYONES_FORMATS, agoText, endText, sinceText } from './since-text.ts'

test.for([
  ['2027-06-05T03:27:00Z', '13:27'],
  ['2027-06-04T03:27:00Z', 'yesterday 13:27'],
  ['2027-06-04T13:30:00Z', 'yesterday 23:30'],
  ['2027-06-02T03:27:00Z', 'Wed 2 Jun 13:27'],
] as const)('%s is %s on Saturday 5 June in Sydney', ([instant, text]) => {
  expect(sinceText(instant, '2027-06-05T08:00:00Z', 'Australia/Sydney', ANYONES_FORMATS)).toBe(text)
})

test.for([
  ['2027-06-05T08:00:10Z', 'just now'],
  ['2027-06-05T07:58:30Z', 'just now'],
  ['2027-06-05T07:58:00Z', '2 minutes ago'],
  ['2027-06-05T07:00:01Z', '59 minutes ago'],
  ['2027-06-05T03:27:00Z', 'today 13:27'],
  ['2027-06-04T03:27:00Z', 'yesterday 13:27'],
  ['2026-12-30T03:27:00Z', 'Wed 30 Dec 14:27'],
  ['2026-06-30T03:27:00Z', 'Tue 30 Jun'],
] as const)('%s was %s', ([instant, text]) => {
  expect(agoText(instant, '2027-06-05T08:00:00Z', 'Australia/Sydney', ANYONES_FORMATS)).toBe(text)
})

test.for([
  ['2027-06-05T00:00:00Z', '2027-06-05T03:27:00Z', '13:27'],
  ['2027-06-04T00:00:00Z', '2027-06-04T03:27:00Z', '13:27'],
  ['2027-06-04T13:30:00Z', '2027-06-04T16:30:00Z', '02:30 today'],
  ['2027-06-03T13:30:00Z', '2027-06-03T16:30:00Z', '02:30 yesterday'],
  ['2027-05-31T13:30:00Z', '2027-06-01T16:30:00Z', '02:30 on Wed 2 Jun'],
] as const)('a shift that began %s ends at %s', ([start, end, text]) => {
  expect(endText(end, { start, now: '2027-06-05T08:00:00Z', zone: 'Australia/Sydney', ...ANYONES_FORMATS })).toBe(text)
})
