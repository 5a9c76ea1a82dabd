import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import type { HandlerArgs } from '#app/http/pipeline.ts'
import { action } from '#app/routes/report.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { test as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('reporter', async ({}, { onCleanup }) => {
    const sent: Record<string, unknown>[] = []
    const server = createServer(async (request, response) => {
      sent.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onCleanup(() => void server.close())
    return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  })
  .extend('report', ({ api, site, reporter }) => async (body: unknown, actor: Actor = { kind: 'nobody' }) => {
    const config = { ...api.context.config, ERROR_REPORT_URL: reporter.url }
    const app = { ...api.context, config, log }
    const request = new Request(`http://${site.slug}.localhost/report`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: `http://${site.slug}.localhost`,
        host: `${site.slug}.localhost`,
      },
      body: JSON.stringify(body),
    })
    const context = { app, site, actor, nonce: '', requestId: 'test' }
    return action({ request, params: {}, context } as unknown as HandlerArgs)
  })

const STEP = { at: '2027-05-01T09:00:00.000Z', kind: 'click', text: 'a /events/:id ann@club.example' }

test('anyone may report an error, with the steps that led to it and without personal data', async ({
  report,
  reporter,
}) => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  expect((await report({ message: 'x is not a function', level: 'error', breadcrumbs: [STEP] })).status).toBe(204)
  expect(logged.mock.lastCall?.[0]).toMatchObject({
    platform: 'browser',
    signed_in: false,
    breadcrumbs: [{ ...STEP, text: 'a /events/:id [email]' }],
  })
  logged.mockRestore()
  expect((await report({ message: 'Test warning', breadcrumbs: [STEP] })).status).toBe(200)
  expect(reporter.sent).toEqual([
    expect.objectContaining({
      level: 'warning',
      platform: 'browser',
      breadcrumbs: [{ ...STEP, text: 'a /events/:id [email]' }],
    }),
  ])
})

test('malformed steps are refused', async ({ report }) => {
  expect((await report({ message: 'x', breadcrumbs: [{ ...STEP, kind: 'typed' }] })).status).toBe(400)
  expect((await report({ message: 'x', breadcrumbs: Array(21).fill(STEP) })).status).toBe(400)
})

test('an address may report so often and no more', async ({ world, site }) => {
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  const take = () => limits.take('error_report', { site: site.id, ip: '192.0.2.1' })
  for (let i = 0; i < 20; i++) await take()
  await expect(take()).rejects.toMatchObject({ code: 'throttled' })
  await limits.close()
})
