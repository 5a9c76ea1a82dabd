import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { type Readiness, serveMetrics } from './metrics-server.ts'

const log = createLog({ level: 'silent' })
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function start(more: { token?: string; readiness?: Readiness } = {}) {
  const { port, stop } = await serveMetrics(new Registry(), { port: 0, host: '127.0.0.1', ...more }, log)
  stops.push(stop)
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: answer.status, text: await answer.text() }
  }
}

const TOKEN = 'a-token-of-the-operator-only'

test('metrics require the token', async () => {
  const ask = await start({ token: TOKEN })
  const as = (authorization: string) => ask('/metrics', { headers: { authorization } })
  expect((await ask('/metrics')).status).toBe(401)
  expect((await as('Bearer another-token-of-nobody')).status).toBe(401)
  expect((await as(`Bearer ${TOKEN}`)).status).toBe(200)
  expect((await (await start())('/metrics')).status).toBe(200)
})

test('health needs no token, and readiness names the part that is away', async () => {
  let database = 'ok'
  const ask = await start({ token: TOKEN, readiness: async () => ({ database, queue: 'ok' }) })
  expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect(await ask('/readyz')).toEqual({ status: 200, text: '{"database":"ok","queue":"ok"}' })
  database = 'unreachable'
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"database":"unreachable","queue":"ok"}' })
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(405)
})
