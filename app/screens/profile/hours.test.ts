import { expect, test } from 'vitest'
import { daysOfEnd, daysOfStart } from './hours.ts'

const zone = 'Europe/London'
const evening = { start: '2027-07-10T17:00Z', end: '2027-07-10T22:00Z', actual_start: null, actual_end: null }
const night = { ...evening, end: '2027-07-11T05:00Z' }

test('a shift of one day starts on it, and ends on it or after midnight', () => {
  expect(daysOfStart(evening, zone)).toEqual(['2027-07-10'])
  expect(daysOfEnd(evening, zone)).toEqual(['2027-07-10', '2027-07-11'])
})

test('a night has two days, in the zone of the site', () => {
  expect(daysOfStart(night, zone)).toEqual(['2027-07-10', '2027-07-11'])
  expect(daysOfEnd(night, zone)).toEqual(['2027-07-10', '2027-07-11', '2027-07-12'])
  expect(daysOfStart({ ...evening, end: '2027-07-10T23:30Z' }, zone)).toEqual(['2027-07-10', '2027-07-11'])
})

test('what is recorded is always among them', () => {
  const odd = { ...evening, actual_start: '2027-07-09T17:00Z', actual_end: '2027-07-14T17:00Z' }
  expect(daysOfStart(odd, zone)).toContain('2027-07-09')
  expect(daysOfEnd(odd, zone)).toEqual(['2027-07-09', '2027-07-10', '2027-07-11', '2027-07-14'])
})
