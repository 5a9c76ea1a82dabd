import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

test.each([
  ['phone', { 'sec-ch-ua-mobile': '?1' }],
  [
    'phone',
    { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1' },
  ],
  ['phone', { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }],
  ['desktop', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }],
  ['desktop', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36', 'sec-ch-ua-mobile': '?0' }],
  ['unknown', { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15' }],
  [
    'unknown',
    { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; SM-X510) Chrome/156.0 Safari/537.36', 'sec-ch-ua-mobile': '?0' },
  ],
  ['unknown', {}],
] as const)('%s: %o', (device, headers) => {
  expect(deviceOf(new Headers(headers))).toBe(device)
})
