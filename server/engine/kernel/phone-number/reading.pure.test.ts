import { getCountries, getCountryCallingCode, parsePhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, callingCodeOf, countryOfLanguage, listCountries } from './countries.pure.ts'
import { doubtAbout, formatPhone, readPhone } from './reading.pure.ts'

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

  test('every country’s example of a mobile is read, with its country code and without', async () => {
    const { default: examples } = await import('libphonenumber-js/mobile/examples')
    for (const country of COUNTRIES) {
      const local = examples[country as keyof typeof examples]
      if (!local) continue
      const number = `${callingCodeOf(country)}${local}`
      expect(readPhone(number), country).toMatchObject({ number, kind: 'mobile' })
      expect(readPhone(parsePhoneNumber(number).formatNational(), country)?.number, country).toBe(number)
    }
  })
})

test('a stored number is formatted with the spaces of its country', () => {
  expect(formatPhone('+447700900123')).toBe('+44 7700 900123')
  expect(formatPhone('+61412345678')).toBe('+61 412 345 678')
  expect(formatPhone('unknown')).toBe('unknown')
})

const TOO = 'This number is too short or too long for its country.'
const LANDLINE = 'This is not a mobile number. Texts can only be sent to a mobile.'

test.each([
  ['+447700900123', null],
  ['+61412345678', null],
  ['+442071234567', null],
  ['+33612345678', null],
  ['+617700900123', { text: 'This looks like +44 7700 900123.', meant: '+447700900123' }],
  ['+44412345678', { text: 'This looks like +61 412 345 678.', meant: '+61412345678' }],
  ['+61447700900123', { text: 'This looks like +44 7700 900123.', meant: '+447700900123' }],
  ['+4461412345678', { text: 'This looks like +61 412 345 678.', meant: '+61412345678' }],
  ['+61412', { text: TOO, meant: null }],
  ['+12', { text: TOO, meant: null }],
])('%s raises a doubt: %s', (number, doubt) => {
  expect(doubtAbout(number)).toEqual(doubt)
})

test('a landline raises a doubt where texts are sent', () => {
  expect(doubtAbout('+442071234567', { mobile: true })).toEqual({ text: LANDLINE, meant: null })
  expect(doubtAbout('+447700900123', { mobile: true })).toBeNull()
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

test('a language implies its country, or none', () => {
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
