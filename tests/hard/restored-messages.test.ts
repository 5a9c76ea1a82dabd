import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startSearch } from '#server/cover/control.ts'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { heldBack } from '#server/deliveries/held-back.ts'
import { createDiskStorage } from '#server/engine/kernel/storage/disk.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { advanceMessages } from '#server/messages/sending/dispatch.ts'
import { backup } from '#server/platform/backup.ts'
import { catchUp } from '#server/platform/catch-up.ts'
import { decideHeld } from '#server/platform/held-back.ts'
import { packSite } from '#server/platform/pack.ts'
import { restore } from '#server/platform/restore.ts'
import { suspendSite } from '#server/platform/sites.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignShifts } from '#server/shifts/assign/commands.ts'
import { changeShift, messagingFor, type SentMessage } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { createCommands } from '#tests/support/programs.ts'
import { adminActor, createWorld, log, type World } from '#tests/support/world.ts'

/** The backup is made at 08:50, the server is lost at 09:20, and the backup is back at 09:30. */
const at = (time: string) => new Date(`2027-06-18T${time}Z`)
const MADE = at('08:50:00')
const BACK = at('09:30:00')

const SECRET = 'a secret of both deployments that is long enough'

const collections = createProductCollections()

/** A worker of a database, and the messages that it has sent. */
function workerOf(world: World, site: Site | null) {
  const { messaging, transports, registry } = messagingFor(world)
  return {
    sent: (): SentMessage[] =>
      [...transports.email.sent, ...transports.sms.sent].filter((one) => !site || one.site === site.id),
    measure: async () => {
      await messaging.reconcile()
      return registry.getSingleMetricAsString('held_back')
    },
    /** Ticks at these times of 18 June. */
    tick: async (...times: readonly string[]) => {
      for (const time of times) {
        world.clock.set(at(time))
        await advanceMessages({ pool: world.pool('worker'), clock: world.clock, log, collections })
        await messaging.plan()
      }
    },
  }
}

const lineOf = ({ kind, channel, to }: SentMessage) => `${kind} ${channel} ${to}`
const linesOf = (messages: readonly SentMessage[]) => messages.map(lineOf).sort()

const test = base
  .extend('startsAt', { scope: 'file' }, () => at('08:49:55') as Date | null)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', sms_enabled: true, ask_answers: true }))
  .extend('member', ({ world, site }) =>
    world.makePerson(site, { phone: '+447700900001', sms_verified: true, sms_notifications: true }),
  )
  .extend(
    'shiftOf',
    ({ world, site }) =>
      async (
        person: { id: number } | null,
        start: string,
        { draft = '2027-01-01', ...over }: Record<string, unknown> = {},
      ) => {
        const times = { start, end: new Date(Date.parse(start) + 3 * 3_600_000).toISOString() }
        const { id: event } = await world.insert(site, 'events', { name: `Race of ${start}`, ...times, ...over })
        const row = { event, person: person?.id ?? null, ...times, draft, assigned_at: '2027-01-01' }
        return { event, id: (await world.insert(site, 'shifts', row)).id as number }
      },
  )
  /** A club with something of each kind that falls due, or settles, between the backup and the loss. */
  .extend('club', async ({ world, site, admin, member, shiftOf, callApi, headers, draft, step }) => {
    const actor = adminActor(admin)
    const helper = await world.makePerson(site)
    await shiftOf(member, '2027-06-19T09:00:00Z')
    await shiftOf(member, '2027-06-25T09:10:00Z')
    const changed = await shiftOf(helper, '2027-07-20T09:00:00Z')
    const planned = await shiftOf(member, '2027-07-21T09:00:00Z', { draft: null })
    await shiftOf(helper, '2027-06-19T09:40:00Z')
    await shiftOf(null, '2027-07-22T09:00:00Z', { minimum: 3, decide_at: '2027-06-18T09:05:00Z' })
    const short = await shiftOf(null, '2027-07-23T09:00:00Z')
    // Questions, and what was sent before, are over.
    await workerOf(world, site).tick('08:40:00', '08:41:00')
    world.clock.set(at('08:49:55'))
    const later = await callApi('POST', '/roster/publish/later', headers, {
      shifts: [planned.id],
      at: '2027-06-18T09:02:00Z',
    })
    expect(later.status).toBe(201)
    expect((await step(await draft({ scheduled_for: '2027-06-18T09:03:00Z' }), 'send')).status).toBe(202)
    await world.act(site, actor, (ctx) => startSearch(ctx, short.id))
    await world.act(site, actor, (ctx) =>
      assignShifts(ctx, collections, [{ shift: changed.id, person: member.id, was: helper.id }]),
    )
    await world.act(site, actor, (ctx) =>
      queueNotices(ctx, {
        ...{ kind: 'account.reset', person: member.id, title: 'Reset', paragraphs: [] },
        useful_until: at('09:25:00'),
      }),
    )
    return { helper }
  })
  .extend('restored', async ({ world, site, club: _ }, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-restored-'))
    const target = await createWorld()
    onCleanup(async () => {
      rmSync(folder, { recursive: true, force: true })
      await target.close()
    })
    world.clock.set(MADE)
    await backup({ pool: world.pool('platform'), clock: world.clock }, path.join(folder, 'backup'))
    const files = createDiskStorage(path.join(folder, 'old-files'))
    const file = path.join(folder, 'site.tar')
    const packing = { pool: world.pool('platform'), clock: world.clock, storage: files, secret: SECRET }
    await packSite(packing, { slug: site.slug, file })
    const old = workerOf(world, site)
    await old.tick('08:50:30', '09:00:10', '09:02:10', '09:03:10', '09:03:30', '09:05:10', '09:10:10', '09:20:00')
    target.clock.set(BACK)
    const storage = createDiskStorage(path.join(folder, 'files'))
    const bringBack = () => restore({ pool: target.pool('platform'), storage, now: BACK }, path.join(folder, 'backup'))
    const unpack = () => unpackSite({ pool: target.pool('platform'), storage, now: BACK, secret: SECRET }, { file })
    const finish = () => catchUp({ pool: target.pool('platform'), workerPool: target.pool('worker'), log, collections })
    const held = async (): Promise<string[]> => {
      const { rows } = await target.superuser.query(`
        select distinct regexp_replace(d.kind, '^bulk:.*', 'bulk') || ' ' || d.channel || ' ' || case d.channel when 'email' then p.email else p.phone end as line
        from core.deliveries d join core.people p on p.site_id = d.site_id and p.id = d.person
        where d.state = 'queued' and d.lane = 'held' order by 1`)
      return rows.map(({ line }) => line)
    }
    return { target, left: linesOf(old.sent()), bringBack, unpack, finish, held }
  })

const unique = (lines: readonly string[]) => [...new Set(lines)].sort()

test('messages that left between a backup and its restore are held, and leave once they are to be sent', async ({
  site,
  restored: { target, left, bringBack, finish, held },
}) => {
  const kinds = unique(left.map((line) => line.split(' ')[0]!))
  expect(kinds).toEqual(
    expect.arrayContaining([
      'account.reset',
      'bulk',
      'cover.asked',
      'event.decide',
      'reminder.day',
      'reminder.week',
      'shift.assigned',
      'shift.cancelled',
    ]),
  )
  await bringBack()
  expect(await finish()).toBe(0)
  // The link of the reset has expired: it is of no use any more.
  expect(await held()).toEqual(unique(left.filter((line) => !line.startsWith('account.reset'))))

  const worker = workerOf(target, site)
  await worker.tick('09:30:30', '09:35:30')
  expect(worker.sent()).toEqual([])

  const counts = await heldBack(target.pool('worker'))
  const count = Object.values(counts).reduce((all, n) => all + n)
  expect(await worker.measure()).toContain(`held_back ${count}`)
  const parts = { pool: target.pool('platform'), clock: target.clock }
  expect(await decideHeld(parts, 'drop', { kind: 'bulk', site: null })).toBe(counts.bulk)
  expect(await decideHeld(parts, 'send', { kind: 'reminder', site: null })).toBe(
    counts['reminder.day']! + counts['reminder.week']!,
  )
  await worker.tick('09:36:30', '09:37:30')
  expect(linesOf(worker.sent())).toEqual(left.filter((line) => line.startsWith('reminder.')))
  await decideHeld(parts, 'send', { kind: null, site: null })
  await worker.tick('09:38:30', '09:39:30')
  expect(unique(linesOf(worker.sent()))).toEqual(unique(left.filter((line) => !/^(account|bulk)/.test(line))))
  expect(await heldBack(target.pool('worker'))).toEqual({})
  const { rows } = await target.superuser.query(
    `select state, reason, lane from core.deliveries where kind like 'bulk:%' group by 1, 2, 3`,
  )
  expect(rows).toEqual([{ state: 'skipped', reason: 'restored', lane: 'bulk' }])
})

test('new messages are sent as usual while old ones are held', async ({
  site,
  admin,
  member,
  club: { helper },
  restored: { target, bringBack, finish },
}) => {
  await bringBack()
  await finish()
  const worker = workerOf(target, site)
  const { rows } = await target.superuser.query(
    `select id::int from core.shifts where start = '2027-07-20T09:00Z' and site_id = $1`,
    [site.id],
  )
  // The shift whose notice is held moves; another one has its day's reminder at 09:40.
  target.clock.set(at('09:31:00'))
  await changeShift(target, site, rows[0].id, { start: '2027-07-20T10:00Z' }, adminActor(admin))
  await worker.tick('09:35:00', '09:41:00')
  expect(unique(linesOf(worker.sent()))).toEqual([
    `reminder.day email ${helper.email}`,
    `shift.assigned email ${member.email}`,
    'shift.assigned sms +447700900001',
  ])
})

test('a restore that was killed before it was finished sends nothing, and can be finished later', async ({
  site,
  member,
  admin,
  restored: { target, left, bringBack, held },
}) => {
  await bringBack()
  const worker = workerOf(target, site)
  await worker.tick('09:30:30', '09:33:30')
  expect(worker.sent()).toEqual([])
  await target.act(site, adminActor(admin), (ctx) =>
    queueNotices(ctx, { kind: 'account.code', person: member.id, title: 'Code', paragraphs: [] }),
  )
  await worker.tick('09:34:30')
  expect(linesOf(worker.sent())).toEqual([`account.code email ${member.email}`])

  const watchbill = createCommands(target.url)
  const doctor = JSON.parse((await watchbill(['doctor', '--json'])).out)
  expect(JSON.stringify(doctor.problems)).toContain('A restore is not finished')
  const listed = await watchbill(['held', 'list'])
  expect(listed.out).toMatch(/^\d+ messages may have left before the restore/)
  expect(await held()).toEqual(unique(left.filter((line) => !line.startsWith('account.'))))
  expect((await watchbill(['held', 'drop'])).code).toBe(2)
  expect((await watchbill(['held', 'drop', '--kind', 'reminder', '--yes', '--json'])).out).toContain('"count":')
  expect((await held()).filter((line) => line.startsWith('reminder'))).toEqual([])
})

/** A club that was at the other deployment before, with a day's reminder at 09:31. */
async function makeNeighbour(target: World) {
  const site = await target.makeSite({ timezone: 'Europe/London', ask_answers: false })
  const person = await target.makePerson(site)
  const times = { start: '2027-06-19T09:31:00Z', end: '2027-06-19T12:00:00Z' }
  const event = await target.insert(site, 'events', { name: 'Race', ...times })
  const given = { person: person.id, draft: '2027-01-01', assigned_at: '2027-01-01' }
  await target.insert(site, 'shifts', { event: event.id, ...times, ...given })
  return { site, person }
}

test('what left between a packing and its unpacking is held, is sent once, and holds up no other club', async ({
  site,
  restored: { target, left, unpack, finish, held },
}) => {
  // A club of the target with the next id of a site.
  await target.superuser.query(
    'alter sequence core.sites_id_seq restart 500; alter sequence identity.accounts_id_seq restart 5000',
  )
  const neighbour = await makeNeighbour(target)
  await unpack()
  const worker = workerOf(target, null)
  // Until it is finished, only messages of the other club are sent.
  await worker.tick('09:31:10', '09:31:40')
  const beside = `reminder.day email ${neighbour.person.email}`
  expect(linesOf(worker.sent())).toEqual([beside])

  target.clock.set(at('09:32:00'))
  expect(await finish()).toBe(0)
  expect(await held()).toEqual(unique(left.filter((line) => !line.startsWith('account.reset'))))
  await worker.tick('09:35:30')
  expect(linesOf(worker.sent())).toEqual([beside])
  const parts = { pool: target.pool('platform'), clock: target.clock }
  expect(await decideHeld(parts, 'send', { kind: null, site: neighbour.site.id })).toBe(0)
  await decideHeld(parts, 'send', { kind: null, site: site.id })
  await worker.tick('09:36:30', '09:37:30', '09:39:30')
  const sent = linesOf(worker.sent().filter((one) => one.site === site.id))
  const reminders = (lines: readonly string[]) => lines.filter((line) => line.startsWith('reminder.'))
  expect(reminders(left)).not.toEqual([])
  expect(reminders(sent)).toEqual(reminders(left))
  // Messages to many wait until their text is rendered.
  expect(unique(sent)).toEqual(unique(left.filter((line) => !/^(account|bulk)/.test(line))))
  expect(await held()).toEqual([])
})

test('a club that was suspended for its move misses nothing: what fell due in the pause is held, then sent once', async ({
  world,
  site,
  member,
  club: _,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-moved-'))
  const target = await createWorld()
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await target.close()
  })
  const storage = createDiskStorage(path.join(folder, 'files'))
  const file = path.join(folder, 'site.tar')
  world.clock.set(MADE)
  await suspendSite({ pool: world.pool('platform'), now: MADE }, site.slug)
  const packing = { pool: world.pool('platform'), clock: world.clock, storage, secret: SECRET }
  await packSite(packing, { slug: site.slug, file })
  const old = workerOf(world, site)
  await old.tick('08:51:00', '09:05:10', '09:20:00')
  expect(old.sent()).toEqual([])

  target.clock.set(BACK)
  const pool = target.pool('platform')
  await unpackSite({ pool, storage, now: BACK, secret: SECRET }, { file })
  expect(await catchUp({ pool, workerPool: target.pool('worker'), log, collections, now: BACK })).toBe(0)
  const worker = workerOf(target, site)
  await worker.tick('09:31:00')
  expect(worker.sent()).toEqual([])
  await decideHeld({ pool, clock: target.clock }, 'send', { kind: null, site: site.id })
  await worker.tick('09:32:00', '09:33:00', '09:34:00')
  const sent = linesOf(worker.sent())
  expect(sent.filter((line) => line.startsWith('reminder.') && line.includes(member.email))).toEqual([
    `reminder.day email ${member.email}`,
    `reminder.week email ${member.email}`,
  ])
  expect(unique(sent.map((line) => line.split(' ')[0]!))).toEqual(
    expect.arrayContaining(['cover.asked', 'event.decide', 'shift.assigned', 'shift.cancelled']),
  )
})
