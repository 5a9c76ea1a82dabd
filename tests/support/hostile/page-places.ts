import type { callProduct } from '../product.ts'
import { headOf } from './text-fields.ts'

/** Bytes of a form: those of signing in are read up to 16 KiB, the others up to 4 MiB. */
const LONG = process.env.PROOF ? 4_000_000 : 100_000
const SIGN_IN = 15_000
/** Characters of one text in the head of a request; the whole head may have 16 KiB. */
const HEAD = 14_000

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const JSON_TYPE = { 'content-type': 'application/json' }
export const originOf = (port: number, site: string) => `http://${site}.localhost:${port}`
export const helloOf = (email: string) => `__Host-hello=${Buffer.from(email).toString('base64url')}`

type Send = (text: string) => Parameters<typeof callProduct>[1]
export type Place = { name: string; length: number; send: Send }

const SIGN_IN_FORMS: Record<string, string[]> = {
  '/hello': ['email'],
  '/login': ['email', 'password'],
  '/login/factor': ['code'],
  '/login/passkey': ['signed'],
  '/register': ['email', 'name', 'phone', 'password', 'repeat', 'state'],
  '/password/reset': ['email'],
  '/password/reset/x': ['password', 'repeat'],
  '/profile/emails/x': ['List-Unsubscribe'],
}
const CONSOLE_FORMS: Record<string, string[]> = {
  '/console/login': ['email', 'password'],
  '/console/factor': ['code'],
  '/console/set-up/app/code': ['code'],
}
/** Forms of the signed-in. Some fields hold JSON. */
const FORMS: Record<string, string[]> = {
  '/organisation': ['changes'],
  '/events/add': ['event'],
  '/events/1/sign-up': ['comments'],
  '/unavailability': ['person', 'date', 'available'],
  '/unavailability/range': ['from', 'to', 'weekdays', 'available'],
  '/events/calendar/external/hide': ['address'],
  '/view-as': ['view'],
  '/act-as': ['person'],
}
const JSON_CALLS: Record<string, string[]> = { '/report': ['message', 'stack', 'level'], '/markdown': ['text'] }
const QUERIES: Record<string, string[]> = {
  '/hello': ['next', 'refused'],
  '/login': ['next'],
  '/register': ['state', 'next'],
  '/events/calendar': ['month', 'view'],
  '/events/public': ['month', 'iframe'],
  '/apidocs': ['search'],
  '/unavailability': ['from', 'search', 'page'],
  '/search': ['q'],
  '/options/people': ['search'],
  '/people/list': ['search', 'sort', 'name', 'page', 'limit', 'columns', 'expand', 'view'],
  '/shifts': ['search', 'sort', 'start'],
  '/shifts/open': ['assignment', 'eventtype', 'location', 'weekday', 'weeks', 'show', 'others'],
  '/roster': ['from', 'days', 'type', 'role'],
  '/requests': ['page', 'request'],
  '/audit': ['event', 'person', 'before'],
  '/dashboard': ['_data', 'x'],
}
const HEADERS = [
  'cookie',
  'user-agent',
  'authorization',
  'accept',
  'accept-language',
  'accept-encoding',
  'referer',
  'idempotency-key',
  'x-kiosk-auth',
  'x-forwarded-for',
  'x-forwarded-host',
  'range',
  'if-none-match',
  'if-modified-since',
  'origin',
  'purpose',
]
const PATHS = ['/', '/api/', '/api/people/', '/events/', '/assets/', '/feeds/', '/media/', '/forgot/reset/']

const pairs = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([path, fields]) => fields.map((field) => ({ path, field })))

/** Every form, query, header and path of the pages that accepts a text. @param cookie of the admin of harbour. */
export function placesOf(port: number, cookie: string): Place[] {
  const form = (site: string, path: string, field: string, length: number, own: string): Place => ({
    name: `${site}${path} ${field}`,
    length,
    send: (text) => ({
      ...{ method: 'POST', path, site },
      headers: { ...FORM, origin: originOf(port, site), cookie: own },
      body: `state=initial&${field}=${encodeURIComponent(text).slice(0, length)}`.replace(/%[\dA-F]?$/, ''),
    }),
  })
  return [
    ...pairs(SIGN_IN_FORMS).map(({ path, field }) =>
      form('harbour', path, field, SIGN_IN, helloOf('admin@harbour.test')),
    ),
    ...pairs(CONSOLE_FORMS).map(({ path, field }) => form('platform', path, field, SIGN_IN, '')),
    ...pairs(FORMS).map(({ path, field }) => form('harbour', path, field, LONG, cookie)),
    ...pairs(JSON_CALLS).map(({ path, field }) => ({
      name: `${path} ${field}`,
      length: LONG / 2,
      send: (text: string) => ({
        ...{ method: 'POST', path, site: 'harbour', body: JSON.stringify({ message: 'a', [field]: text }) },
        headers: { ...JSON_TYPE, origin: originOf(port, 'harbour'), cookie },
      }),
    })),
    ...pairs(QUERIES).map(({ path, field }) => ({
      name: `GET ${path}?${field}`,
      length: HEAD,
      send: (text: string) => ({
        ...{ method: 'GET', site: 'harbour', headers: { cookie, accept: 'text/html' } },
        path: `${path}?${field}=${headOf(text)}`,
      }),
    })),
    ...['/api/auth/user', '/dashboard', '/hello'].flatMap((path) =>
      HEADERS.map((header) => ({
        name: `GET ${path} ${header}:`,
        length: 12_000,
        send: (text: string) => ({
          ...{ method: 'GET', path, site: 'harbour' },
          headers: { cookie, [header]: text.replace(/[^\x20-\x7e]/g, '-') },
        }),
      })),
    ),
    ...PATHS.map((path) => ({
      name: `GET ${path}…`,
      length: HEAD,
      send: (text: string) => ({
        ...{ method: 'GET', site: 'harbour', headers: { cookie } },
        path: `${path}${headOf(text).replaceAll('%2F', '/')}`,
      }),
    })),
  ]
}
