import { describe, expect, test } from 'vitest'
import { COUNTRY_CODES, defaultCode, PHONE_PATTERN, phoneInputValue, phoneOf, readPhone } from './rules.ts'

describe('a phone number', () => {
  test.each([
    ['07700 900482', '+44', '+447700900482'],
    ['7700900482', '+44', '+447700900482'],
    ['0 412 345 678', '+61', '+61412345678'],
    ['000412345678', '+61', '+61412345678'],
    ['+44 7700 900482', '+61', '+447700900482'],
    ['0044 7700 900482', '+61', '+447700900482'],
    ['00 61 412 345 678', '+61', '+61412345678'],
    ['00412345678', '+61', '+61412345678'],
    ['+44 (0)7700 900-482', '+61', '+447700900482'],
    ['+61\u00a0412\u202f345 678', '+44', '+61412345678'],
    ['+15551234567', '+44', '+15551234567'],
    ['+353 85 012 3456', '+61', '+353850123456'],
  ] as const)('%s with %s is %s', (typed, code, whole) => {
    expect(phoneOf(readPhone(typed, code))).toBe(whole)
    expect(phoneInputValue(readPhone(typed, code))).toBe(whole)
  })

  test.each([
    ['', '+44', ''],
    ['   ', '+44', ''],
    ['0', '+44', '0'],
    ['000', '+61', '000'],
    ['+44', '+61', ''],
    ['+', '+61', '+'],
    ['+0123456', '+61', '+0123456'],
    ['not a number', '+44', 'notanumber'],
    ['1234567890123456', '+44', '1234567890123456'],
  ] as const)('"%s" with %s is none, and "%s" is sent for the server to judge', (typed, code, sent) => {
    expect(phoneOf(readPhone(typed, code))).toBeNull()
    expect(phoneInputValue(readPhone(typed, code))).toBe(sent)
  })

  test('has two to fifteen digits in all', () => {
    expect(PHONE_PATTERN.test('+12')).toBe(true)
    expect(PHONE_PATTERN.test('+123456789012345')).toBe(true)
    expect(PHONE_PATTERN.test('+1')).toBe(false)
    expect(PHONE_PATTERN.test('+1234567890123456')).toBe(false)
    expect(PHONE_PATTERN.test('+44 7700')).toBe(false)
  })

  test.each(COUNTRY_CODES)('refuses $code without a number', ({ code }) => {
    expect(PHONE_PATTERN.test(code)).toBe(false)
    expect(PHONE_PATTERN.test(`${code}1`)).toBe(true)
  })

  test('the code follows the browser’s language', () => {
    expect(['en-GB', 'en-gb', 'en-AU', 'en', 'en-US', undefined].map(defaultCode)).toEqual([
      '+44',
      '+44',
      '+61',
      '+61',
      '+61',
      '+61',
    ])
  })
})
