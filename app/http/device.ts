import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

const MOST_NAME = 300

export type Device = 'phone' | 'desktop' | 'unknown'

/**
 * Detects the device from Chromium's hint, or the user agent. Tablets are unknown, since they are held both ways. Use
 * it only for the amount of HTML, never for features.
 */
export function deviceOf(headers: Headers): Device {
  const name = cutText(headers.get('user-agent') ?? '', MOST_NAME)
  if (headers.get('sec-ch-ua-mobile') === '?1' || name.includes('Mobi')) return 'phone'
  return /Windows NT|X11|CrOS/.test(name) ? 'desktop' : 'unknown'
}
