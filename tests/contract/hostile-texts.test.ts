import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HealthWatch, watchHealth } from '#tests/support/health-watch.ts'
import { SHAPES, type Shape } from '#tests/support/hostile-shapes.ts'
import { emptyDataDir, type Product, startProduct } from '#tests/support/product.ts'
import { callProduct } from '#tests/support/product-call.ts'
import { type TextField, textFieldsOf } from '#tests/support/text-fields.ts'

/** Milliseconds within which another club's health is answered, whatever this one is sent. */
const PROMISED = 250
/** A busy machine delays an answer too: only what is slow each time is the product's. */
const TRIES = 3

const PROOF = Boolean(process.env.PROOF)
const SHAPES_A_FIELD = PROOF ? 16 : 2
/** Characters of a text in a body; the product reads 2 MiB. */
const LONG = PROOF ? 2_000_000 : 150_000
/** Characters of what stands in the head of a request, all of which may have 16 KiB. */
const HEAD = 5_000
/** Requests at a time. Those that were slow together are repeated one by one. */
const AT_ONCE = PROOF ? 1 : 4

/** Read by parsers that still run on the event loop: Markdown, iCalendar and CSV. Empty once they run in workers. */
const PARSED_ELSEWHERE_SOON: readonly RegExp[] = []

type Fed = { name: string; shape: string; length: number; send: () => Promise<number> }

let product: Product
let watch: HealthWatch
let token = ''
let fields: TextField[]

beforeAll(async () => {
  expect(spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' }).status).toBe(0)
  product = await startProduct({ dataDir: emptyDataDir('hostile-texts') })
  watch = watchHealth({ port: product.port, host: `ridge.localhost:${product.port}` })
  await signIn()
  const { text } = await callProduct(product.port, { method: 'GET', path: '/api/openapi.json', site: 'harbour' })
  fields = textFieldsOf(JSON.parse(text))
})
afterAll(async () => {
  await watch?.stop()
  await product?.stop()
})

const JSON_TYPE = { 'content-type': 'application/json' }

async function signIn() {
  const body = JSON.stringify({ email: 'admin@harbour.test', password: 'watchbill-demo' })
  const sent = { method: 'POST', path: '/api/auth/login', site: 'harbour', headers: JSON_TYPE, body }
  token = JSON.parse((await callProduct(product.port, sent)).text).access
}

/** One call as the admin. What ended the session is followed by another one. */
async function ask(method: string, path: string, headers: Record<string, string>, body?: string | Uint8Array) {
  const sent = { method, path, site: 'harbour', headers: { authorization: `Bearer ${token}`, ...headers }, body }
  const { status, text } = await callProduct(product.port, sent)
  if (status === 401 && text.includes('"code"')) await signIn()
  return { status, text }
}

/** The call with a text in its place; where the body is too large, the largest that is taken. */
async function feed(field: TextField, shape: Shape, length: number): Promise<number> {
  const { path, body, form } = field.with(shape.of(length))
  const whole = form && new Response(form)
  const sent = whole ? new Uint8Array(await whole.arrayBuffer()) : body === undefined ? undefined : JSON.stringify(body)
  const type = whole ? { 'content-type': whole.headers.get('content-type') ?? '' } : sent === undefined ? {} : JSON_TYPE
  const { status, text } = await ask(field.method, `/api${path}`, type, sent)
  const limit = status === 413 && /larger than (\d+) KiB/.exec(text)?.[1]
  const less = Math.floor((Number(limit) * 1024 - 2_048) * (length / Buffer.byteLength(sent ?? '')))
  return limit && less < length ? feed(field, shape, less) : status
}

const fedBy = (field: TextField, shape: Shape, length: number): Fed => ({
  ...{ name: field.name, shape: shape.name, length },
  send: () => feed(field, shape, length),
})

/** The lengths at which a field is fed: as long as the request may be, and the longest that the field itself takes. */
const lengthsOf = ({ place, most }: TextField): number[] =>
  place === 'query' || place === 'path' ? [HEAD] : most !== null && most < LONG ? [LONG, most] : [LONG]

type Slow = { name: string; shape: string; length: number; ms: number }

/** Sends everything, and answers with what kept others waiting and what the product could not answer. */
async function feedAll(all: readonly Fed[]): Promise<{ slow: Slow[]; broken: string[]; longest: number }> {
  const slow: Slow[] = []
  const broken = new Set<string>()
  let longest = 0
  const send = async (fed: Fed) => {
    const status = await fed.send()
    if (status >= 500 || status === 0) broken.add(`${fed.name} ${fed.shape} (${fed.length}): ${status}`)
  }
  await watch.longest()
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const together = all.slice(at, at + AT_ONCE)
    await Promise.all(together.map(send))
    const ms = await watch.longest()
    if (ms < PROMISED) longest = Math.max(longest, ms)
    else
      for (const fed of together) {
        const again = await quickest(fed)
        longest = Math.max(longest, again)
        if (again >= PROMISED)
          slow.push({ name: fed.name, shape: fed.shape, length: fed.length, ms: Math.round(again) })
      }
  }
  return { slow, broken: [...broken], longest }
}

async function quickest(fed: Fed): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && best >= PROMISED; attempt++)
    best = Math.min(best, await watch.during(fed.send))
  return best
}

const soon = ({ name }: { name: string }) => PARSED_ELSEWHERE_SOON.some((pattern) => pattern.test(name))

test(`each text field of each call, fed ${SHAPES_A_FIELD} of ${SHAPES.length} shapes of ${LONG} characters, keeps nobody waiting`, async () => {
  const all = fields.flatMap((field, index) =>
    Array.from({ length: SHAPES_A_FIELD }, (_, nth) => SHAPES[(index * SHAPES_A_FIELD + nth) % SHAPES.length]!).flatMap(
      (shape) => lengthsOf(field).map((length) => fedBy(field, shape, length)),
    ),
  )
  expect(fields.length).toBeGreaterThan(500)
  const { slow, broken, longest } = await feedAll(all)
  console.info(
    `${fields.length} fields, ${all.length} texts, longest answer ${longest.toFixed(0)} ms, ${watch.asked()} asked`,
  )
  expect(slow.filter((one) => !soon(one))).toEqual([])
  expect(broken).toEqual([])
}, 7_200_000)
