import { expect, test } from 'vitest'
import { frameOrigins, isFrameOrigin } from './frame-origins.pure.ts'

const GOOD = [
  'https://club.example',
  'https://www.club.example:8443',
  'https://xn--bcher-kva.example',
  'https://192.0.2.1',
]
const LOCAL = ['http://localhost:3000', 'http://club.localhost', 'https://localhost']
const BAD = [
  '*',
  'https://*',
  'https://*.club.example',
  'https://*:443',
  'https:',
  'https://',
  'https://club.example/',
  'https://club.example/path',
  'https://club.example?x',
  'https://club.example#x',
  'https://user@club.example',
  'https://user:secret@club.example',
  'https://club.example:0x50',
  'https://club.example:99999',
  'https://club.example:*',
  'http://club.example',
  'http://localhost.evil.example',
  'http://evillocalhost',
  'ws://club.example',
  'data:',
  "'self'",
  "'none'",
  'https://club.example https://evil.example',
  'https://club.example,https://evil.example',
  "https://club.example; script-src 'unsafe-inline'",
  'https://club.example\r\nx: y',
  'https://club.example\n',
  'https://club\u0000.example',
  'https://bücher.example',
  'https://Club.example',
  'https://club..example',
  'https://-club.example',
  'https://club-.example',
  'https://club_x.example',
  'https://.example',
  'https://club.example.',
  `https://${'a'.repeat(64)}.example`,
  `https://${'a.'.repeat(130)}example`,
  'https://[2001:db8::1]',
  'https://％club.example',
  '',
  ' ',
]

test.each([...GOOD, ...LOCAL])('%s is an origin that may frame the calendar', (origin) =>
  expect(isFrameOrigin(origin)).toBe(true),
)

test.each(BAD)('%j is no origin', (text) => expect(isFrameOrigin(text)).toBe(false))

test('a header contains only exact origins, whatever is stored; plain http only in development', () => {
  expect(frameOrigins([...BAD, ...GOOD, ...LOCAL], { production: false })).toEqual([...GOOD, ...LOCAL])
  expect(frameOrigins([...BAD, ...GOOD, ...LOCAL], { production: true })).toEqual([...GOOD, 'https://localhost'])
  const odd = [null, 7, {}, ['https://club.example'], `https://${'a'.repeat(1e6)}`] as unknown as string[]
  expect(frameOrigins(odd, { production: false })).toEqual([])
})
