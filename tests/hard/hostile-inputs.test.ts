import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, type Fed, type FedProduct, feedAll, startFedProduct } from '#tests/support/hostile/feed.ts'
import { FORM, helloOf, JSON_TYPE, originOf, type Place, placesOf } from '#tests/support/hostile/page-places.ts'
import { fewShapesFor, MOST_SHAPES, type Shape, shapesFor } from '#tests/support/hostile/shapes.ts'
import { type TextField, textFieldsOf } from '#tests/support/hostile/text-fields.ts'
import { callProduct } from '#tests/support/product.ts'

const PROOF = Boolean(process.env.PROOF)
/** How many shapes of a text a field of a call gets, and one of the pages. */
const [SHAPES, PAGE_SHAPES] = PROOF ? [16, MOST_SHAPES] : [1, 1]
/** Characters of a text in a body; the product reads 2 MiB. */
const LONG = PROOF ? 2_000_000 : 50_000
/** Characters of one text in the head of a request; the whole head may have 16 KiB. */
const HEAD = 14_000
const AT_ONCE = PROOF ? 1 : 8

let product: FedProduct
let admin: ReturnType<typeof createAdmin>
let fields: TextField[]
let cookie = ''

beforeAll(async () => {
  product = await startFedProduct('hostile-inputs')
  admin = createAdmin(product.port)
  await admin.signIn()
  const { text } = await callProduct(product.port, { method: 'GET', path: '/api/openapi.json', site: 'harbour' })
  const all = textFieldsOf(JSON.parse(text))
  expect(all.length).toBeGreaterThan(1_000)
  fields = PROOF ? all : oneOfEach(all)
  const headers = { cookie: helloOf('admin@harbour.test'), ...FORM, origin: originOf(product.port, 'harbour') }
  const sent = { method: 'POST', path: '/login', site: 'harbour', headers, body: 'password=watchbill-demo' }
  const { cookies } = await callProduct(product.port, sent)
  cookie = cookies.find((one) => one.startsWith('__Host-sid='))?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
})
afterAll(() => product?.stop())

/** A field of each call, and one of each name, place and length: the same code reads the others. */
function oneOfEach(all: readonly TextField[]): TextField[] {
  const known = new Set<string>()
  return all.filter(({ method, path, name, place, most }) => {
    const [call, kind] = [`${method} ${path}`, `${place} ${name.split('.').at(-1)} ${most}`]
    const isNew = !known.has(call) || !known.has(kind)
    known.add(call).add(kind)
    return isNew
  })
}

const shapesOf = (field: number, shapes: number) => (PROOF ? shapesFor(field, shapes - 2) : fewShapesFor(field, shapes))

/** Sends the call with a text in its place; where the body is too large, with the longest text that fits. */
async function feed(field: TextField, shape: Shape, length: number): Promise<number> {
  const { path, body, form } = field.with(shape.of(length))
  const whole = form && new Response(form)
  const sent = whole ? new Uint8Array(await whole.arrayBuffer()) : body === undefined ? undefined : JSON.stringify(body)
  const type = whole ? whole.headers.get('content-type') : sent === undefined ? null : 'application/json'
  const { status, text } = await admin.ask(field.method, `/api${path}`, type ? { 'content-type': type } : {}, sent)
  const limit = status === 413 && /larger than (\d+) KiB/.exec(text)?.[1]
  const less = Math.floor((Number(limit) * 1024 - 2_048) * (length / Buffer.byteLength(sent ?? '')))
  return limit && less < length ? feed(field, shape, less) : status
}

/**
 * The lengths at which a field is tested: the longest possible in a request, and the longest that the field accepts.
 */
const lengthsOf = ({ place, most }: TextField): number[] =>
  place === 'query' || place === 'path' ? [HEAD] : most !== null && most < LONG ? [LONG, most] : [LONG]

const fedToField = (field: TextField, shape: Shape): Fed[] =>
  lengthsOf(field).map((length) => ({
    name: field.name,
    shape: shape.name,
    length,
    send: () => feed(field, shape, length),
  }))

test(`${PROOF ? 'each text field of each call' : 'a text field of each call and kind'}, with ${SHAPES} of ${MOST_SHAPES} shapes of ${LONG} characters, delays no one`, async () => {
  const all = fields.flatMap((field, at) => shapesOf(at, SHAPES).flatMap((shape) => fedToField(field, shape)))
  const { slow, broken, longest, statuses } = await feedAll(product.watch, all, AT_ONCE)
  console.info(
    `${fields.length} fields, ${all.length} texts ${JSON.stringify(statuses)}, longest ${longest.toFixed(0)} ms`,
  )
  expect(slow).toEqual([])
  expect(broken).toEqual([])
  expect(product.watch.asked()).toBeGreaterThan(all.length / AT_ONCE)
  // A body refused for its size proves nothing about the code behind it.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(all.length / 40)
  expect(statuses[400]).toBeGreaterThan(all.length / 2)
}, 7_200_000)

const fedToPage = ({ name, length, send }: Place, shape: Shape): Fed => ({
  ...{ name, shape: shape.name, length },
  send: async () => (await callProduct(product.port, send(shape.of(length)))).status,
})

test(`each field of the pages, each header and path, with ${PAGE_SHAPES} of ${MOST_SHAPES} shapes, delays no one`, async () => {
  const places = placesOf(product.port, cookie)
  const all = places.flatMap((place, at) => shapesOf(at, PAGE_SHAPES).map((shape) => fedToPage(place, shape)))
  const { slow, broken, longest, statuses } = await feedAll(product.watch, all, AT_ONCE)
  console.info(
    `${places.length} fields, ${all.length} texts ${JSON.stringify(statuses)}, longest ${longest.toFixed(0)} ms`,
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

/** The longest that is read, with PROOF=1; otherwise a quarter. */
const whole = (times: number) => (PROOF ? times : times / 4)

const NESTED: Record<string, string> = {
  lists: '['.repeat(whole(1_000_000)),
  'closed lists': `${'['.repeat(whole(500_000))}${']'.repeat(whole(500_000))}`,
  objects: `${'{"a":'.repeat(whole(300_000))}1${'}'.repeat(whole(300_000))}`,
  'a list of numbers': `[${'1,'.repeat(whole(900_000))}1]`,
  'a list of lists': `[${'[],'.repeat(whole(600_000))}[]]`,
  'a list of texts': `[${'"",'.repeat(whole(600_000))}""]`,
  'many keys': `{${Array.from({ length: whole(130_000) }, (_, at) => `"k${at}":1`).join()}}`,
  'keys that are numbers': `{${Array.from({ length: whole(120_000) }, (_, at) => `"${(at * 33_554_393) % 4_294_967_291}":1`).join()}}`,
  'a long list in a field': `{"email":"a@b.c","tags":[${'"",'.repeat(whole(95_000))}""],"name":"a"}`,
  'a list of wrong ids': `{"ids":[${'"a",'.repeat(whole(95_000))}1],"preview":true}`,
  'a nested value in a field': `{"ids":[1],"email":"a@b.c","changes":{"name":${'['.repeat(whole(20_000))}${']'.repeat(whole(20_000))}}}`,
  'a list of people': `[${'{"id":"a"},'.repeat(whole(45_000))}{"id":1}]`,
}

test.each(Object.keys(NESTED))('JSON of %s delays no one', async (shape) => {
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
      const headers = { ...JSON_TYPE, origin: originOf(product.port, 'harbour'), cookie }
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
  'a million fields': ['application/x-www-form-urlencoded', 'a=b&'.repeat(whole(1_000_000))],
  'sixty thousand parts': ['multipart/form-data; boundary=x', `${field('a').repeat(whole(60_000))}--x--\r\n`],
  'a head without an end': ['multipart/form-data; boundary=x', `--x\r\n${'a: b\r\n'.repeat(whole(600_000))}`],
  'a head in the middle': [
    'multipart/form-data; boundary=x',
    `${field('a')}--x\r\n${'a: b\r\n'.repeat(whole(600_000))}\r\n\r\n--x--`,
  ],
  'a name of signs': ['multipart/form-data; boundary=x', `${field('%22'.repeat(whole(900_000)))}--x--\r\n`],
  'half a boundary': [
    'multipart/form-data; boundary=x',
    `${field('a')}${'\r\n--'.repeat(whole(900_000))}\r\n--x--\r\n`,
  ],
}

test.each(Object.keys(FORMS_OF_PARTS))('a form of %s delays no one', async (shape) => {
  const [type, body] = FORMS_OF_PARTS[shape]!
  const all = ['/hello', '/organisation', '/api/imports/preview?kind=people', '/api/people/upload_image_self'].map(
    (path) => {
      const headers = { 'content-type': type, origin: originOf(product.port, 'harbour'), cookie }
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

const EMAILS = {
  dots: `x@${'.'.repeat(150_000)}@`,
  letters: `${'a.'.repeat(75_000)}`,
  signs: '@a'.repeat(75_000),
}

const JSON_CALLS = ['auth/login', 'auth/register', 'register', 'register/check', 'password_reset/request']
const EMAIL_FORMS = [
  ['harbour', '/hello'],
  ['harbour', '/login'],
  ['harbour', '/register'],
  ['harbour', '/password/reset'],
  ['platform', '/console/login'],
] as const

type Sent = Parameters<typeof callProduct>[1]

async function refuseEach(name: string, sent: (email: string) => Sent) {
  const all = Object.entries(EMAILS).map(([shape, email]) => ({
    ...{ name, shape, length: email.length },
    send: async () => (await callProduct(product.port, sent(email))).status,
  }))
  const { slow, statuses } = await feedAll(product.watch, all, 1)
  expect(slow).toEqual([])
  expect(statuses).toEqual({ 413: all.length })
}

test.each(JSON_CALLS)('%s with an email of 150 KB delays no one at another club', (call) =>
  refuseEach(call, (email) => ({
    ...{ method: 'POST', path: `/api/${call}`, site: 'harbour', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ email, password: 'watchbill-demo', name: 'A', phone: '' }),
  })),
)

test.each(EMAIL_FORMS)('the form of %s%s with an email of 150 KB delays no one at another club', (site, path) =>
  refuseEach(path, (email) => ({
    ...{ method: 'POST', path, site },
    headers: {
      origin: originOf(product.port, site),
      cookie: helloOf('member@harbour.test'),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ email, password: 'watchbill-demo', name: 'A', state: 'initial' }).toString(),
  })),
)

test('a refusal for size says so, to a program and on the page', async () => {
  const email = EMAILS.dots
  const headers = { 'content-type': 'application/json' }
  const called = { method: 'POST', path: '/api/auth/login', site: 'harbour', headers, body: JSON.stringify({ email }) }
  expect(JSON.parse((await callProduct(product.port, called)).text)).toEqual({
    detail: 'The body is larger than 16 KiB.',
  })
  const form = {
    origin: originOf(product.port, 'harbour'),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const shown = await callProduct(product.port, {
    ...{ method: 'POST', path: '/hello', site: 'harbour', headers: form },
    body: new URLSearchParams({ email }).toString(),
  })
  expect(shown.text).toContain('The body is larger than 16 KiB.')
})
