import { test as plain, type TestAPI } from 'vitest'
import { createApi } from './api.ts'
import { hasRedis, startRedis } from './providers/redis.ts'
import { createWorld, makeParsers, type World } from './world.ts'

/**
 * A database with a clock for the whole file, and the API on it. For files whose tests share a site: the set-up runs
 * once, and each test may read what earlier ones wrote.
 */
export const worldTest = plain
  /** The time at the start of a test; null is now. */
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
  .extend('secondApi', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const api = await startApi(world)
    onCleanup(() => api.close())
    return api
  })
  /** The parsing threads, for parts that are composed without the API. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('parsers', { scope: 'file' }, ({}, { onCleanup }) => {
    const parsers = makeParsers()
    onCleanup(() => parsers.stop())
    return parsers
  })
  /** A Redis for this file; null where the machine has none. */
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('redis', { scope: 'file' }, async ({}, { onCleanup }) => {
    const redis = hasRedis() ? await startRedis() : null
    onCleanup(() => redis?.stop())
    return redis
  })

/** Resets the clock while the API starts: the web process follows the stored clock, which no test moves. */
async function startApi(world: World) {
  const offset = world.clock.offsetMs()
  world.clock.set(null)
  const api = await createApi(world)
  world.clock.setOffsetMs(offset)
  return api
}

/** The usual fixture: each test starts at the same time of the clock, with a new site, an admin and a member. */
export const test = worldTest
  .extend('clock', { auto: true }, ({ world, startsAt }) => {
    world.clock.set(startsAt)
    return world.clock
  })
  .extend('site', ({ world }) => world.makeSite())
  .extend('admin', ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('member', ({ world, site }) => world.makePerson(site))
  /** Calls the API of the site. @returns the status and the parsed JSON; null when there is no body. */
  .extend(
    'callApi',
    ({ api, site }) =>
      async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
        const answer = await api.call(site, { method, path, headers, ...(body !== undefined && { body }) })
        return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null }
      },
  )

/** The fixtures of `Test`, for tables of cases whose functions take them as their first parameter. */
export type FixturesOf<Test> = Test extends TestAPI<infer Fixtures> ? Fixtures : never
