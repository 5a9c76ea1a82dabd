import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { SESSION_COOKIE } from '#app/session/cookies.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { openOperatorSession } from '#server/operators/session.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { recentAdmin } from '#tests/support/world.ts'

type Endpoint = (args: unknown) => Promise<unknown>
type Screen = { loader?: Endpoint; action?: Endpoint }

const files = import.meta.glob<Screen>([
  '../../app/**/routes/*.ts',
  '../../app/**/routes/*.tsx',
  '!../../app/**/routes/api.*',
])
/** Parameters that screens and forms read by name, and those that they read all together. */
const WORDS = [
  ...new Set(
    readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(`app/${file}`, 'utf8').matchAll(/\.get\('(\w+)'\)/g)].map(([, word]) => word ?? ''),
      ),
  ),
  ...['search', 'q', 'name', 'email', 'password', 'token', 'code', 'url', 'title', 'details', 'slug', 'status', 'sort'],
]

const NOBODY: Actor = { kind: 'nobody' }

let reached = 0

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('atTheConsole', { scope: 'file' }, ({ world, api }) => async (): Promise<string> => {
    const { rows } = await world.superuser.query<{ id: number; auth_epoch: number }>(
      "insert into identity.accounts (email, proved_at) values ('operator@example.org', now()) returning id::int, auth_epoch",
    )
    const { id, auth_epoch } = rows[0]!
    await world.superuser.query('insert into platform.operators (account_id) values ($1)', [id])
    const { pools, clock } = api.context
    const parts = { authPool: pools.auth, clock }
    const token = await openOperatorSession(parts, { account: id, epoch: auth_epoch }, { ip: null, user_agent: null })
    return `${SESSION_COOKIE}=${token}`
  })

/** @returns the status of a screen; anything else that it throws is a defect. */
async function statusOf(call: Endpoint, args: unknown): Promise<number> {
  const got = await Promise.resolve(args)
    .then(call)
    .catch((thrown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
  return got instanceof Response ? got.status : 200
}

test('a zero byte in a path, a query or a form is an input error on every screen', async ({
  world,
  site,
  atTheConsole,
  api,
}) => {
  const boss = await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' }))
  const cookie = await atTheConsole()
  const statuses = new Map<number, number>()
  const failed: string[] = []
  for (const [file, load] of Object.entries(files)) {
    const { loader, action } = await load()
    const address = file.replace(/^.*\/routes\//, '').replace(/\.tsx?$/, '')
    if (/^\d{3}$/.test(address)) continue
    const console = /^console/.test(address)
    for (const actor of console ? [boss] : [NOBODY, boss])
      for (const zero of ['\0', '2027-01-02\0'])
        for (const [verb, call] of Object.entries({ loader, action })) {
          if (!call) continue
          const words = new URLSearchParams(WORDS.map((word) => [word, zero]))
          const origin = `http://${console ? 'console' : site.slug}.localhost`
          const request = new Request(`${origin}/x${verb === 'loader' ? `?${words}` : ''}`, {
            method: verb === 'loader' ? 'GET' : 'POST',
            headers: { origin, host: new URL(origin).host, ...(console && { cookie }) },
            ...(verb === 'action' && { body: words }),
          })
          const names = ['pk', 'id', 'date', 'collection', 'token', 'uid', 'slug', 'provider', 'area', '*']
          const params = Object.fromEntries(names.map((name) => [name, zero]))
          const context = {
            app: api.context,
            site: console ? null : site,
            actor,
            nonce: '',
            requestId: 'test',
            console,
          }
          const status = await statusOf(call, { request, params, context })
          if (status >= 500) failed.push(`${actor.kind} ${verb} ${address} ${JSON.stringify(zero)} → ${status}`)
          if (console && status < 300) reached += 1
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
  }
  expect(failed).toEqual([])
  expect(reached, 'pages of the console answer').toBeGreaterThan(2)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(30)
}, 300_000)

test('a zero byte is an input error in every call of the API', async ({ api, site, world }) => {
  const boss = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
  for (const { method, path } of api.calls) {
    if (/^\/(auth|sessions)|delete_self/.test(path)) continue
    const address = path.replaceAll(/\{\w+\}/g, 'a%00b')
    const query = method === 'GET' ? `?${WORDS.map((word) => `${word}=a%00`).join('&')}` : ''
    const body = method === 'GET' ? undefined : Object.fromEntries(WORDS.map((word) => [word, 'a\0']))
    const { status, text } = await api.call(site, { method, path: `${address}${query}`, headers: boss, body })
    expect(status, `${method} ${address} → ${text}`).toBeLessThan(500)
  }
}, 120_000)
