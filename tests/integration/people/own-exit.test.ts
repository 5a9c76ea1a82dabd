import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Storage, StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import { cancelOwnClosure, plannedClosure, scheduleOwnClosure } from '#server/people/self/closure.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { eraseClosedAccounts, startHourlyWork } from '#server/platform/closures.ts'
import { ownAccountOf, queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend(
    'erase',
    { scope: 'file' },
    ({ world }) =>
      () =>
        eraseClosedAccounts({ pool: world.pool('platform'), clock: world.clock, log, storage }),
  )
  .extend(
    'days',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 86_400_000)),
  )

const SECRET_ID = '6f1c0f0e-3d5c-4c57-9d5c-0a6f6a1f7d11'

const feedSecret = (id: number) => `FEED-SECRET-${id}`.padEnd(43, 'x')

const files = new Map<string, StoredFile>()
const removed: string[] = []
const storage: Storage = {
  put: async (key, file) => void files.set(key, file),
  get: async (key) => files.get(key) ?? null,
  size: async (key) => files.get(key)?.bytes.byteLength ?? null,
  remove: async (key) => void removed.push(key),
  list: async () => [],
}

test('an account ends a month after its owner asked, unless they kept it; other sites keep their side', async ({
  world,
  site,
  days,
  erase,
}) => {
  const [goes, stays] = [await world.makePerson(site, { avatar: 's/1/a.webp' }), await world.makePerson(site)]
  const other = await world.makeSite()
  const elsewhere = await world.makePerson(other, { email: goes.email, name: 'Elsewhere' })
  for (const person of [goes, stays]) {
    const { session } = await ownAccountOf(world, site, person)
    const first = await world.act(site, session.actor, scheduleOwnClosure)
    expect(await world.act(site, session.actor, scheduleOwnClosure)).toEqual(first)
  }
  expect((await queuedNotices(world, site)).map(({ kind }) => kind)).toEqual(['account.closing', 'account.closing'])
  const { session } = await ownAccountOf(world, site, stays)
  await world.act(site, session.actor, cancelOwnClosure)
  await world.act(site, session.actor, cancelOwnClosure)
  days(29)
  expect(await erase()).toBe(0)
  days(1.01)
  expect(await erase()).toBe(1)
  expect(await erase()).toBe(0)
  world.clock.set(null)
  const { rows } = await world.superuser.query(
    'select id::int, name, erased_at from core.people where id = any ($1) order by id',
    [[goes.id, stays.id, elsewhere.id]],
  )
  expect(rows.map(({ name, erased_at }) => [name, erased_at !== null])).toEqual([
    ['Former member', true],
    [stays.name, false],
    ['Elsewhere', false],
  ])
  expect(removed).toEqual(['s/1/a.webp'])
  expect(await world.withSite(site.id, (db) => plannedClosure(db, stays.id))).toBeNull()
})

test('work that became due while the product was down is done right after its start', async ({ world, days }) => {
  const of = await world.makeSite()
  const leaver = await world.makePerson(of)
  const { session } = await ownAccountOf(world, of, leaver)
  await world.act(of, session.actor, scheduleOwnClosure)
  days(31)
  await startHourlyWork({ pool: world.pool('platform'), clock: world.clock, log, storage }).stop()
  world.clock.set(null)
  const { rows } = await world.superuser.query('select name from core.people where id = $1', [leaver.id])
  expect(rows).toEqual([{ name: 'Former member' }])
})

test('a site keeps an admin: not the only one, nor the last two in sequence or in parallel, can leave', async ({
  world,
}) => {
  const alone = await world.makeSite()
  const admin = await world.makePerson(alone, { role: 'admin' })
  const own = await ownAccountOf(world, alone, admin)
  const leave = (of: typeof own) => world.act(alone, of.session.actor, scheduleOwnClosure)
  await expect(leave(own)).rejects.toMatchObject({ code: 'conflict' })
  const second = await ownAccountOf(world, alone, await world.makePerson(alone, { role: 'admin' }))
  const answers = await Promise.allSettled([leave(own), leave(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})

test('a person who became the last admin meanwhile stays until there is another', async ({ world, erase, days }) => {
  const of = await world.makeSite()
  const leaver = await world.makePerson(of, { role: 'admin' })
  const other = await world.makePerson(of, { role: 'admin' })
  const { session } = await ownAccountOf(world, of, leaver)
  await world.act(of, session.actor, scheduleOwnClosure)
  await world.superuser.query("update core.people set role = 'user' where id = $1", [other.id])
  const gone = async () => {
    await erase()
    const { rows } = await world.superuser.query('select erased_at from core.people where id = $1', [leaver.id])
    return rows[0].erased_at !== null
  }
  days(31)
  expect(await gone()).toBe(false)
  await world.superuser.query("update core.people set role = 'admin' where id = $1", [other.id])
  expect(await gone()).toBe(true)
  world.clock.set(null)
})

test('leaving and the own data need a recent proof of the person, and no one acts in another’s name', async ({
  world,
  site,
}) => {
  const person = await world.makePerson(site)
  const { session } = await ownAccountOf(world, site, person)
  const acting = { ...session.actor, impersonator: { id: 1, name: 'Admin' } } as typeof session.actor
  for (const call of [scheduleOwnClosure, cancelOwnClosure, readOwnData] as ((ctx: Ctx) => Promise<unknown>)[])
    await expect(world.act(site, acting, call)).rejects.toMatchObject({ code: 'forbidden' })
  world.clock.set(new Date(world.clock.epochMs() + 11 * 60_000))
  const proof = { extras: { body: { reauth_required: true } } }
  await expect(world.act(site, session.actor, scheduleOwnClosure)).rejects.toMatchObject(proof)
  await expect(world.act(site, session.actor, readOwnData)).rejects.toMatchObject(proof)
  world.clock.set(null)
})

test('after the end nothing in any table reveals who it was', async ({ world, days, erase }) => {
  const of = await world.makeSite()
  const mark = 'canary'
  const me = await world.makePerson(of, {
    ...{ name: `${mark} name`, email: `${mark}@example.org`, phone: '+61498765432', notes: `${mark} note` },
    ...{ tags: [`${mark} tag`], avatar: null },
  })
  const event = (await world.insert(of, 'events', { name: 'E', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }))
    .id
  const competency = (await world.insert(of, 'competencies', { name: 'First aid' })).id
  const field = (await world.insert(of, 'profilefields', { display_name: 'Boat', user_visible: true })).id
  const now = world.clock.now()
  const waits = { created_at: now, expires_at: new Date(now.getTime() + 60_000) }
  await world.insert(of, 'requests', { event, person: me.id, comments: mark })
  const past = {
    event,
    person: me.id,
    start: '2026-01-02T08:00Z',
    end: '2026-01-02T16:00Z',
    draft: '2026-01-01T00:00Z',
  }
  const { id: shift } = await world.insert(of, 'shifts', past)
  const answered = { shift, person: me.id, answer: 'seeking_cover', at: '2026-01-01T09:00Z' }
  await world.insert(of, 'answers', { ...answered, reason: mark, via: 'screen' })
  await world.insert(of, 'records', { person: me.id, competency, achieved: '2026-01-01', details: mark })
  await world.insert(of, 'profileentries', { entry_type: field, person: me.id, value: mark })
  await world.insert(of, 'savedviews', { collection: 'people', name: mark, person: me.id })
  await world.insert(of, 'phone_codes', { person: me.id, phone: '+61498765432', secret_id: SECRET_ID, ...waits })
  await world.insert(of, 'email_changes', {
    ...{ person: me.id, account_id: 1, email: `${mark}-new@example.org`, token_hash: Buffer.from('t'), ...waits },
  })
  await world.insert(of, 'calendar_feeds', { person: me.id, secret: feedSecret(me.id) })
  const { session } = await ownAccountOf(world, of, me)
  await world.act(of, session.actor, scheduleOwnClosure)
  days(31)
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  transports.email.sent.length = 0
  expect(await erase()).toBe(1)
  await messaging.drain()
  expect(transports.email.sent.map(({ to, kind }) => [to, kind])).toEqual([[`${mark}@example.org`, 'account.erased']])
  const [farewell] = transports.email.sent
  for (const part of [farewell?.subject, farewell?.text, farewell?.html]) expect(part).not.toMatch(/canary|98765432/i)
  expect(farewell?.text).toContain('because you had an account')
  expect(await erase()).toBe(0)
  await messaging.drain()
  expect(transports.email.sent).toHaveLength(1)
  await messaging.stop()
  world.clock.set(null)
  const { rows: tables } = await world.superuser.query<{ name: string }>(`
    select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('core', 'identity', 'platform') and c.relkind = 'r'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.superuser.query(
      `select 1 from ${name} t where t::text ilike '%canary%' or t::text like '%FEED-SECRET-${me.id}x%' or t::text like '%98765432%' limit 1`,
    )
    if (rows.length) found.push(name)
  }
  expect(found).toEqual([])
  expect(tables.length).toBeGreaterThan(30)
})
