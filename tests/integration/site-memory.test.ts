import { expect } from 'vitest'
import { type Clock, createClock } from '#server/engine/kernel/clock.ts'
import { listen } from '#server/engine/kernel/db/listen.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { test as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const test = base
  /** A process with a memory of sites that listens for changes; `asked` counts its queries, `wait` moves its time. */
  .extend('startProcess', { scope: 'file' }, ({ world }) => () => {
    let asked = 0
    let waitedMs = 0
    const clock: Clock = { ...createClock(), epochMs: () => Date.now() + waitedMs }
    const pool = world.pool('app')
    const connect = () => {
      asked += 1
      return pool.connect()
    }
    const resolve = createResolveSite({ ...pool, connect }, clock, () => ears.isListening())
    const ears = listen({
      ...{ connectionString: world.url, role: 'auth' as const, channel: 'sites', log },
      onMessage: resolve.forget,
      onListening: resolve.forgetAll,
    })
    const wait = (ms: number) => {
      waitedMs += ms
    }
    return { resolve, ears, asked: () => asked, wait }
  })
  .extend(
    'rename',
    { scope: 'file' },
    ({ world }) =>
      (slug: string, name: string) =>
        world.superuser.query('update core.sites set name = $2 where slug = $1', [slug, name]),
  )
  .extend(
    'nameOf',
    { scope: 'file' },
    ({ startProcess }) =>
      async ({ resolve }: ReturnType<typeof startProcess>, slug: string) =>
        (await resolve(slug))?.name,
  )

test('a process that hears of changes asks once, and knows changes of another one immediately', async ({
  world,
  startProcess,
  rename,
  nameOf,
}) => {
  const { slug } = await world.makeSite({ name: 'Quay' })
  const one = startProcess()
  await expect.poll(() => one.ears.isListening()).toBe(true)
  await one.resolve(slug)
  const before = one.asked()
  one.wait(30_000)
  for (let i = 0; i < 100; i++) await one.resolve(slug)
  expect(one.asked()).toBe(before)
  await rename(slug, 'The New Quay')
  await expect.poll(() => nameOf(one, slug), { timeout: 15_000 }).toBe('The New Quay')
  await world.superuser.query("update core.sites set slug = 'pier' where slug = $1", [slug])
  await expect.poll(() => nameOf(one, slug), { timeout: 15_000 }).toBeUndefined()
  expect(await nameOf(one, 'pier')).toBe('The New Quay')
  await one.ears.stop()
  expect(one.ears.isListening()).toBe(false)
})

test('a process whose line is cut remembers for two seconds only, and hears again', { timeout: 120_000 }, async ({
  world,
  startProcess,
  rename,
  nameOf,
}) => {
  const { slug } = await world.makeSite({ name: 'Mole' })
  const one = startProcess()
  await expect.poll(() => one.ears.isListening()).toBe(true)
  await one.resolve(slug)
  await world.superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'watchbill-sites'",
  )
  await expect.poll(() => one.ears.isListening()).toBe(false)
  await rename(slug, 'The Old Mole')
  await expect.poll(() => nameOf(one, slug), { timeout: 15_000 }).toBe('The Old Mole')
  await expect.poll(() => one.ears.isListening(), { timeout: 30_000 }).toBe(true)
  await rename(slug, 'The Mole')
  await expect.poll(() => nameOf(one, slug), { timeout: 15_000 }).toBe('The Mole')
  await one.ears.stop()
})

test('many names make room by what was asked for longest ago', async ({ world }) => {
  const slugs = await Promise.all([1, 2, 3, 4].map(async () => (await world.makeSite()).slug))
  const [often, seldom, third, fourth] = slugs as [string, string, string, string]
  let asked = 0
  const pool = world.pool('app')
  const connect = () => {
    asked += 1
    return pool.connect()
  }
  const resolve = createResolveSite({ ...pool, connect }, createClock(), () => true, { sites: 3, unknown: 3 })
  const askedFor = async (slug: string) => {
    const before = asked
    await resolve(slug)
    return asked > before
  }
  for (const slug of [often, seldom, third]) expect(await askedFor(slug)).toBe(true)
  expect(await askedFor(often)).toBe(false)
  expect(await askedFor(fourth)).toBe(true)
  expect([await askedFor(often), await askedFor(third), await askedFor(seldom)]).toEqual([false, false, true])
})

test('names that no site has make no site leave, and are remembered apart', async ({ world }) => {
  const { slug } = await world.makeSite()
  const { slug: gone } = await world.makeSite()
  await world.superuser.query("update core.sites set status = 'suspended' where slug = $1", [gone])
  let asked = 0
  const pool = world.pool('app')
  const connect = () => {
    asked += 1
    return pool.connect()
  }
  const resolve = createResolveSite({ ...pool, connect }, createClock(), () => true, { sites: 2, unknown: 3 })
  const askedFor = async (...names: string[]) => {
    const before = asked
    await Promise.all(names.map((name) => resolve(name)))
    return asked - before
  }
  expect(await askedFor(slug)).toBe(1)
  const strangers = Array.from({ length: 10 }, (_, n) => [`s${n}`, `roster.s${n}.test`]).flat()
  expect(await askedFor(...strangers)).toBe(20)
  expect(await askedFor(slug)).toBe(0)
  // Also while its row is being read.
  resolve.forget(slug)
  expect(await askedFor(slug, ...strangers)).toBeGreaterThan(0)
  expect(await askedFor(slug)).toBe(0)
  expect(await askedFor(gone)).toBe(1)
  expect(await askedFor(gone)).toBe(0)
  resolve.forget(gone)
  await world.superuser.query("update core.sites set status = 'active' where slug = $1", [gone])
  expect((await resolve(gone))?.slug).toBe(gone)
})

test('an own domain costs one query, and is forgotten with its club', async ({
  world,
  startProcess,
  rename,
  nameOf,
}) => {
  const { id, slug } = await world.makeSite({ name: 'Mole' })
  const name = `duty.${slug}.test`
  await world.superuser.query(
    `insert into platform.domains (name, site, token, added_at, proved_at) values ($1, $2, 'x', now(), now())`,
    [name, id],
  )
  const one = startProcess()
  await expect.poll(() => one.ears.isListening()).toBe(true)
  for (let i = 0; i < 100; i++) expect(await one.resolve(name)).toMatchObject({ id, slug, reached_at: name })
  expect(one.asked()).toBe(1)
  expect(await one.resolve(slug)).not.toHaveProperty('reached_at')
  await rename(slug, 'The New Mole')
  await expect.poll(() => nameOf(one, name), { timeout: 15_000 }).toBe('The New Mole')
  await one.ears.stop()
})
