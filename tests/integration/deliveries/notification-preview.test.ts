import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { applyImport, previewImport, previewImportNotifications } from '#server/imports/commands.ts'
import { decode } from '#server/imports/decode.ts'
import { publishEvent } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { test as base } from '#tests/support/fixture.ts'
import { checkedFor, input } from '#tests/support/import-files.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

/** Compares the previewed recipients of lists and files with the notified ones. */
const NOW = new Date('2027-06-01T11:00:00Z')
const SPAN = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
const NOBODY: NotificationPreview = { people: 0, names: [] }
const engine = createProductCollections()

type Person = { id: number; name: string; email: string }
type Answer = { notifies?: NotificationPreview; undo?: { token: string } }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('admin', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('bob', ({ world, site }) => world.makePerson(site, { name: 'Bob' }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...SPAN })).id)
  .extend(
    'shiftOf',
    ({ world, site, event }) =>
      async (person: number | null) =>
        (await world.insert(site, 'shifts', { event, ...SPAN, person })).id,
  )
  .extend('shifts', async ({ shiftOf, ann, bob }) => [
    await shiftOf(ann.id),
    await shiftOf(bob.id),
    await shiftOf(null),
  ])
  .extend('post', ({ world }) => messagingFor(world))
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'bulk',
    ({ act }) =>
      (name: string, body: object) =>
        act((ctx) => engine.bulk(ctx, name, body)) as Promise<Answer>,
  )
  .extend(
    'csv',
    ({ act }) =>
      (name: string, text: string, preview: boolean) =>
        act((ctx) => engine.importCsv(ctx, name, decode(Buffer.from(text)), { preview })) as Promise<Answer>,
  )
  .extend('sentBy', ({ post, world }) => async (minutes: number) => {
    const before = post.transports.email.sent.length
    world.clock.set(new Date(NOW.getTime() + minutes * 60_000))
    await post.messaging.drain()
    return post.transports.email.sent.slice(before).map(({ to, kind }) => `${to.split('@')[0]} ${kind}`)
  })
  .extend('published', ({ act, event, sentBy }) => async () => {
    await act((ctx) => publishEvent(ctx, event))
    expect(await sentBy(1)).toHaveLength(2)
  })

const nameOf = ({ email }: Person) => email.split('@')[0]

test('the preview of an edit or a removal of many names its recipients, and an undo in time notifies no one', async ({
  world,
  site,
  shifts,
  bulk,
  published,
  event,
  sentBy,
  act,
  post,
  ann,
  bob,
}) => {
  const pier = (await world.insert(site, 'locations', { name: 'Pier' })).id
  const move = { ids: shifts, changes: { location: pier } }
  expect((await bulk('shifts', { ...move, preview: true })).notifies).toEqual(NOBODY)
  await published()
  expect((await bulk('shifts', { ...move, preview: true })).notifies).toEqual({ people: 2, names: ['Ann', 'Bob'] })
  expect((await bulk('shifts', { ...move, ids: shifts.slice(1), preview: true })).notifies?.names).toEqual(['Bob'])
  expect((await bulk('events', { ids: [event], remove: true, preview: true })).notifies?.names).toEqual(['Ann', 'Bob'])
  expect(await sentBy(2)).toEqual([])
  const { undo } = await bulk('shifts', move)
  await act((ctx) => engine.undo(ctx, 'shifts', { token: undo?.token }))
  expect(await sentBy(4)).toEqual([])
  await bulk('shifts', move)
  await post.messaging.drain()
  expect((await sentBy(4 + UNDO_WINDOW_MS / 60_000 + 1)).sort()).toEqual(
    [ann, bob].map((one) => `${nameOf(one as Person)} shift.changed`).sort(),
  )
  const role = (await world.insert(site, 'roles', { name: 'Helm' })).id
  expect(await bulk('roles', { ids: [role], remove: true, preview: true })).not.toHaveProperty('notifies')
})

test('a file of events or shifts previews its recipients, and stores nothing', async ({
  published,
  event,
  csv,
  shifts,
  ann,
  sentBy,
}) => {
  await published()
  const renamed = `id,name\n${event},Big race\n`
  expect((await csv('events', renamed, true)).notifies).toEqual({ people: 2, names: ['Ann', 'Bob'] })
  expect((await csv('shifts', `id,person\n${shifts[2]},${ann?.id}\n`, true)).notifies?.names).toEqual(['Ann'])
  expect((await csv('shifts', `event,person\n${event},${ann?.id}\n`, true)).notifies).toEqual(NOBODY)
  expect(await sentBy(3)).toEqual([])
  await csv('events', renamed, false)
  expect(await sentBy(5)).toHaveLength(2)
})

test('the preview of a season’s programme that fills a published shift says who would be notified', async ({
  published,
  world,
  site,
  shifts,
  act,
  sentBy,
}) => {
  await published()
  const boat = (await world.insert(site, 'assignments', { name: 'Boat' })).id
  await world.superuser.query('update core.shifts set assignment = $1 where id = $2', [boat, shifts[2]])
  const carl = await world.makePerson(site, { name: 'Carl' })
  const text = `Date,Start,End,Event,Duty,Volunteer email\n2027-07-10,09:00,17:00,Race,Boat,${carl.email}\n`
  const given = checkedFor(site, input('season', text, { name: 's.csv' }))
  const { digest, counts } = await act((ctx) => previewImport(ctx, given))
  expect(counts).toMatchObject({ update: 1, error: 0 })
  expect(await act((ctx) => previewImportNotifications(ctx, given))).toEqual({
    notifies: { people: 1, names: ['Carl'] },
  })
  expect(await sentBy(3)).toEqual([])
  await act((ctx) => applyImport(ctx, { ...given, digest, skip_errors: false }))
  expect(await sentBy(5)).toEqual([`${nameOf(carl)} shift.assigned`])
  expect(await act((ctx) => previewImportNotifications(ctx, given))).toEqual({ notifies: NOBODY })
  await expect(
    world.act(site, memberActor(carl), (ctx) => previewImportNotifications(ctx, given)),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
})
