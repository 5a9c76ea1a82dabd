import { expect } from 'vitest'
import { test } from '#tests/support/fixture.ts'
import { watchStatements } from '#tests/support/statements.ts'

/** Counts the parallel reads of export chunks in PostgreSQL, each on a connection. */
function watchChunks() {
  const seen = { now: 0, most: 0, all: 0 }
  watchStatements((text) => {
    if (!text.startsWith('with page as materialized')) return undefined
    seen.all += 1
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    return () => {
      seen.now -= 1
    }
  })
  return seen
}

test('many parallel exports leave half of the connections to others, and all of them are complete', async ({
  world,
  site,
  admin,
  api,
  callApi,
}) => {
  await world.superuser.query(
    `insert into core.locations (site_id, name) select $1, 'Place ' || n from generate_series(1, 9000) n`,
    [site.id],
  )
  const headers = await api.signIn(site, admin)
  const chunks = watchChunks()
  const files = await Promise.all(
    Array.from({ length: 8 }, () => api.call(site, { method: 'GET', path: '/locations/export.csv', headers })),
  )
  expect(files.map(({ status, text }) => [status, text.split('\r\n').length])).toEqual(files.map(() => [200, 9000 + 2]))
  expect(chunks.all).toBe(8 * 3)
  expect(chunks.most).toBeLessThanOrEqual(api.context.config.DATABASE_POOL_SIZE / 2)
  expect((await callApi('GET', '/locations/?limit=1', headers)).status).toBe(200)
})
