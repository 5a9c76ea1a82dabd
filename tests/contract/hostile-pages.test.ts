import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fed, type FedProduct, feedAll, startFedProduct } from '#tests/support/hostile/feed.ts'
import { MOST_SHAPES, type Shape, shapesFor } from '#tests/support/hostile/shapes.ts'
import { headOf } from '#tests/support/hostile/text-fields.ts'
import { callProduct } from '#tests/support/product.ts'

const PROOF = Boolean(process.env.PROOF)
/** Beside the two that every field gets. */
const MORE_SHAPES = PROOF ? MOST_SHAPES : 1
/** Bytes of a form: those of signing in are read up to 16 KiB, the others up to 4 MiB. */
const LONG = PROOF ? 4_000_000 : 200_000
const SIGN_IN = 15_000
/** Characters of what stands in the head of a request, all of which may have 16 KiB. */
const HEAD = 14_000
const AT_ONCE = PROOF ? 1 : 4

let product: FedProduct
let cookie = ''

beforeAll(async () => {
  product = await startFedProduct('hostile-pages')
  const headers = { cookie: hello(), ...FORM, origin: originOf('harbour') }
  const sent = { method: 'POST', path: '/login', site: 'harbour', headers, body: 'password=watchbill-demo' }
  const { cookies } = await callProduct(product.port, sent)
  cookie = cookies.find((one) => one.startsWith('__Host-sid='))?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
})
afterAll(() => product?.stop())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const originOf = (site: string) => `http://${site}.localhost:${product.port}`
/** Of a browser that has been to hello. */
const hello = () => `__Host-hello=${Buffer.from('admin@harbour.test').toString('base64url')}`

type Send = (text: string) => Parameters<typeof callProduct>[1]
type Place = { name: string; length: number; send: Send }

/** Forms that anybody sends, with their fields. */
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

function places(): Place[] {
  const form = (site: string, path: string, field: string, length: number, own: string): Place => ({
    name: `${site}${path} ${field}`,
    length,
    send: (text) => ({
      ...{ method: 'POST', path, site },
      headers: { ...FORM, origin: originOf(site), cookie: own },
      body: `state=initial&${field}=${encodeURIComponent(text).slice(0, length)}`.replace(/%[\dA-F]?$/, ''),
    }),
  })
  return [
    ...pairs(SIGN_IN_FORMS).map(({ path, field }) => form('harbour', path, field, SIGN_IN, hello())),
    ...pairs(CONSOLE_FORMS).map(({ path, field }) => form('platform', path, field, SIGN_IN, '')),
    ...pairs(FORMS).map(({ path, field }) => form('harbour', path, field, LONG, cookie)),
    ...pairs(JSON_CALLS).map(({ path, field }) => ({
      name: `${path} ${field}`,
      length: LONG / 2,
      send: (text: string) => ({
        ...{ method: 'POST', path, site: 'harbour', body: JSON.stringify({ message: 'a', [field]: text }) },
        headers: { ...JSON_TYPE, origin: originOf('harbour'), cookie },
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

const fedBy = ({ name, length, send }: Place, shape: Shape): Fed => ({
  ...{ name, shape: shape.name, length },
  send: async () => (await callProduct(product.port, send(shape.of(length)))).status,
})

test(`each field of the pages, each header and path, fed ${Math.min(MORE_SHAPES + 2, MOST_SHAPES)} of ${MOST_SHAPES} shapes, keeps nobody waiting`, async () => {
  const fields = places()
  const all = fields.flatMap((place, index) => shapesFor(index, MORE_SHAPES).map((shape) => fedBy(place, shape)))
  const { slow, broken, longest, statuses } = await feedAll(product.watch, all, AT_ONCE)
  console.info(
    `${fields.length} fields, ${all.length} texts ${JSON.stringify(statuses)}, longest ${longest.toFixed(0)} ms`,
  )
  expect(slow).toEqual([])
  expect(broken).toEqual([])
}, 3_600_000)

test.each(['/%5C%5C%5C', '//', '/%2F%2F', '/\\\\x', '/%5Cevil.example', '//evil.example/dashboard'])(
  '%s is no page, and no failure',
  async (path) => {
    const sent = { method: 'GET', path, site: 'harbour', headers: { cookie, accept: 'text/html' } }
    expect((await callProduct(product.port, sent)).status).toBe(404)
  },
)

const NESTED: Record<string, string> = {
  lists: '['.repeat(1_000_000),
  'closed lists': `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  objects: `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`,
  'a list of numbers': `[${'1,'.repeat(900_000)}1]`,
  'a list of lists': `[${'[],'.repeat(600_000)}[]]`,
  'a list of texts': `[${'"",'.repeat(600_000)}""]`,
  'many keys': `{${Array.from({ length: 130_000 }, (_, at) => `"k${at}":1`).join()}}`,
  'keys that are numbers': `{${Array.from({ length: 120_000 }, (_, at) => `"${(at * 33_554_393) % 4_294_967_291}":1`).join()}}`,
  'a long list in a field': `{"email":"a@b.c","tags":[${'"",'.repeat(95_000)}""],"name":"a"}`,
  'a list of wrong ids': `{"ids":[${'"a",'.repeat(95_000)}1],"preview":true}`,
  'a nested value in a field': `{"ids":[1],"email":"a@b.c","changes":{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
  'a list of people': `[${'{"id":"a"},'.repeat(45_000)}{"id":1}]`,
}

test.each(Object.keys(NESTED))('JSON of %s keeps nobody waiting', async (shape) => {
  const body = NESTED[shape]!
  const calls = [
    'POST /api/auth/login',
    'POST /api/people/',
    'PUT /api/people/',
    'POST /api/people/bulk',
    'POST /api/register',
  ]
  const all = [...calls, 'PUT /api/organisations/current', 'PUT /api/shifts/staged', 'PUT /api/kiosk/confirm'].map(
    (call) => {
      const [method = '', path = ''] = call.split(' ')
      const headers = { ...JSON_TYPE, origin: originOf('harbour'), cookie }
      const send = async () =>
        (await callProduct(product.port, { method, path, site: 'harbour', headers, body })).status
      return { name: call, shape, length: body.length, send }
    },
  )
  const { slow, broken } = await feedAll(product.watch, all, 1)
  expect(slow).toEqual([])
  expect(broken).toEqual([])
})

const field = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
const FORMS_OF_PARTS: Record<string, [type: string, body: string]> = {
  'a million fields': ['application/x-www-form-urlencoded', 'a=b&'.repeat(1_000_000)],
  'sixty thousand parts': ['multipart/form-data; boundary=x', `${field('a').repeat(60_000)}--x--\r\n`],
  'a head without an end': ['multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(600_000)}`],
  'a head in the middle': [
    'multipart/form-data; boundary=x',
    `${field('a')}--x\r\n${'a: b\r\n'.repeat(600_000)}\r\n\r\n--x--`,
  ],
  'a name of signs': ['multipart/form-data; boundary=x', `${field('%22'.repeat(900_000))}--x--\r\n`],
  'half a boundary': ['multipart/form-data; boundary=x', `${field('a')}${'\r\n--'.repeat(900_000)}\r\n--x--\r\n`],
}

test.each(Object.keys(FORMS_OF_PARTS))('a form of %s keeps nobody waiting', async (shape) => {
  const [type, body] = FORMS_OF_PARTS[shape]!
  const all = ['/hello', '/organisation', '/api/imports/preview?kind=people', '/api/people/upload_image_self'].map(
    (path) => {
      const headers = { 'content-type': type, origin: originOf('harbour'), cookie }
      const sent = { method: 'POST', path, site: 'harbour', headers, body }
      return {
        name: path,
        shape,
        length: body.length,
        send: async () => (await callProduct(product.port, sent)).status,
      }
    },
  )
  const { slow, broken } = await feedAll(product.watch, all, 1)
  expect(slow).toEqual([])
  expect(broken).toEqual([])
})
