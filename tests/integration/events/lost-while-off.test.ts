import { expect } from 'vitest'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { END, LATER, minutesLater, NOW, START, test } from '#tests/support/call-off.ts'
import { changeShift, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('a lost shift is named as its person knew it, even if its assignment was deleted since', async ({
  world,
  site,
  event,
  decide,
  tick,
  roster,
  ann,
  admin,
}) => {
  const { id: galley } = await world.insert(site, 'assignments', { name: 'Galley' })
  const known = { draft: '2027-07-04T09:00Z', assigned_at: '2027-07-04T09:00Z', start: START, end: END }
  const { id: second } = await world.insert(site, 'shifts', { event, assignment: galley, person: ann.id, ...known })
  for (const shift of [roster.ann, second]) await tell(world, site, shift, ann)
  await decide('off')
  await tick(LATER)
  await world.act(site, adminActor(admin), (ctx) => createProductCollections().remove(ctx, 'assignments', galley))
  await changeShift(world, site, second, { person: null })
  await tick(minutesLater(1))
  await decide('go')
  const { email } = await tick(minutesLater(2))
  const read = email.sent.filter(({ to, kind }) => to === ann.email && kind === 'event.back_on')
  expect(read.map(({ text }) => /No longer yours: [^.]*/.exec(text)?.[0])).toEqual(['No longer yours: Galley'])
})

test.for(['off again', 'deleted'] as const)(
  'someone whose text that an event is on again waits for the morning hears nothing more once it is %s',
  async (then, { world, site, event, decide, tick, roster, ann, admin }) => {
    await world.superuser.query('update core.people set email_notifications = false where id = $1', [ann.id])
    await tell(world, site, roster.ann, ann)
    const textsOf = async (at: string) =>
      (await tick(new Date(at))).sms.sent.filter(({ to }) => to === '+447700900124').map(({ kind }) => kind)
    await decide('off')
    expect(await textsOf('2027-07-05T12:00:00Z')).toEqual(['event.called_off'])
    world.clock.set(new Date('2027-07-05T22:00:00Z'))
    await decide(null)
    expect(await textsOf('2027-07-05T22:01:00Z')).toEqual([])
    const unpublished = { id: roster.ann, draft: null }
    await world.act(site, adminActor(admin), (ctx) => createProductCollections().update(ctx, 'shifts', unpublished))
    expect(await textsOf('2027-07-05T22:02:00Z')).toEqual([])
    if (then === 'deleted')
      await world.act(site, adminActor(admin), (ctx) => createProductCollections().remove(ctx, 'events', event, 'all'))
    else await decide('off')
    expect(await textsOf('2027-07-05T22:03:00Z')).toEqual([])
    const { rows } = await world.superuser.query(
      "select kind from core.deliveries where person = $1 and state = 'queued' and kind like 'shift.%'",
      [ann.id],
    )
    expect(rows).toEqual([])
    expect(await textsOf('2027-07-06T08:00:00Z')).toEqual([])
  },
)

test('a cancellation reaches someone once who gives back another shift on an outdated page', async ({
  world,
  site,
  event,
  decide,
  tick,
  roster,
  ann,
}) => {
  await world.superuser.query('update core.shifts set "end" = $2 where id = $1', [roster.ann, '2027-07-10T11:00:00Z'])
  await tell(world, site, roster.ann, ann)
  const later = { start: '2027-07-10T12:00:00Z', end: END, draft: '2027-07-04T09:00Z' }
  const { id: open } = await world.insert(site, 'shifts', { event, ...later })
  const after = async <T>(seconds: number, act: () => Promise<T>) => {
    world.clock.set(new Date(NOW.getTime() + seconds * 1_000))
    await act()
  }
  await after(0, () => world.act(site, memberActor(ann), (ctx) => takeShift(ctx, open)))
  await after(5, () => decide('off'))
  await after(8, () => world.act(site, memberActor(ann), (ctx) => giveBack(ctx, open)))
  const read = async (at: Date) => {
    const { email } = await tick(at)
    return email.sent.filter(({ to }) => to === ann.email).map(({ kind }) => kind)
  }
  expect(await read(LATER)).toEqual(['event.called_off'])
  expect(await read(minutesLater(1))).toEqual([])
  const { rows } = await world.superuser.query('select channel, state from core.deliveries where person = $1', [ann.id])
  expect(rows).toHaveLength(2)
})

test('a cancellation reaches someone who took the shift seconds before, even if it is deleted too', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ben,
  admin,
}) => {
  const act = async <T>(seconds: number, work: () => Promise<T>) => {
    world.clock.set(new Date(NOW.getTime() + seconds * 1_000))
    await work()
  }
  await world.superuser.query('delete from core.requests where person = $1', [ben.id])
  await act(0, () => world.act(site, memberActor(ben), (ctx) => takeShift(ctx, roster.open)))
  await act(5, () => decide('off'))
  await act(10, () =>
    world.act(site, adminActor(admin), (ctx) => createProductCollections().remove(ctx, 'shifts', roster.open)),
  )
  const { email } = await tick(LATER)
  expect(email.sent.filter(({ to }) => to === ben.email).map(({ kind }) => kind)).toEqual(['event.called_off'])
})

test('no morning text follows the email about a called-off event if its reader has confirmed a shift since', async ({
  world,
  site,
  event,
  decide,
  tick,
  roster,
  ann,
}) => {
  await world.superuser.query('update core.shifts set "end" = $2 where id = $1', [roster.ann, '2027-07-10T11:00:00Z'])
  await tell(world, site, roster.ann, ann)
  const later = { start: '2027-07-10T12:00:00Z', end: END, draft: '2027-07-04T09:00Z', person: ann.id }
  await tell(world, site, (await world.insert(site, 'shifts', { event, ...later })).id, ann)
  world.clock.set(new Date('2027-07-05T22:00:00Z'))
  await decide('off')
  await tick(new Date('2027-07-05T22:00:30Z'))
  world.clock.set(new Date('2027-07-05T22:00:40Z'))
  await world.act(site, memberActor(ann), (ctx) => takeShift(ctx, roster.ann))
  const { sms } = await tick(new Date('2027-07-06T08:00:00Z'))
  expect(sms.sent.filter(({ to }) => to === '+447700900124')).toEqual([])
  const { rows } = await world.superuser.query(
    'select channel, state, reason from core.deliveries where person = $1 order by channel',
    [ann.id],
  )
  expect(rows).toEqual([
    { channel: 'email', state: 'sent', reason: null },
    { channel: 'sms', state: 'cancelled', reason: 'known' },
  ])
})
