import { expect, test } from 'vitest'
import { hideAddress, hostOf, readAddresses } from './calendar-addresses.pure.ts'

test.each([
  ['', []],
  [null, []],
  [' , ,', []],
  ['https://a.example/api/events/public', ['https://a.example/api/events/public']],
  ['https://a.example/x,https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
  [' https://a.example/x , https://b.example/y,', ['https://a.example/x', 'https://b.example/y']],
  ['https://a.example/x?ids=1,2,3, https://b.example/', ['https://a.example/x?ids=1,2,3', 'https://b.example/']],
  ['https://a.example/x https://a.example/x', ['https://a.example/x']],
  ['webcal://a.example/x,WEBCALS://b.example/y', ['https://a.example/x', 'https://b.example/y']],
])('%j holds %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

test('hiding and showing keeps the others and drops calendars that the site no longer allows', () => {
  const allowed = ['https://a.example/', 'https://b.example/']
  expect(hideAddress(allowed, ['https://gone.example/'], 'https://a.example/', true)).toBe('https://a.example/')
  expect(hideAddress(allowed, allowed, 'https://a.example/', false)).toBe('https://b.example/')
  expect(readAddresses(hideAddress(allowed, allowed, 'https://b.example/', true))).toEqual(allowed)
})

test('a calendar that was never read is named by its host', () => {
  expect([hostOf('https://club.example/feed'), hostOf('nonsense')]).toEqual(['club.example', 'nonsense'])
})

test.each([
  ['commas', ','.repeat(200_000)],
  ['blanks', ' '.repeat(200_000)],
  ['both', 'a, '.repeat(70_000)],
  ['schemes', 'a:/'.repeat(70_000)],
])('%s without an end are read immediately', (_, text) => {
  const begun = performance.now()
  readAddresses(`https://a.example/${text}x`)
  // 3,900 commas used to take 23 seconds.
  expect(performance.now() - begun).toBeLessThan(1_000)
})
