import { expect } from 'vitest'
import { revokeApiKey } from '#server/apikeys/commands.ts'
import { findActorByKey, recordKeyUse } from '#server/apikeys/queries.ts'
import { pairKiosk, renewPairing, revokeKiosk } from '#server/kiosks/commands.ts'
import { findActorByKioskSecret } from '#server/kiosks/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { type Caller, callerOf, outcome, shapeOf } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, recentAdmin } from '#tests/support/world.ts'

const engine = createProductCollections()

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('boss', ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('asAdmin', async ({ world, site, boss }) =>
    callerOf(world, engine, site, await recentAdmin(world, site, boss)),
  )
  .extend(
    'find',
    ({ site, world }) =>
      (key: string, at = site) =>
        world.withSite(at.id, (db) => findActorByKey(db, key, world.clock.now())),
  )

const only = (answer: Awaited<ReturnType<Caller>>, name: string) => {
  const { order, results } = shapeOf(answer)
  return results[name]?.[order[0] ?? 0] as Record<string, unknown> & { id: number }
}

test('a key is shown once, stored as a hash, acts within its scope and ends when it is revoked', async ({
  asAdmin,
  world,
  find,
  site,
  boss,
}) => {
  const made = only(await asAdmin('POST', 'apikeys', { body: { name: 'Website', scope: 'read' } }), 'apikeys')
  const key = String(made.key)
  expect(key).toMatch(/^wb_[0-9a-z]+_[A-Za-z0-9_-]{43}$/)
  expect(key.startsWith(String(made.prefix))).toBe(true)
  expect(only(await asAdmin('GET', 'apikeys', { segments: [String(made.id)] }), 'apikeys')).not.toHaveProperty('key')
  const { rows } = await world.superuser.query('select t::text as row from core.apikeys t where id = $1', [made.id])
  expect(rows[0].row).not.toContain(key.slice(-20))
  const reader = await find(key)
  expect(reader).toMatchObject({ kind: 'key', id: made.id, scope: 'read', stale: true })
  await world.act(site, reader, (ctx) => recordKeyUse(ctx.db, made.id, world.clock.now()))
  expect(await find(key)).toMatchObject({ stale: false })
  const program = callerOf(world, engine, site, reader)
  expect((await outcome(program('GET', 'people'))).status).toBe(200)
  expect((await outcome(program('POST', 'locations', { body: { name: 'X' } }))).status).toBe(403)
  const other = await world.makeSite()
  await expect(find(key, other)).rejects.toMatchObject({ code: 'unauthenticated', extras: {} })
  await world.act(site, adminActor(boss), (ctx) => revokeApiKey(ctx, made.id))
  await expect(find(key)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('neither a key nor an admin who acts as another person creates keys', async ({
  world,
  site,
  boss,
  asAdmin,
  find,
}) => {
  const stale = callerOf(world, engine, site, adminActor(boss))
  expect(await outcome(stale('POST', 'apikeys', { body: { name: 'Late' } }))).toMatchObject({ status: 403 })
  const made = only(await asAdmin('POST', 'apikeys', { body: { name: 'Sync', scope: 'write' } }), 'apikeys')
  const program = callerOf(world, engine, site, await find(String(made.key)))
  expect((await outcome(program('POST', 'locations', { body: { name: 'Pontoon' } }))).status).toBe(200)
  expect((await outcome(program('POST', 'apikeys', { body: { name: 'More' } }))).status).toBe(403)
  expect((await outcome(program('DELETE', 'apikeys', { segments: [String(made.id)] }))).status).toBe(403)
  const posing = callerOf(world, engine, site, adminActor(boss, { impersonator: { id: 1, name: 'X' } }))
  expect((await outcome(posing('POST', 'kiosks', { body: { name: 'Door' } }))).status).toBe(403)
})

test('a kiosk is paired by a code that counts once and for ten minutes', async ({ asAdmin, site, world, boss }) => {
  const kiosk = only(await asAdmin('POST', 'kiosks', { body: { name: 'Door' } }), 'kiosks')
  expect(kiosk).toMatchObject({ paired: false, code: expect.stringMatching(/^[A-Z2-9]{8}$/) })
  const nobody = { kind: 'nobody' } as const
  const pair = (code: unknown, at = site) => world.act(at, nobody, (ctx) => pairKiosk(ctx, { code: String(code) }))
  await expect(pair(kiosk.code, await world.makeSite())).rejects.toMatchObject({ code: 'invalid' })
  const races = await Promise.allSettled(Array.from({ length: 8 }, () => pair(` ${String(kiosk.code).toLowerCase()} `)))
  const won = races.flatMap((race) => (race.status === 'fulfilled' ? [race.value] : []))
  expect(won).toHaveLength(1)
  const seen = (secret: string) => world.withSite(site.id, (db) => findActorByKioskSecret(db, site, secret))
  expect(await seen(won[0]!.secret)).toEqual({ kind: 'kiosk', id: kiosk.id, name: 'Door' })
  const { code } = await world.act(site, adminActor(boss), (ctx) => renewPairing(ctx, kiosk.id))
  world.clock.set(new Date('2027-06-01T12:11:00Z'))
  await expect(pair(code)).rejects.toMatchObject({ extras: { issues: { code: [expect.any(String)] } } })
  await world.act(site, adminActor(boss), (ctx) => revokeKiosk(ctx, kiosk.id))
  await expect(seen(won[0]!.secret)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('messages and templates list their merge fields, their audience and their deadline', async ({
  asAdmin,
  world,
  boss,
  site,
}) => {
  const post = (name: string, body: object) => outcome(asAdmin('POST', name, { body }))
  expect(await post('messagetemplates', { name: 'T', body: 'Dear {{person.nam}}' })).toMatchObject({
    status: 400,
    body: { body: [expect.stringContaining('{{person.nam}}')] },
  })
  const abroad = await world.makePerson(await world.makeSite())
  expect(await post('messages', { subject: 'Hi', audience: { people: [boss.id, abroad.id] } })).toMatchObject({
    status: 400,
    body: { audience: ['Not found.'] },
  })
  expect((await post('messages', { subject: 'Hi', audience: { anyone: true } })).status).toBe(400)
  const draft = only(
    await asAdmin('POST', 'messages', { body: { subject: 'Hi {{person.name}}', audience: { people: [boss.id] } } }),
    'messages',
  )
  expect(draft).toMatchObject({ status: 'draft', counts: {}, created_by: boss.id, audience: { people: [boss.id] } })
  const bulk = { kind: `bulk:${draft.id}`, due_at: '2027-06-01T12:00Z', person: boss.id }
  for (const channel of ['email', 'sms']) await world.insert(site, 'deliveries', { ...bulk, channel })
  expect(only(await asAdmin('GET', 'messages'), 'messages').counts).toEqual({ queued: 2 })
  await world.superuser.query(`update core.messages set status = 'sent' where id = $1`, [draft.id])
  expect((await outcome(asAdmin('PUT', 'messages', { body: { id: draft.id, subject: 'No' } }))).status).toBe(400)
  expect((await outcome(asAdmin('DELETE', 'messages', { segments: [String(draft.id)] }))).status).toBe(409)
})

test('a saved view belongs to its maker, or to everyone when it is shared', async ({ world, site, asAdmin }) => {
  const mate = callerOf(world, engine, site, adminActor(await world.makePerson(site, { role: 'admin' })))
  const view = { collection: 'people', query: 'search=ann&sort=-name' }
  const mine = only(await asAdmin('POST', 'savedviews', { body: { ...view, name: 'Anns' } }), 'savedviews')
  expect((await outcome(asAdmin('POST', 'savedviews', { body: { ...view, name: 'Anns' } }))).status).toBe(400)
  await asAdmin('POST', 'savedviews', { body: { ...view, name: 'All', shared: true } })
  expect(shapeOf(await mate('GET', 'savedviews', { query: { collection: 'people' } })).count).toBe(1)
  expect((await outcome(mate('DELETE', 'savedviews', { segments: [String(mine.id)] }))).status).toBe(404)
})
