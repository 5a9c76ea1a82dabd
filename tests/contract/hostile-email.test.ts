import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FedProduct, feedAll, startFedProduct } from '#tests/support/hostile/feed.ts'
import { callProduct } from '#tests/support/product.ts'

let product: FedProduct

beforeAll(async () => {
  product = await startFedProduct('hostile-email')
})
afterAll(() => product?.stop())

/** 150 KB each. */
const EMAILS = {
  dots: `x@${'.'.repeat(150_000)}@`,
  letters: `${'a.'.repeat(75_000)}`,
  signs: '@a'.repeat(75_000),
}

/** Whose browser has been to hello. */
const HELLO = `__Host-hello=${Buffer.from('member@harbour.test').toString('base64url')}`

const JSON_CALLS = ['auth/login', 'auth/register', 'register', 'register/check', 'password_reset/request']
const FORMS = [
  ['harbour', '/hello'],
  ['harbour', '/login'],
  ['harbour', '/register'],
  ['harbour', '/password/reset'],
  ['platform', '/console/login'],
] as const

type Sent = Parameters<typeof callProduct>[1]

/** Sends each of the emails; nobody waits for it, and each is refused by its size. */
async function refuseEach(name: string, sent: (email: string) => Sent) {
  const all = Object.entries(EMAILS).map(([shape, email]) => ({
    ...{ name, shape, length: email.length },
    send: async () => (await callProduct(product.port, sent(email))).status,
  }))
  const { slow, statuses } = await feedAll(product.watch, all, 1)
  expect(slow).toEqual([])
  expect(statuses).toEqual({ 413: all.length })
}

test.each(JSON_CALLS)('%s with an email of 150 KB keeps nobody of another club waiting', (call) =>
  refuseEach(call, (email) => ({
    ...{ method: 'POST', path: `/api/${call}`, site: 'harbour', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ email, password: 'watchbill-demo', name: 'A', phone: '' }),
  })),
)

test.each(FORMS)('the form of %s%s with an email of 150 KB keeps nobody of another club waiting', (site, path) =>
  refuseEach(path, (email) => ({
    ...{ method: 'POST', path, site },
    headers: {
      origin: `http://${site}.localhost:${product.port}`,
      cookie: HELLO,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ email, password: 'watchbill-demo', name: 'A', state: 'initial' }).toString(),
  })),
)

test('what is refused by its size says so, to a program and on the page', async () => {
  const email = EMAILS.dots
  const headers = { 'content-type': 'application/json' }
  const called = { method: 'POST', path: '/api/auth/login', site: 'harbour', headers, body: JSON.stringify({ email }) }
  expect(JSON.parse((await callProduct(product.port, called)).text)).toEqual({
    detail: 'The body is larger than 16 KiB.',
  })
  const form = {
    origin: `http://harbour.localhost:${product.port}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const shown = await callProduct(product.port, {
    ...{ method: 'POST', path: '/hello', site: 'harbour', headers: form },
    body: new URLSearchParams({ email }).toString(),
  })
  expect(shown.text).toContain('The body is larger than 16 KiB.')
})
