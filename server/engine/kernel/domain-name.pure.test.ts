import { expect, test } from 'vitest'
import { domainProblem, isDomainName, MAX_DOMAIN, plainDomain } from './domain-name.pure.ts'

const BASE = 'watchbill.example'
const long = (length: number) => `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 187)}.org`

test.each(['club.org', 'roster.club.org', 'a-1.b-2.co', 'xn--mnchen-3ya.de', '1.club.org', long(MAX_DOMAIN)])(
  'a club may own %s',
  (name) => {
    expect(domainProblem(name, BASE)).toBeNull()
    expect(isDomainName(name)).toBe(true)
  },
)

test.each([
  ['', 'Required.'],
  ['org', 'Give a whole name, such as roster.club.org.'],
  ['localhost', 'Give a whole name, such as roster.club.org.'],
  ['duty.localhost', 'This name is not public.'],
  ['printer.local', 'This name is not public.'],
  ['1.0.0.127.in-addr.arpa', 'This name is not public.'],
  ['203.0.113.9', 'Give a name, not an IP address.'],
  ['127.1', 'Give a name, not an IP address.'],
  ['2001:db8::1', 'Give a name, not an IP address.'],
  ['::ffff:203.0.113.9', 'Give a name, not an IP address.'],
  ['[2001:db8::1]', 'Give a name, not an IP address.'],
  ['0x7f.0x1', 'This is not a name such as roster.club.org.'],
  ['club.1org', 'This is not a name such as roster.club.org.'],
  ['https://club.org', 'Give the name only, such as roster.club.org.'],
  ['club.org/duty', 'Give the name only, such as roster.club.org.'],
  ['club.org:8080', 'Give the name only, such as roster.club.org.'],
  ['me@club.org', 'Give the name only, such as roster.club.org.'],
  ['münchen.de', 'Give a name with other letters in its ASCII form, which contains xn--.'],
  ['сlub.org', 'Give a name with other letters in its ASCII form, which contains xn--.'],
  [BASE, 'This name belongs to the platform.'],
  [`harbour.${BASE}`, 'This name belongs to the platform.'],
  [`a.b.${BASE}`, 'This name belongs to the platform.'],
  ['club..org', 'This is not a name such as roster.club.org.'],
  ['.club.org', 'This is not a name such as roster.club.org.'],
  ['-club.org', 'This is not a name such as roster.club.org.'],
  ['club-.org', 'This is not a name such as roster.club.org.'],
  ['_watchbill.club.org', 'This is not a name such as roster.club.org.'],
  ['*.club.org', 'This is not a name such as roster.club.org.'],
  ['club .org', 'This is not a name such as roster.club.org.'],
  ['club.org\u0000', 'This is not a name such as roster.club.org.'],
  [`${'a'.repeat(64)}.org`, 'This is not a name such as roster.club.org.'],
  [long(MAX_DOMAIN + 1), `At most ${MAX_DOMAIN} characters.`],
])('%j is refused: %s', (name, problem) => {
  expect(domainProblem(name, BASE)).toBe(problem)
  if (name !== BASE && !name.endsWith(`.${BASE}`)) expect(isDomainName(name)).toBe(false)
})

test('a name is read in lower case, without spaces around it or the dot of the root', () => {
  expect(plainDomain(' Roster.Club.ORG. ')).toBe('roster.club.org')
})

test('a name that only ends like the base domain is no name of the platform', () => {
  expect(domainProblem(`my${BASE}`, BASE)).toBeNull()
})
