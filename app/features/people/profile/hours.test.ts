import { expect, test } from 'vitest'
import { endDays, startDays } from './hours.ts'

const zone = 'Europe/London'
const evening = { start: '2027-07-10T17:00Z', end: '2027-07-10T22:00Z', actual_start: null, actual_end: null }
const night = { ...evening, end: '2027-07-11T05:00Z' }

test('a shift of one day starts on it, and ends on it or after midnight', () => {
  expect(startDays(evening, zone)).toEqual(['2027-07-10'])
  expect(endDays(evening, zone)).toEqual(['2027-07-10', '2027-07-11'])
})

test('a night has two days, in the zone of the site', () => {
  expect(startDays(night, zone)).toEqual(['2027-07-10', '2027-07-11'])
  expect(endDays(night, zone)).toEqual(['2027-07-10', '2027-07-11', '2027-07-12'])
  expect(startDays({ ...evening, end: '2027-07-10T23:30Z' }, zone)).toEqual(['2027-07-10', '2027-07-11'])
})

test('the recorded days are always included', () => {
  const odd = { ...evening, actual_start: '2027-07-09T17:00Z', actual_end: '2027-07-14T17:00Z' }
  expect(startDays(odd, zone)).toContain('2027-07-09')
  expect(endDays(odd, zone)).toEqual(['2027-07-09', '2027-07-10', '2027-07-11', '2027-07-14'])
})
