import { test as plain, type TestAPI } from 'vitest'
import { createApi } from './api.ts'
import { hasRedis, startRedis } from './providers/redis.ts'
import { createWorld, makeParsers, type World } from './world.ts'

/**
 * A database of the file's own with its clock, and the API on it. For files whose tests share a site: making everything once
 * saves time, and what one test leaves the next may read.
 */
export const worldTest = plain
  /** When the world begins; null is now. */
  .extend('startsAt', { scope: 'file' }, () => null as Date | null)
  .extend('world', { scope: 'file' }, async ({ startsAt }, { onCleanup }) => {
    const world = await createWorld()
    onCleanup(() => world.close())
    world.clock.set(startsAt)
    return world
  })
  .extend('api', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const api = await startApi(world)
    onCleanup(() => api.close())
    return api
  })
  /** A second process of the product on the same database. */
  .extend('secondApi', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const api = await startApi(world)
    onCleanup(() => api.close())
    return api
  })
  /** The threads for parsing, for what is composed without the API. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('parsers', { scope: 'file' }, ({}, { onCleanup }) => {
    const parsers = makeParsers()
    onCleanup(() => parsers.stop())
    return parsers
  })
  /** A Redis of the file's own; null where this machine has none. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('redis', { scope: 'file' }, async ({}, { onCleanup }) => {
    const redis = hasRedis() ? await startRedis() : null
    onCleanup(() => redis?.stop())
    return redis
  })

/** The web follows the stored clock, which no test moves: it must not find another one when it starts. */
async function startApi(world: World) {
  const offset = world.clock.offsetMs()
  world.clock.set(null)
  const api = await createApi(world)
  world.clock.setOffsetMs(offset)
  return api
}

/** The usual one: each test starts at the same time, with a site, an admin and a member that no other test knows. */
export const test = worldTest
  .extend('clock', { auto: true }, ({ world, startsAt }) => {
    world.clock.set(startsAt)
    return world.clock
  })
  .extend('site', ({ world }) => world.makeSite())
  .extend('admin', ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('member', ({ world, site }) => world.makePerson(site))
  /** A call of the API at the site. @returns its status and what its JSON says; null when it says nothing. */
  .extend(
    'callApi',
    ({ api, site }) =>
      async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
        const answer = await api.call(site, { method, path, headers, ...(body !== undefined && { body }) })
        return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null }
      },
  )

/** What the tests of `Test` get: for tables of cases whose functions take it as their first parameter. */
export type FixturesOf<Test> = Test extends TestAPI<infer Fixtures> ? Fixtures : never
