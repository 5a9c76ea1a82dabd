import { expect } from 'vitest'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { revokeKiosk } from '#server/kiosks/commands.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base } from '#tests/support/fixture.ts'
import { insertKioskShift, kioskOf } from '#tests/support/kiosk.ts'
import { adminActor, log } from '#tests/support/world.ts'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T12:00:00Z'))
  .extend('kiosk', ({ world, api, site }) => kioskOf(world, api, site))

const CALLS = [
  { method: 'GET', path: '/kiosk/data' },
  { method: 'PUT', path: '/kiosk/confirm', body: [{ sign: 'in', person: 1, time: '2027-06-01T12:00:00Z' }] },
]

test('no session or key replaces the secret: 401 without a code, and no one is signed out', async ({
  world,
  api,
  site,
  kiosk,
}) => {
  const { kiosk: _, ...others } = await credentialsOfRoles(world, api, site)
  const wrong = { 'x-kiosk-auth': `${kiosk.secret.slice(0, -2)}xx` }
  for (const call of CALLS)
    for (const headers of [...Object.values(others), wrong, { 'x-kiosk-auth': '' }]) {
      const { status, text } = await api.call(site, { ...call, headers })
      expect([status, JSON.parse(text)], JSON.stringify(headers)).toEqual([
        401,
        { detail: 'This device is not set up.' },
      ])
    }
  const admin = { ...others.admin, ...kiosk.headers }
  expect((await api.call(site, { ...CALLS[0]!, headers: admin })).status).toBe(200)
})

test('at another site the secret is refused by both calls, and stays valid at home', async ({ world, api, kiosk }) => {
  const other = await world.makeSite()
  for (const call of CALLS) expect((await api.call(other, { ...call, headers: kiosk.headers })).status).toBe(403)
  const planted = await world.insert(other, 'kiosks', { name: 'Copy', secret_hash: hashSecret(kiosk.secret) })
  for (const call of CALLS) expect((await api.call(other, { ...call, headers: kiosk.headers })).status).toBe(403)
  expect(planted.last_seen).toBeNull()
  expect((await kiosk.data()).status).toBe(200)
})

test('a revoked device is refused by the next call, and its other verbs do not exist', async ({
  world,
  site,
  kiosk,
  api,
}) => {
  const boss = await world.makePerson(site, { role: 'admin' })
  expect((await kiosk.data()).status).toBe(200)
  const seen = await world.superuser.query('select last_seen from core.kiosks where id = $1', [kiosk.id])
  expect(Math.abs(seen.rows[0].last_seen.getTime() - world.clock.now().getTime())).toBeLessThan(10_000)
  await world.act(site, adminActor(boss), (ctx) => revokeKiosk(ctx, kiosk.id))
  for (const call of CALLS) {
    const { status, text } = await api.call(site, { ...call, headers: kiosk.headers })
    expect([status, JSON.parse(text)]).toEqual([401, { detail: 'This device is not set up.' }])
  }
  for (const [method, path] of [
    ['POST', '/kiosk/data'],
    ['GET', '/kiosk/confirm'],
    ['POST', '/kiosk/confirm'],
    ['DELETE', '/kiosk/confirm'],
  ] as const)
    expect((await api.call(site, { method, path, headers: kiosk.headers })).status, `${method} ${path}`).toBe(405)
})

test('a kiosk learns only names of people: no email, phone, photo, note or access role, on a shift or not', async ({
  world,
  site,
  kiosk,
}) => {
  const told = { avatar: 'canary-avatar', phone: '+447700900123', notes: 'canary-note', tags: ['canary-tag'] }
  const people = await Promise.all(
    ['on', 'waiting', 'idle'].map((name) =>
      world.makePerson(site, { name: `Person ${name}`, email: `canary-${name}-${site.slug}@example.org`, ...told }),
    ),
  )
  const [on, waiting] = people
  const times = { start: '2027-06-01T09:00:00Z', end: '2027-06-01T17:00:00Z', notes: 'canary-shift-note' }
  await insertKioskShift(world, site, on!.id, { ...times, actual_start: '2027-06-01T09:00:00Z' })
  await insertKioskShift(world, site, waiting!.id, times)
  for (const over of [{ is_active: false }, { role: 'new' }])
    await world.makePerson(site, { name: 'canary-absent', ...over })
  await world.makePerson(await world.makeSite(), { name: 'canary-abroad' })
  const { text, body } = await kiosk.data()
  expect(text).not.toMatch(/canary|@|7700900123/)
  expect(Object.values(body.results.people).map((person) => Object.keys(person))).toEqual(
    people.map(() => ['id', 'name']),
  )
  expect(Object.keys(Object.values(body.results.shifts)[0]!)).not.toContain('notes')
})

test('sixty calls a minute for a device, counted together by two processes; another device has its own', async ({
  world,
  api,
  site,
  kiosk,
}) => {
  const one = () => createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  const { limits } = api.context
  const processes = [one(), one()]
  const neighbour = await kioskOf(world, api, site)
  const statuses: number[] = []
  for (let n = 0; n < 62; n++) {
    api.context.limits = processes[n % 2]!
    statuses.push((await (n % 3 ? kiosk.data() : kiosk.confirm([{}]))).status)
  }
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses.slice(60)).toEqual([429, 429])
  expect((await neighbour.data()).status).toBe(200)
  api.context.limits = limits
  await Promise.all(processes.map((process) => process.close()))
})
