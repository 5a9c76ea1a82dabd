import { expect, test } from 'vitest'
import { ownPath } from './screen.ts'

const HOSTS = ['evil.example', 'evil.example/dashboard', 'user:pass@evil.example', '[::1]', '127.0.0.1:3000']
const PREFIXES = ['//', '///', '/\\', '\\\\', '\\/', '/\\/', 'https://', 'http:', 'https:/', '/\t/', '/\n/', ' //', '@']
const OTHER = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'mailto:a@evil.example',
  'dashboard',
  '',
  ' ',
  '/ok\r\nLocation: https://evil.example',
  '/ok\u0000',
  '/ok\u2028//evil.example',
  '/ö',
  '/a b',
  '?next=//evil.example',
  '#//evil.example',
  '..//evil.example',
]

const payloads = [...PREFIXES.flatMap((prefix) => HOSTS.map((host) => prefix + host)), ...OTHER]

test(`${payloads.length} addresses that lead elsewhere lead to the dashboard`, () => {
  expect(payloads.length).toBeGreaterThanOrEqual(60)
  for (const payload of payloads) expect([payload, ownPath(payload)]).toEqual([payload, '/dashboard'])
})

test.each([
  '/dashboard',
  '/events/4?x=1&y=2#z',
  '/a//b',
  '/search?q=https://elsewhere.example',
  '/%2F%2Fevil.example',
  '/..//evil',
])('%s is a path of this site', (path) => {
  expect(ownPath(path)).toBe(path)
  expect(new URL(path, 'https://club.example').origin).toBe('https://club.example')
})
