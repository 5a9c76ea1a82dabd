import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'
import { test as plain } from '#tests/support/fixture.ts'
import { log, type World } from '#tests/support/world.ts'

/** Reads on one single connection, so that a leftover of one turn affects the next. */
const onOne = (statementTimeoutMs: number) =>
  plain.extend('one', async ({ world }, { onCleanup }) => {
    const pool = createPool({ connectionString: world.url, role: 'app', max: 1, log, statementTimeoutMs })
    onCleanup(() => pool.end())
    return { pool, withSite: createWithSite(pool) }
  })
const test = onOne(2_000)
/** For tests that must see the sleep of a statement before it ends. */
const patient = onOne(15_000)

const titles = (db: SiteDb) => db.selectFrom('news').select('title').execute()
const moment = async (db: SiteDb) => {
  const { rows } = await sql<{
    at: string
    backend: number
  }>`select now()::text as at, pg_backend_pid() as backend`.execute(db)
  return rows[0]!
}

test('statements of one turn run in one transaction, later ones in another', async ({ one, site }) => {
  await one.withSite(site.id, async (db) => {
    const [first, beside] = await Promise.all([moment(db), moment(db)])
    expect(beside).toEqual(first)
    const later = await moment(db)
    expect(later.backend).toBe(first.backend)
    expect(later.at).not.toBe(first.at)
  })
})

test('ids are numbers, also in lists', async ({ one, site }) => {
  const read = one.withSite(site.id, async (db) => {
    const { rows } =
      await sql`select 9007199254740991::bigint as id, array[1, 9007199254740991]::bigint[] as ids, '{}'::bigint[] as none`.execute(
        db,
      )
    return rows[0]
  })
  expect(await read).toEqual({ id: 9007199254740991, ids: [1, 9007199254740991], none: [] })
})

test('calls of several sites share a connection, and each sees its own rows in every turn', async ({ one, world }) => {
  const sites = await Promise.all([world.makeSite(), world.makeSite(), world.makeSite()])
  for (const site of sites) await world.insert(site, 'news', { title: site.slug })
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => sites[n % sites.length]!).map((site) =>
      one.withSite(site.id, async (db) => {
        const own = [{ title: site.slug }]
        expect(await Promise.all([titles(db), titles(db)])).toEqual([own, own])
        expect(await titles(db)).toEqual(own)
      }),
    ),
  )
})

test('neither the site nor the refusal to write stays on the connection', async ({ one, site }) => {
  await one.withSite(site.id, titles)
  const client = await one.pool.connect()
  const { rows } = await client.query(
    "select nullif(current_setting('app.site_id', true), '') as site, current_setting('transaction_read_only') as read_only",
  )
  expect(rows).toEqual([{ site: null, read_only: 'off' }])
  await expect(client.query('select * from core.news')).rejects.toThrow()
  client.release()
})

/** Sends `text` in place of what begins a read. */
function beginWith(text: string) {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(work: typeof query): void
    mockRestore(): void
  }
  spy.mockImplementation(function (this: pg.Client, statement, ...more) {
    const begins = typeof statement === 'string' && statement.startsWith('begin')
    return query.call(this, begins ? text : statement, ...more)
  })
  const end = () => spy.mockRestore()
  onTestFinished(end)
  return end
}

test.for(['select 1 / 0', 'begin read only', 'begin read only; select 1 / 0', 'rollback'])(
  'when “%s” is all that began a read, its statements are refused, and the next read sees its own site',
  async (text, { one, site, world }) => {
    await world.insert(site, 'news', { title: 'Own' })
    expect(await one.withSite(site.id, titles)).toEqual([{ title: 'Own' }])
    const end = beginWith(text)
    const read = await Promise.allSettled(
      [1, 2].map(() => one.withSite(site.id, (db) => Promise.allSettled([titles(db), titles(db)]))),
    )
    expect(read.flatMap((call) => (call.status === 'fulfilled' ? call.value : [])).map(({ status }) => status)).toEqual(
      Array(4).fill('rejected'),
    )
    end()
    expect(await one.withSite(site.id, titles)).toEqual([{ title: 'Own' }])
  },
)

test('a read writes nothing, in no turn', async ({ one, site }) => {
  const write = (db: SiteDb) => db.insertInto('news').values({ title: 'Flood' }).execute()
  const readOnly = { code: '25006' }
  await expect(one.withSite(site.id, write)).rejects.toMatchObject(readOnly)
  await expect(one.withSite(site.id, async (db) => [await titles(db), await write(db)])).rejects.toMatchObject(readOnly)
  const unlocked = (db: SiteDb) => sql`select set_config('transaction_read_only', 'off', true)`.execute(db)
  await expect(one.withSite(site.id, (db) => Promise.all([unlocked(db), write(db)]))).rejects.toThrow()
  expect(await one.withSite(site.id, titles)).toEqual([])
})

test('a failing statement fails the later ones of its turn, and none before it', async ({ one, site }) => {
  const fail = (db: SiteDb) => sql`select 1 / 0`.execute(db)
  const late = (db: SiteDb) => sql<{ late: number }>`select 7 as late`.execute(db)
  await one.withSite(site.id, async (db) => {
    const [before, failed, behind] = await Promise.allSettled([titles(db), fail(db), late(db)])
    expect(before).toEqual({ status: 'fulfilled', value: [] })
    const [divided, aborted] = ['22012', '25P02'].map((code) => ({ status: 'rejected', reason: { code } }))
    expect([failed, behind]).toMatchObject([divided, aborted])
    // The later statement was never prepared, and the connection answers as before.
    expect((await late(db)).rows).toEqual([{ late: 7 }])
  })
  expect((await one.withSite(site.id, late)).rows).toEqual([{ late: 7 }])
})

test('a value that cannot be encoded fails alone', async ({ one, site }) => {
  const round: Record<string, unknown> = {}
  round.self = round
  await one.withSite(site.id, async (db) => {
    const [before, unwritable, behind] = await Promise.allSettled([
      titles(db),
      sql`select ${round}::json`.execute(db),
      moment(db),
    ])
    expect([before.status, unwritable.status, behind.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

test('a slow statement is cancelled, and the connection stays usable', async ({ one, site }) => {
  const sleep = (db: SiteDb) => sql`select pg_sleep(5)`.execute(db)
  await expect(one.withSite(site.id, (db) => Promise.all([titles(db), sleep(db), titles(db)]))).rejects.toMatchObject({
    code: '57014',
  })
  expect(await one.withSite(site.id, titles)).toEqual([])
})

const isAsleep = (world: World, backend: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await world.superuser.query('select wait_event from pg_stat_activity where pid = $1', [
          backend,
        ])
        return rows[0]?.wait_event
      },
      { interval: 10 },
    )
    .toBe('PgSleep')

patient(
  'a backend that is gone ends its turn as unavailable; the next call gets another',
  async ({ one, site, world }) => {
    const { backend } = await one.withSite(site.id, moment)
    const ended = one.withSite(site.id, (db) =>
      Promise.all([titles(db), sql`select pg_sleep(5)`.execute(db), titles(db)]),
    )
    const refused = expect(ended).rejects.toMatchObject({ code: 'unavailable' })
    await isAsleep(world, backend)
    await world.superuser.query('select pg_terminate_backend($1)', [backend])
    await refused
    expect((await one.withSite(site.id, moment)).backend).not.toBe(backend)
  },
)

patient('an error of the work waits for the statements sent beside it', async ({ one, site, world }) => {
  let slow = ''
  const { backend } = await one.withSite(site.id, moment)
  const work = one.withSite(site.id, async (db) => {
    const sleep = sql`select pg_sleep(3)`.execute(db).then(() => {
      slow = 'done'
    })
    void sleep
    await isAsleep(world, backend)
    throw new Error('application error')
  })
  await expect(work).rejects.toThrow('application error')
  expect(slow).toBe('done')
})
