import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FedProduct, PROMISED, startFedProduct } from '#tests/support/hostile-feed.ts'
import { callProduct } from '#tests/support/product-call.ts'

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

test.each(JSON_CALLS)('%s with an email of 150 KB keeps nobody of another club waiting', async (call) => {
  for (const [shape, email] of Object.entries(EMAILS)) {
    const body = JSON.stringify({ email, password: 'watchbill-demo', name: 'A', phone: '' })
    let status = 0
    const longest = await product.watch.during(async () => {
      const sent = {
        method: 'POST',
        path: `/api/${call}`,
        site: 'harbour',
        headers: { 'content-type': 'application/json' },
      }
      status = (await callProduct(product.port, { ...sent, body })).status
    })
    expect(longest, shape).toBeLessThan(PROMISED)
    expect([shape, status]).toEqual([shape, 413])
  }
})

test.each(FORMS)(
  'the form of %s%s with an email of 150 KB keeps nobody of another club waiting',
  async (site, path) => {
    for (const [shape, email] of Object.entries(EMAILS)) {
      const body = new URLSearchParams({ email, password: 'watchbill-demo', name: 'A', state: 'initial' }).toString()
      const host = `${site}.localhost:${product.port}`
      let status = 0
      const longest = await product.watch.during(async () => {
        const headers = { origin: `http://${host}`, cookie: HELLO, 'content-type': 'application/x-www-form-urlencoded' }
        status = (await callProduct(product.port, { method: 'POST', path, site, headers, body })).status
      })
      expect(longest, shape).toBeLessThan(PROMISED)
      expect([shape, status]).toEqual([shape, 413])
    }
  },
)
