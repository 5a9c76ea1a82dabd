import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { createApi } from '#tests/support/api.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { freePort } from '#tests/support/product.ts'
import { waitUntil } from '#tests/support/waiting.ts'
import { log } from '#tests/support/world.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)
const PASSWORD = 'of-the-pooler'
const REQUESTS = process.env.PROOF ? 20_000 : 400
const LOGINS = ['app', 'worker', 'auth', 'platform'] as const

/** Starts a pooler in transaction mode with two connections for each login, in front of the server of `url`. */
async function startPooler(url: URL) {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-pooler-'))
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const users = [...LOGINS.map((role) => [`watchbill_${role}_login`, PASSWORD]), [url.username, url.password]]
  writeFileSync(path.join(folder, 'users.txt'), users.map(([name, secret]) => `"${name}" "${secret}"\n`).join(''))
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
`,
  )
  // It refuses to run as root, and may then be any user.
  const isRoot = process.getuid?.() === 0
  if (isRoot) spawnSync('chown', ['-R', 'nobody', folder])
  const pooler = spawn(PGBOUNCER!, [...(isRoot ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => pooler.once('exit', resolve))
  await waitUntil('the pooler answers', () => isOpen(port), { withinMs: 20_000 })
  return {
    urlFor: (user: string, secret = PASSWORD) =>
      `postgres://${user}:${secret}@127.0.0.1:${port}${url.pathname}?pgbouncer=true`,
    stop: async () => {
      pooler.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const test = worldTest.extend('pooler', async ({ world }, { onCleanup }) => {
  await world.superuser.query(readFileSync('infra/logins.sql', 'utf8'))
  for (const role of LOGINS) await world.superuser.query(`alter role watchbill_${role}_login password '${PASSWORD}'`)
  const pooler = await startPooler(new URL(world.url))
  onCleanup(async () => {
    await pooler.stop()
    for (const role of LOGINS) await world.superuser.query(`drop role watchbill_${role}_login`)
  })
  return pooler
})

test.skipIf(!PGBOUNCER)(
  'two clubs share two connections of a pooler in transaction mode, and never see each other',
  async ({ world, pooler, redis, skip }) => {
    if (!redis) return skip()
    const urls = Object.fromEntries(
      LOGINS.map((role) => [`DATABASE_${role.toUpperCase()}_URL`, pooler.urlFor(`watchbill_${role}_login`)]),
    )
    const withoutRedis = createQueue({ redisUrl: undefined, databaseUrl: pooler.urlFor('x'), log })
    await expect(withoutRedis).rejects.toThrow('REDIS_URL: required behind a pooler')
    const api = await createApi(world, { ...urls, REDIS_URL: redis.url })
    try {
      expect(await api.context.readiness()).toEqual({ database: 'ok', migrations: 'ok', queue: 'ok' })
      const clubs = await Promise.all(
        ['Heron', 'Egret'].map(async (name) => {
          const site = await world.makeSite({ name })
          const admin = await world.makePerson(site, { role: 'admin' })
          return { name, site, headers: await api.signIn(site, admin), events: 0 }
        }),
      )
      const times = { start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }
      await Promise.all(
        Array.from({ length: REQUESTS }, async (_, n) => {
          const club = clubs[n % 2]!
          const { site, headers, name } = club
          if (n % 8 > 1) {
            const { status, text } = await api.call(site, { method: 'GET', path: '/events/?limit=100', headers })
            expect(status, text).toBe(200)
            const { results } = JSON.parse(text) as { results: { events?: Record<string, { name: string }> } }
            expect(Object.values(results.events ?? {}).filter((event) => event.name !== name)).toEqual([])
          } else {
            const body = [{ name, ...times }]
            const { status, text } = await api.call(site, { method: 'POST', path: '/events/', headers, body })
            expect(status, text).toBe(201)
            club.events += 1
          }
        }),
      )
      for (const { site, headers, events } of clubs) {
        const { text } = await api.call(site, { method: 'GET', path: '/events/', headers })
        expect(JSON.parse(text)).toMatchObject({ count: events })
      }
    } finally {
      await api.close()
    }
  },
)

test.skipIf(!PGBOUNCER)('a process is not ready while its login has no role of its own', async ({ world, pooler }) => {
  const { username, password } = new URL(world.url)
  const api = await createApi(world, { DATABASE_APP_URL: pooler.urlFor(username, password) })
  expect((await api.context.readiness()).database).toBe('app acts as watchbill')
  await api.close()
})
