import { expect, test } from 'vitest'
import { durationText, hoursText, monthsText } from './duration-text.ts'

test('lengths are formatted in hours and minutes, validity in years or months', () => {
  expect([450, 180, 45, null].map(durationText)).toEqual(['7 h 30 min', '3 h', '45 min', ''])
  expect([60, 12, 18, 1].map(monthsText)).toEqual(['5 years', '1 year', '18 months', '1 month'])
})

test('recorded hours are hours and minutes, never decimals', () => {
  expect([4.4667, 7.75, 0, 0.001, 10].map(hoursText)).toEqual(['4 h 28 min', '7 h 45 min', '0 h', '0 h', '10 h'])
})
