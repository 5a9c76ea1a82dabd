import { expect, test } from 'vitest'
import { frameOrigins } from './rules.ts'

test('only plain origins may frame the calendar; nothing else enters the header', () => {
  expect(
    frameOrigins([
      'https://club.example',
      ' https://www.club.example/ ',
      'http://club.example:8080',
      '*',
      'https://*',
      "https://a.example; script-src 'unsafe-inline'",
      'https://a.example https://b.example',
      'javascript:alert(1)',
      'https://club.example/page',
    ]),
  ).toEqual(['https://club.example', 'https://www.club.example', 'http://club.example:8080'])
})
