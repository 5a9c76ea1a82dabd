import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#tests/support/fixture.ts'

test('a site sees its own rows and no others', async ({ world }) => {
  const [a, b] = [await world.makeSite(), await world.makeSite()]
  await world.insert(a, 'locations', { name: 'Pontoon' })
  const inB = await world.insert(b, 'locations', { name: 'Ridge hut' })
  const seen = await world.withSite(a.id, (db) => db.selectFrom('locations').select('name').execute())
  expect(seen).toEqual([{ name: 'Pontoon' }])
  const touched = await world.withSite(
    a.id,
    (db) => db.updateTable('locations').set({ name: 'x' }).where('id', '=', inB.id).executeTakeFirst(),
    { access: 'write' },
  )
  expect(touched.numUpdatedRows).toBe(0n)
})

test('a row cannot point to another site, although the id exists', async ({ world }) => {
  const [a, b] = [await world.makeSite(), await world.makeSite()]
  const event = await world.insert(b, 'events', { name: 'B', start: '2027-01-01T10:00Z', end: '2027-01-01T12:00Z' })
  const write = world.withSite(
    a.id,
    (db) =>
      db
        .insertInto('shifts')
        .values({ event: event.id, start: '2027-01-01T10:00Z', end: '2027-01-01T12:00Z' })
        .execute(),
    { access: 'write' },
  )
  await expect(write).rejects.toMatchObject({ code: 'conflict', cause: { constraint: 'shifts_event_fk' } })
})

test('a handle is dead after its transaction, and a connection without a site is refused', async ({ world }) => {
  const site = await world.makeSite()
  const leaked = await world.withSite(site.id, async (db) => db)
  await expect(leaked.selectFrom('people').selectAll().execute()).rejects.toThrow('after its transaction')
  const client = await world.pool('app').connect()
  await expect(client.query('select * from core.people')).rejects.toThrow()
  client.release()
})

const TRANSACTIONS = process.env.PROOF ? 20_000 : 800

test(`${TRANSACTIONS} pooled transactions with errors and killed backends leak nothing`, async ({ world }) => {
  const sites = await Promise.all(Array.from({ length: 8 }, () => world.makeSite()))
  for (const site of sites) await world.insert(site, 'news', { title: site.slug })
  let next = 0
  let leaks = 0
  let refused = 0
  const one = async (n: number) => {
    const site = sites[n % sites.length]!
    try {
      await world.withSite(site.id, async (db) => {
        if (n % 7 === 0) throw new Error('application error')
        if (n % 11 === 0) await sql`select 1 / 0`.execute(db)
        if (n % 499 === 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
        const rows = await db.selectFrom('news').select(['title', 'site_id']).execute()
        if (rows.length !== 1 || rows[0]!.title !== site.slug) leaks += 1
      })
    } catch {
      refused += 1
    }
  }
  const lane = async () => {
    while (next < TRANSACTIONS) await one(next++)
  }
  await Promise.all(Array.from({ length: 24 }, lane))
  expect(leaks).toBe(0)
  expect(refused).toBeGreaterThan(TRANSACTIONS / 8)
  expect(refused).toBeLessThan(TRANSACTIONS / 3)
})
