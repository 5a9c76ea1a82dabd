import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discard, flush, markAllForRetry } from './flush.ts'
import { type Entry, readOutbox, storeOutbox } from './outbox.ts'

const kept = new Map<string, string>()
/** The server's answers in order; null for no answer. */
let answers: ({ status: number; body: object } | null)[] = []
let sent: { key: string | null; body: string }[] = []

beforeEach(() => {
  kept.clear()
  answers = []
  sent = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push({ key: new Headers(init.headers).get('idempotency-key'), body: String(init.body) })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const entry = (key: string): Entry => ({
  key,
  item: { sign: 'in', shift: null, person: 3, role: null, time: '2027-06-01T09:05:00.000Z' },
  name: 'Zoë Ng',
  duty: '',
  kept: false,
})
const store = (...keys: string[]) => storeOutbox({ pending: keys.map(entry), refused: [] })
const pending = () => readOutbox().pending.map(({ key }) => key)
const DONE = { status: 200, body: { count: 1, order: [7], results: { shifts: { 7: { id: 7 } } } } }

test('an unanswered confirm is kept and sent again under its key until it is answered', async () => {
  store('a')
  expect((await flush('s', 'a'))?.status).toBe(0)
  markAllForRetry()
  answers = [null, DONE]
  expect((await flush('s'))?.status).toBe(0)
  expect(pending()).toEqual(['a'])
  expect((await flush('s'))?.status).toBe(200)
  expect([pending(), sent.map(({ key }) => key)]).toEqual([[], ['a', 'a', 'a']])
  expect(sent.map(({ body }) => body.includes('"kept":true'))).toEqual([false, true, true])
  expect(kept.size).toBe(0)
})

test('sends in order, and drops nothing on an inconclusive answer', async () => {
  store('a', 'b')
  for (const status of [401, 403, 429, 500, 503]) {
    answers = [{ status, body: { detail: 'No.' } }]
    expect((await flush('s'))?.status).toBe(status)
    expect(pending()).toEqual(['a', 'b'])
  }
  // A page from a firewall in between does not count as an answer of the product.
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
  expect((await flush('s'))?.status).toBe(0)
  expect(pending()).toEqual(['a', 'b'])
})

test('shows a refused earlier entry later, and a refusal of the current one immediately', async () => {
  store('a', 'b')
  answers = [
    { status: 409, body: { detail: 'Already signed in.' } },
    { status: 400, body: { time: ['Must be today.'] } },
  ]
  expect(await flush('s', 'b')).toMatchObject({ status: 400, detail: 'Must be today.' })
  expect(readOutbox()).toMatchObject({ pending: [], refused: [{ key: 'a', reason: 'Already signed in.' }] })
  store('c', 'd')
  discard('d')
  expect(pending()).toEqual(['c'])
})

test('an unreadable store counts as empty', () => {
  kept.set('wb.kiosk.outbox', '{broken')
  expect(readOutbox()).toEqual({ pending: [], refused: [] })
})
