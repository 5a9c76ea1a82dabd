import { expect, test } from 'vitest'
import {
  deviceCookie,
  expiredCookie,
  expiredFactorCookie,
  expiredHelloCookie,
  expiredJourneyCookie,
  factorCookie,
  helloCookie,
  journeyCookie,
  sessionCookie,
} from './cookies.ts'
import { redirectSignedIn, signOutReply } from './replies.ts'

const SECRET = 'a secret of thirty-two characters'
const DAY = 86_400
const journey = { site: 1, provider: 'club', next: null, state: 's', nonce: 'n', verifier: 'v' }

/** Every cookie of the product with its duration: the session's for 14 days. */
const COOKIES: [string, string, number][] = [
  ['__Host-sid', sessionCookie('t'), 14 * DAY],
  ['__Host-sid', expiredCookie(), 0],
  ['__Host-device', deviceCookie('d'), 180 * DAY],
  ['__Host-hello', helloCookie('ann@example.org'), 900],
  ['__Host-hello', expiredHelloCookie(), 0],
  ['__Host-factor', factorCookie({ ticket: 't', factors: ['totp'] }), 600],
  ['__Host-factor', expiredFactorCookie(), 0],
  ['__Host-journey', journeyCookie(SECRET, journey), 600],
  ['__Host-journey', expiredJourneyCookie(), 0],
]

test.each(COOKIES)('%s belongs to this host, is hidden from scripts, and expires', (name, cookie, seconds) => {
  const [pair = '', ...attributes] = cookie.split('; ')
  expect(pair.startsWith(`${name}=`)).toBe(true)
  expect(attributes).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', `Max-Age=${seconds}`])
})

test('no module sets an unlisted cookie', async () => {
  const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'])
  const makers: string[] = []
  for (const load of Object.values(modules))
    makers.push(...Object.keys(await load()).filter((name) => /^(?!read|pending).*Cookie$/.test(name)))
  expect(makers).toHaveLength(COOKIES.length)
})

const names = (headers: Headers) => headers.getSetCookie().map((cookie) => /^[^;]*?(?==)/.exec(cookie)?.[0])

test('every way in marks the device and removes the cookies of the sign-in', () => {
  const entered = { id: 1, person: 1, cookie: 'c', access: 'a', refresh: 'r', known_device: 'd' }
  const { headers } = redirectSignedIn(entered, '/dashboard')
  expect(headers.get('location')).toBe('/dashboard')
  expect(headers.getSetCookie()).toEqual([
    sessionCookie('c'),
    deviceCookie('d'),
    expiredHelloCookie(),
    expiredFactorCookie(),
    expiredJourneyCookie(),
  ])
})

test('signing out ends the session’s cookies, and keeps the mark of a device and the cookies of other clubs', () => {
  const headers = signOutReply({ 'cache-control': 'no-store' })
  expect(names(headers)).toEqual(['__Host-sid', '__Host-factor', '__Host-hello', '__Host-journey'])
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/Max-Age=0$/)
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(headers.get('cache-control')).toBe('no-store')
})
