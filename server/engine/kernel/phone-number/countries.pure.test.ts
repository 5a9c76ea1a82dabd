import { expect, test } from 'vitest'
import { COUNTRIES, callingCodeOf, countryOfLanguage, isCountry } from './countries.pure.ts'

test.each([
  ['GB', '+44'],
  ['AU', '+61'],
  ['FR', '+33'],
  ['XX', ''],
])('%s is dialled with "%s"', (country, code) => expect(callingCodeOf(country)).toBe(code))

test.each([
  ['en-AU', 'AU'],
  ['zh-Hant-HK', 'HK'],
  ['en', null],
  ['es-419', null],
  ['', null],
])('the language "%s" belongs to %s', (language, country) => expect(countryOfLanguage(language)).toBe(country))

test('every country has a name of two letters and a calling code', () => {
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length)
  for (const country of COUNTRIES) expect(`${country} ${callingCodeOf(country)}`).toMatch(/^[A-Z]{2} \+[1-9]\d{0,2}$/)
  expect([isCountry('GB'), isCountry('gb'), isCountry(44)]).toEqual([true, false, false])
})
