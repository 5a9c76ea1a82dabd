import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type Endpoint, get, post } from '#app/http/calls.ts'
import type { HandlerArgs } from '#app/http/pipeline.ts'
import { screenAction } from '#app/http/screen.ts'
import type { WebContext } from '#app/web/context.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let api: Api
let site: Site
let events: string[] = []

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
  site = await world.makeSite()
})
afterAll(async () => {
  await api.close()
  await world.close()
})

/** The product's own context, which records ends of transactions and wake-ups. */
const watched = (): WebContext => ({
  ...api.context,
  withSite: async (...args) => {
    try {
      const result = await api.context.withSite(...args)
      events.push('commit')
      return result
    } catch (error) {
      events.push('rollback')
      throw error
    }
  },
  wake: (job) => void events.push(job),
  renderings: { settle: async () => void events.push('rendered') },
})

async function call(endpoint: Endpoint | ReturnType<typeof screenAction>, method: string): Promise<number> {
  events = []
  const request = new Request(`http://${site.slug}.localhost/x`, {
    method,
    ...(method === 'POST' && {
      body: 'a=b',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: `http://${site.slug}.localhost`,
        host: `${site.slug}.localhost`,
      },
    }),
  })
  const context = { app: watched(), site, actor: NOBODY, counted: true, requestId: 'test' }
  const response = await endpoint({ request, params: {}, context } as unknown as HandlerArgs)
  return response.status
}

const work = async (ctx: Ctx) => {
  ctx.wake('deliveries.send')
  ctx.wake('deliveries.send')
  ctx.wake('texts.render')
  await ctx.db.selectFrom('people').select('id').execute()
  expect(events).toEqual([])
  return {}
}
const fail = async (ctx: Ctx) => {
  await work(ctx)
  throw new Error('too late')
}

const described = { summary: 'A test', requires: 'anyone', answer: z.object({}) } as const
const AFTER_COMMIT = ['commit', 'deliveries.send', 'rendered']

test('a call of the API carries out its wake-ups once, after the commit', async () => {
  expect(await call(get({ ...described, access: 'write', run: work }), 'GET')).toBe(200)
  expect(events).toEqual(AFTER_COMMIT)
})

test('a failing call carries out none of its wake-ups', async () => {
  expect(await call(get({ ...described, access: 'write', run: fail }), 'GET')).toBe(500)
  expect(events).toEqual(['rollback'])
})

test('the action of a screen carries out its wake-ups after the commit, and none after a rollback', async () => {
  expect(await call(screenAction({ requires: 'anyone', handle: work }), 'POST')).toBe(200)
  expect(events).toEqual(AFTER_COMMIT)
  const failed = call(screenAction({ requires: 'anyone', handle: fail }), 'POST')
  await expect(failed).rejects.toMatchObject({ status: 500 })
  expect(events).toEqual(['rollback'])
})

test('work for after the commit does not run after a rollback', async () => {
  const afterCommit = () => void events.push('after')
  const body = { parseBody: () => ({}), schema: z.unknown() }
  expect(await call(get({ ...described, body, access: 'write', run: work, afterCommit }), 'GET')).toBe(200)
  expect(events).toEqual([...AFTER_COMMIT, 'after'])
  expect(await call(get({ ...described, body, access: 'write', run: fail, afterCommit }), 'GET')).toBe(500)
  expect(events).toEqual(['rollback'])
})

test('an address accepts only the methods of its calls, and lists them', async () => {
  const only = post({ ...described, run: work })
  const response = await only({
    request: new Request(`http://${site.slug}.localhost/x`),
    params: {},
    context: { app: watched(), site, actor: NOBODY, counted: true, requestId: 'test' },
  } as unknown as HandlerArgs)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})
