import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, callingCodeOf, countryOfLanguage, listCountries } from '../countries/rules.ts'
import { doubtAbout, formatNational, formatPhone, phoneProblem, readPhone } from './rules.ts'

describe('a typed number', () => {
  test.each([
    ['07700 900482', 'GB', '+447700900482'],
    ['7700900482', 'GB', '+447700900482'],
    ['0 412 345 678', 'AU', '+61412345678'],
    ['000412345678', 'AU', '+61412345678'],
    ['+44 7700 900482', 'AU', '+447700900482'],
    ['0044 7700 900482', 'AU', '+447700900482'],
    ['0011 44 7700 900482', 'AU', '+447700900482'],
    ['00 61 412 345 678', 'GB', '+61412345678'],
    ['00412345678', 'AU', '+61412345678'],
    ['+44 (0)7700 900-482', 'AU', '+447700900482'],
    ['+61\u00a0412\u202f345 678', 'GB', '+61412345678'],
    ['０７７００ ９００４８２', 'GB', '+447700900482'],
    ['+353 85 012 3456', 'AU', '+353850123456'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06/12.34.56.78', 'FR', '+33612345678'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['(650) 253-0000', 'US', '+16502530000'],
    ['090-1234-5678', 'JP', '+819012345678'],
  ])('%s in %s is %s', (typed, country, number) => {
    expect(readPhone(typed, country)?.number).toBe(number)
  })

  test.each([
    ['', 'GB'],
    ['0', 'GB'],
    ['000', 'AU'],
    ['0412', 'AU'],
    ['+44', 'AU'],
    ['+', 'AU'],
    ['+12', 'GB'],
    ['+0123456', 'AU'],
    ['not a number', 'GB'],
    ['07700 900123 ext 5', 'GB'],
    ['1234567890123456', 'GB'],
    ['07700900123', undefined],
    ['9'.repeat(100_000), 'GB'],
  ])('"%s" in %s is none', (typed, country) => {
    expect(readPhone(typed, country)).toBeNull()
  })

  test.each([
    ['+61412345678', 'mobile', 'AU'],
    ['+447624123456', 'mobile', 'IM'],
    ['+16502530000', 'mobile', 'US'],
    ['+442071234567', 'other', 'GB'],
    ['+35312345678', 'other', 'IE'],
    ['+447012345678', 'other', 'GB'],
    ['+447700900123', 'unknown', null],
  ])('%s is a %s of %s', (number, kind, country) => {
    expect(readPhone(number)).toMatchObject({ number, kind, country })
  })

  test('every country’s own example of a mobile is understood, with its country code and without', async () => {
    const { default: examples } = await import('libphonenumber-js/mobile/examples')
    for (const country of COUNTRIES) {
      const local = examples[country as keyof typeof examples]
      if (!local) continue
      const number = `${callingCodeOf(country)}${local}`
      expect(readPhone(number), country).toMatchObject({ number, kind: 'mobile' })
      expect(readPhone(formatNational(number), country)?.number, country).toBe(number)
    }
  })
})

test('a stored number is shown with the spaces of its country', () => {
  expect(formatPhone('+447700900123')).toBe('+44 7700 900123')
  expect(formatPhone('+61412345678')).toBe('+61 412 345 678')
  expect(formatPhone('unknown')).toBe('unknown')
})

test('a landline is refused where texts are sent, and what no country has everywhere', () => {
  expect(phoneProblem('+442071234567')).toBeNull()
  expect(phoneProblem('+442071234567', { mobile: true })).toMatch(/not a mobile/)
  expect(phoneProblem('+447700900123', { mobile: true })).toBeNull()
  expect(phoneProblem('+61412')).toMatch(/too short or too long/)
})

describe('who types a number', () => {
  const atBritishClub = { chosen: 'GB', expected: ['GB'], likely: ['FR', 'GB'] }

  test.each([
    ['07700 900123', null],
    ['07911 123456', null],
    ['020 7123 4567', null],
    ['0412', null],
    ['06 12 34 56 78', { country: 'FR', name: 'France', number: '+33612345678' }],
    ['+33 6 12 34 56 78', { country: 'FR', name: 'France', number: '+33612345678' }],
    ['+353 87 123 4567', { country: 'IE', name: 'Ireland', number: '+353871234567' }],
  ])('%s at a British club: %s', (typed, asked) => {
    expect(doubtAbout(typed, atBritishClub)).toEqual(asked)
  })

  test('is asked about the club’s country where the list has another', () => {
    const irish = { chosen: 'IE', expected: ['GB', 'IE'], likely: ['GB'] }
    expect(doubtAbout('07911 123456', irish)).toMatchObject({ country: 'GB', number: '+447911123456' })
    expect(doubtAbout('087 123 4567', irish)).toBeNull()
  })

  test('is not asked about a country that they chose', () => {
    expect(doubtAbout('+33 6 12 34 56 78', { chosen: 'FR', expected: ['GB', 'FR'], likely: [] })).toBeNull()
  })
})

test('the list has every country of the metadata with its calling code, the given ones first', () => {
  expect(COUNTRIES.map((country) => country + callingCodeOf(country)).sort()).toEqual(
    getCountries()
      .map((country) => `${country}+${getCountryCallingCode(country)}`)
      .sort(),
  )
  const listed = listCountries(['GB', 'AU', 'GB', 'XX'])
  expect(listed.slice(0, 3).map(({ country }) => country)).toEqual(['GB', 'AU', 'AF'])
  expect(new Set(listed.map(({ country }) => country)).size).toBe(COUNTRIES.length)
})

test('a language names its country, or none', () => {
  expect(['en-GB', 'en-gb', 'fr-CA', 'zh-Hant-TW', 'en', 'es-419', ''].map(countryOfLanguage)).toEqual([
    'GB',
    'GB',
    'CA',
    'TW',
    null,
    null,
    null,
  ])
})
