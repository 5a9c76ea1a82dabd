import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { createPublicFetch } from '#server/engine/kernel/public-fetch.ts'
import { createLinkCheck } from '#server/messages/links/check-links.ts'
import { test as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

/** A local website that counts as public; only its page `/day` exists. */
const test = base
  .extend('website', { scope: 'file' }, async ({ api, world }, { onCleanup }) => {
    const state = { asked: [] as string[], held: 0 }
    const noneOpen = async () => {
      const { rows } = await world.superuser.query(
        `select count(*)::integer as n from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
      )
      if (rows[0].n > 0) throw new Error('A transaction is open.')
    }
    const server = createServer(async (req, res) => {
      state.asked.push(`${req.method} ${req.url}`)
      // Others, such as the rendering of the draft, end theirs automatically.
      await vi.waitFor(noneOpen, { timeout: 2_000 }).catch(() => {
        state.held += 1
      })
      res.writeHead(req.url === '/day' ? 200 : 404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const fetch = createPublicFetch({
      timeoutMs: 4_000,
      maxBytes: 65_536,
      ports: [port],
      resolve: async (host) => (host === 'club.example' ? ['127.0.0.1'] : ['10.0.0.1']),
      isPublic: (ip) => ip === '127.0.0.1',
    })
    api.context.linkCheck = createLinkCheck({ fetch, clock: world.clock })
    onCleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    return { ...state, state, at: (path: string) => `http://club.example:${port}${path}` }
  })
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('links', ({ callApi, headers }) => async (fields: object, as = headers) => {
    const { id } = (await callApi('PUT', '/messages/draft', headers, { fields })).body
    return callApi('GET', `/messages/${id}/links`, as)
  })

test('dead links are named, and no transaction waits for them', async ({ website, links }) => {
  const body = `[a](${website.at('/day')}) [b](${website.at('/old')}) [b](${website.at('/old#top')}) http://inside.example/x`
  const { status, body: answer } = await links({ kind: 'email', subject: 'Hi', body })
  expect(status).toBe(200)
  expect(answer).toEqual({
    checked: 3,
    more: 0,
    problems: [
      { address: website.at('/old'), status: 404 },
      { address: 'http://inside.example/x', status: null },
    ],
  })
  expect(website.state.asked.sort()).toEqual(['GET /old', 'HEAD /day', 'HEAD /old'])
  expect(website.state.held).toBe(0)
})

test('a message without links checks nothing, and no other person may check', async ({
  website,
  links,
  api,
  site,
  member,
  world,
}) => {
  const before = website.state.asked.length
  expect((await links({ kind: 'sms', body: 'Hello {{site.name}}' })).body).toEqual({
    checked: 0,
    more: 0,
    problems: [],
  })
  const body = `See ${website.at('/member')}`
  expect((await links({ kind: 'sms', body }, await api.signIn(site, member))).status).toBe(403)
  const other = await world.makeSite()
  const stranger = await api.signIn(other, await world.makePerson(other, { role: 'admin' }))
  const { id } = (await links({ kind: 'sms', body: 'x' })).body
  expect(id).toBeUndefined()
  expect((await api.call(other, { method: 'GET', path: '/messages/1/links', headers: stranger })).status).toBe(404)
  expect(website.state.asked.length).toBe(before)
})

test('the twenty-first check of a minute is refused', async ({ world, api, links, website }) => {
  const { limits } = api.context
  api.context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  try {
    const ask = (n: number) => links({ kind: 'sms', body: `See ${website.at('/day')} ${n}` })
    for (let n = 0; n < 20; n += 1) expect((await ask(n)).status, `check ${n}`).toBe(200)
    expect((await ask(20)).status).toBe(429)
  } finally {
    await api.context.limits.close()
    api.context.limits = limits
  }
})
