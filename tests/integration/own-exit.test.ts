import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRecordHours, phoneToVerify } from '#server/dashboard/own-time.ts'
import { closeOwnAccount, keepOwnAccount, plannedClosure } from '#server/people/self/closure.ts'
import { isSilent } from '#server/people/self/contract.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { eraseDue } from '#server/platform/closures.ts'
import type { Site } from '#server/tenancy/site.ts'
import { queuedNotices } from '#tests/support/accounts.ts'
import { ownAccountOf } from '#tests/support/own-account.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

let world: World
let site: Site
beforeAll(async () => {
  world = await createWorld()
  site = await world.makeSite({ timezone: 'Australia/Sydney' })
})
afterAll(() => world.close())

const removed: (string | null)[] = []
const media = {
  add: async () => '',
  read: async () => null,
  remove: async (_: unknown, key: string | null) => void removed.push(key),
}
const erase = () => eraseDue({ pool: world.pool('platform'), clock: world.clock, log, media })
const days = (n: number) => world.clock.set(new Date(world.clock.epochMs() + n * 86_400_000))

test('an account ends a month after its owner asked, unless they kept it; other sites keep their side', async () => {
  const [goes, stays] = [await world.makePerson(site, { avatar: 's/1/a.webp' }), await world.makePerson(site)]
  const other = await world.makeSite()
  const elsewhere = await world.makePerson(other, { email: goes.email, name: 'Elsewhere' })
  for (const person of [goes, stays]) {
    const { session } = await ownAccountOf(world, site, person)
    const first = await world.act(site, session.actor, closeOwnAccount)
    expect(await world.act(site, session.actor, closeOwnAccount)).toEqual(first)
  }
  expect((await queuedNotices(world, site)).map(({ kind }) => kind)).toEqual(['account.closing', 'account.closing'])
  const { session } = await ownAccountOf(world, site, stays)
  await world.act(site, session.actor, keepOwnAccount)
  await world.act(site, session.actor, keepOwnAccount)
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

test('the only admin of a site cannot leave it alone, and an old sign-in has to be confirmed', async () => {
  const alone = await world.makeSite()
  const admin = await world.makePerson(alone, { role: 'admin' })
  const { session } = await ownAccountOf(world, alone, admin)
  await expect(world.act(alone, session.actor, closeOwnAccount)).rejects.toMatchObject({ code: 'conflict' })
  world.clock.set(new Date(world.clock.epochMs() + 11 * 60_000))
  const proof = { extras: { body: { reauth_required: true } } }
  await expect(world.act(alone, session.actor, closeOwnAccount)).rejects.toMatchObject(proof)
  await expect(world.act(alone, session.actor, readOwnData)).rejects.toMatchObject(proof)
  world.clock.set(null)
})

test('the file has what is the person’s, and nothing of others, of managers, or secret', async () => {
  const me = await world.makePerson(site, { name: 'Me Myself', notes: 'manager note', phone: '+61412345678' })
  const other = await world.makePerson(site, { name: 'Somebody Else' })
  const event = (
    await world.insert(site, 'events', { name: 'Regatta', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
  ).id
  const times = { event, start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
  await world.insert(site, 'shifts', { ...times, person: me.id, draft: '2027-07-01T00:00Z', notes: 'mine' })
  await world.insert(site, 'shifts', { ...times, person: other.id, draft: '2027-07-01T00:00Z', notes: 'theirs' })
  await world.insert(site, 'shifts', { ...times, person: me.id, notes: 'unpublished' })
  const competency = (await world.insert(site, 'competencies', { name: 'First aid' })).id
  await world.insert(site, 'records', { person: me.id, competency, achieved: '2026-01-01', details: 'manager details' })
  const { session } = await ownAccountOf(world, site, me)
  const data = await world.act(site, session.actor, readOwnData)
  const text = JSON.stringify(data)
  for (const part of ['Me Myself', '+61412345678', 'Regatta', 'mine', 'First aid', '2026-01-01'])
    expect(text).toContain(part)
  for (const part of ['Somebody Else', 'theirs', 'unpublished', 'manager', 'hash', session.cookie])
    expect(text).not.toContain(part)
  const { rows } = await world.superuser.query('select email_uid from core.people where id = $1', [me.id])
  expect(text).not.toContain(rows[0].email_uid)
})

test('hours are recorded for shifts that touch today in the zone of the site, and for those that nobody ended', async () => {
  const me = await world.makePerson(site)
  const event = (
    await world.insert(site, 'events', { name: 'E', start: '2027-03-01T00:00Z', end: '2027-03-30T00:00Z' })
  ).id
  /** Sydney is UTC+11: its 10 March is 9 March 13:00 to 10 March 13:00 UTC. */
  const shift = async (start: string, end: string, over = {}) =>
    (await world.insert(site, 'shifts', { event, person: me.id, draft: '2027-01-01T00:00Z', start, end, ...over })).id
  const today = await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z')
  const late = await shift('2027-03-10T12:00Z', '2027-03-10T20:00Z')
  const overnight = await shift('2027-03-09T10:00Z', '2027-03-09T20:00Z', {
    actual_start: '2027-03-09T10:00Z',
    actual_end: '2027-03-09T20:00Z',
  })
  const forgotten = await shift('2027-03-05T00:00Z', '2027-03-05T04:00Z')
  await shift('2027-03-04T00:00Z', '2027-03-04T04:00Z', {
    actual_start: '2027-03-04T00:00Z',
    actual_end: '2027-03-04T04:00Z',
  })
  await shift('2027-03-10T13:00Z', '2027-03-10T18:00Z')
  await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z', { draft: null })
  const now = new Date('2027-03-10T01:00Z')
  const rows = await world.withSite(site.id, (db) => listRecordHours(db, { person: me.id, now, zone: site.timezone }))
  expect(rows.map(({ id, today: starts }) => [id, starts])).toEqual([
    [overnight, false],
    [today, true],
    [late, true],
    [forgotten, false],
  ])
})

test('the card about the phone shows for a missing or unverified one, until it is hidden', async () => {
  const ask = async (over: object) => {
    const { id } = await world.makePerson(site, { phone: '+61412345678', ...over })
    return (await world.withSite(site.id, (db) => phoneToVerify(db, id))) !== null
  }
  expect([
    await ask({ phone: null }),
    await ask({}),
    await ask({ sms_verified: true }),
    await ask({ hide_verify_phone: true }),
  ]).toEqual([true, true, false, false])
})

test('nothing at all is sent when every switch is off that has an effect', () => {
  const off = { email_notifications: false, email_reminders: false, email_newsletters: false, sms_notifications: false }
  expect(isSilent(off, { sms_enabled: true })).toBe(true)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: true })).toBe(false)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: false })).toBe(true)
  for (const name of ['email_notifications', 'email_reminders', 'email_newsletters'] as const)
    expect(isSilent({ ...off, [name]: true }, { sms_enabled: true })).toBe(false)
})
