import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, type Fed, type FedProduct, feedAll, startFedProduct } from '#tests/support/hostile/feed.ts'
import { MOST_SHAPES, type Shape, shapesFor } from '#tests/support/hostile/shapes.ts'
import { type TextField, textFieldsOf } from '#tests/support/hostile/text-fields.ts'
import { callProduct } from '#tests/support/product.ts'

const PROOF = Boolean(process.env.PROOF)
/** Beside the two that every field gets. */
const MORE_SHAPES = PROOF ? 14 : 1
/** Characters of a text in a body; the product reads 2 MiB. */
const LONG = PROOF ? 2_000_000 : 100_000
/** Characters of what stands in the head of a request, all of which may have 16 KiB. */
const HEAD = 14_000
const AT_ONCE = PROOF ? 1 : 4

let product: FedProduct
let admin: ReturnType<typeof createAdmin>
let fields: TextField[]

beforeAll(async () => {
  product = await startFedProduct('hostile-texts')
  admin = createAdmin(product.port)
  await admin.signIn()
  const { text } = await callProduct(product.port, { method: 'GET', path: '/api/openapi.json', site: 'harbour' })
  fields = textFieldsOf(JSON.parse(text))
})
afterAll(() => product?.stop())

/** The call with a text in its place; where the body is too large, the largest that is taken. */
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

/** The lengths at which a field is fed: as long as the request may be, and the longest that the field itself takes. */
const lengthsOf = ({ place, most }: TextField): number[] =>
  place === 'query' || place === 'path' ? [HEAD] : most !== null && most < LONG ? [LONG, most] : [LONG]

const fedBy = (field: TextField, shape: Shape): Fed[] =>
  lengthsOf(field).map((length) => ({
    name: field.name,
    shape: shape.name,
    length,
    send: () => feed(field, shape, length),
  }))

test(`each text field of each call, fed ${MORE_SHAPES + 2} of ${MOST_SHAPES} shapes of ${LONG} characters, keeps nobody waiting`, async () => {
  expect(fields.length).toBeGreaterThan(1_000)
  const all = fields.flatMap((field, index) => shapesFor(index, MORE_SHAPES).flatMap((shape) => fedBy(field, shape)))
  const { slow, broken, longest, statuses } = await feedAll(product.watch, all, AT_ONCE)
  console.info(
    `${fields.length} fields, ${all.length} texts ${JSON.stringify(statuses)}, longest ${longest.toFixed(0)} ms`,
  )
  expect(slow).toEqual([])
  expect(broken).toEqual([])
  expect(product.watch.asked()).toBeGreaterThan(all.length / AT_ONCE)
  // What is refused at the door says nothing of what is behind it.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(100)
  expect(statuses[400]).toBeGreaterThan(all.length / 2)
}, 7_200_000)
