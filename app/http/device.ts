import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/** The most of a browser's name that is looked at. */
const MOST_NAME = 300

export type Device = 'phone' | 'desktop' | 'unknown'

/**
 * Says what a page is opened on, as far as the browser tells: by the hint that Chromium sends, else by its name. Tablets are unknown, since they are
 * held both ways. Only how much HTML is sent may depend on it, never what can be done.
 */
export function deviceOf(headers: Headers): Device {
  const name = cutText(headers.get('user-agent') ?? '', MOST_NAME)
  if (headers.get('sec-ch-ua-mobile') === '?1' || name.includes('Mobi')) return 'phone'
  return /Windows NT|X11|CrOS/.test(name) ? 'desktop' : 'unknown'
}
