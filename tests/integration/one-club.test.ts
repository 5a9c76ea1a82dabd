import { expect } from 'vitest'
import { usualClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { suggestFor } from '#server/shifts/suggestions/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { watchStatements } from '#tests/support/statements.ts'

/*
 * What one club can use of what all clubs share: connections, heavy reads, the processor. Its share of the provider's
 * rate is in deliveries-fair.test.ts.
 */
const test = base
  .extend('other', async ({ world, api }) => {
    const site = await world.makeSite()
    const headers = await api.signIn(site, await world.makePerson(site, { role: 'admin' }))
    return { site, read: (path: string) => api.call(site, { method: 'GET', path, headers }) }
  })
  .extend('size', ({ api }) => api.context.config.DATABASE_POOL_SIZE)

test('forty writes that wait for one lock use half of the connections, and others read meanwhile', async ({
  world,
  api,
  site,
  admin,
  other,
  size,
}) => {
  const headers = await api.signIn(site, admin)
  const { id } = await world.insert(site, 'locations', { name: 'Jetty' })
  const blocked = async () => {
    const { rows } = await world.superuser.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and usename <> 'postgres' and wait_event_type = 'Lock'",
    )
    return rows[0].n
  }
  const holder = await world.superuser.connect()
  await holder.query('begin')
  await holder.query('select from core.locations where id = $1 for update', [id])
  const writes = Array.from({ length: 40 }, () =>
    api.call(site, { method: 'PUT', path: '/locations', headers, body: [{ id, name: 'Quay' }] }),
  )
  await expect.poll(blocked).toBe(size / 2)
  const reads = await Promise.all(Array.from({ length: 20 }, () => other.read('/locations')))
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
  expect(await blocked()).toBeLessThanOrEqual(size / 2)
  // These writes are refused before the time limit of a connection, and the next ones have their turn.
  expect((await Promise.race(writes)).status).toBe(409)
  await holder.query('rollback')
  holder.release()
  const answers = await Promise.all(writes)
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(new Set(answers.map(({ status }) => status))).not.toContain(500)
})

function watchLists() {
  const seen = { now: 0, most: 0, all: 0 }
  watchStatements((text) => {
    if (!text.includes('from core."locations" t')) return undefined
    seen.all += 1
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    return () => {
      seen.now -= 1
    }
  })
  return seen
}

test.for(['limit=-1', 'limit=5000', 'expand=&limit=-1'])(
  'of the lists with %s of one club two are read at a time; all are answered in full',
  async (query, { world, api, site, admin, other }) => {
    await world.superuser.query(
      `insert into core.locations (site_id, name) select $1, 'Place ' || n from generate_series(1, 2000) n`,
      [site.id],
    )
    const headers = await api.signIn(site, admin)
    const lists = watchLists()
    const own = Array.from({ length: 12 }, () =>
      api.call(site, { method: 'GET', path: `/locations?${query}`, headers }),
    )
    const others = await other.read(`/locations?${query}`)
    expect(others.status).toBe(200)
    const answers = await Promise.all(own)
    expect(answers.map(({ status, text }) => [status, JSON.parse(text).count])).toEqual(answers.map(() => [200, 2000]))
    expect(lists.all).toBe(13)
    expect(lists.most).toBeLessThanOrEqual(3)
  },
)

test('while the heavy reads of a club wait, its short ones, those of others and refusals are answered', async ({
  api,
  site,
  admin,
  other,
}) => {
  const headers = await api.signIn(site, admin)
  const read = (path: string, as = headers) => api.call(site, { method: 'GET', path, headers: as })
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const running = [1, 2].map(() => api.context.heavyTurn(site.id, () => held))
  let answered = false
  const long = read('/locations?limit=-1').finally(() => {
    answered = true
  })
  expect((await read('/locations')).status).toBe(200)
  expect((await read('/locations?limit=-1', {})).status).toBe(401)
  expect((await other.read('/locations?limit=-1')).status).toBe(200)
  expect(answered).toBe(false)
  end()
  await Promise.all(running)
  expect((await long).status).toBe(200)
})

/** The maximum processor time between two turns of the event loop, as a share of the time that `work` takes. */
async function longestShare(work: () => Promise<unknown>): Promise<number> {
  let [running, longest] = [true, 0]
  const used = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  const begun = used()
  let last = begun
  const turn = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setTimeout(turn)
  }
  setTimeout(turn)
  await work()
  running = false
  turn()
  return longest / (used() - begun)
}

test('suggestions for fifty shifts among thousands of people let others in between', async ({ world, site }) => {
  const { id: event } = await world.insert(site, 'events', {
    name: 'Regatta',
    start: '2027-07-10T08:00Z',
    end: '2027-07-12T16:00Z',
  })
  await world.superuser.query(
    `insert into core.people (site_id, name, email, is_active) select $1, 'P' || n, 'p' || n || '@example.org', true from generate_series(1, 3000) n`,
    [site.id],
  )
  await world.superuser.query(
    `insert into core.shifts (site_id, event, start, "end") select $1, $2, s, s + interval '2 hours' from generate_series(1, 50) n,
       lateral (select timestamptz '2027-07-10T08:00Z' + n * interval '5 minutes' as s) t`,
    [site.id, event],
  )
  const suggestions = () =>
    world.withSite(site.id, (db) => suggestFor(db, { event, clock: usualClock(site.timezone, world.clock.now()) }))
  expect(Object.keys(await suggestions())).toHaveLength(50)
  expect(await longestShare(suggestions)).toBeLessThan(0.5)
})
