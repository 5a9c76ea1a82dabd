import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { takeShift } from '#server/open-shifts/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignShifts } from '#server/shifts/assign/commands.ts'
import { END, LATER, minutesLater, ofEvent, START, test } from '#tests/support/call-off.ts'
import { changeShift, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('reinstating an event later tells the people told before that it goes ahead after all', async ({
  decide,
  tick,
  roster: _,
}) => {
  await decide('off')
  await tick(LATER)
  await decide('go')
  expect(ofEvent(await tick(minutesLater(1)))).toEqual(['event.back_on', 'event.back_on'])
  await decide(null)
  expect(ofEvent(await tick(minutesLater(2)))).toEqual([])
})

test('people told that an event is off are told that it takes place, even after an earlier message about their shift', async ({
  world,
  site,
  decide,
  tick,
  roster: _,
}) => {
  await decide('off')
  await tick(LATER)
  await decide('go')
  await world.superuser.query(
    "update core.deliveries set due_at = due_at + interval '2 minutes' where site_id = $1 and kind = 'event.back_on'",
    [site.id],
  )
  expect((await tick(minutesLater(1))).email.sent.map(({ kind }) => kind)).toEqual(['shift.assigned'])
  expect(ofEvent(await tick(minutesLater(4)))).toEqual(['event.back_on', 'event.back_on'])
})

test('when an event goes ahead after all, each person reads the differences from what they know', async ({
  world,
  site,
  event,
  decide,
  tick,
  roster,
  ann,
  ben,
  cat,
}) => {
  const dan = await world.makePerson(site, { name: 'Dan' })
  const eve = await world.makePerson(site, { name: 'Eve' })
  const { id: galley } = await world.insert(site, 'assignments', { name: 'Galley' })
  const known = { draft: '2027-07-04T09:00Z', assigned_at: '2027-07-04T09:00Z', start: START, end: END }
  const { id: second } = await world.insert(site, 'shifts', { event, assignment: galley, person: ann.id, ...known })
  const shifts = { cat: roster.cat, dan: roster.open, ann: roster.ann, second }
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [shifts.dan, dan.id])
  await world.superuser.query('update core.people set email_notifications = true where id = $1', [cat.id])
  for (const [shift, person] of [
    [shifts.ann, ann],
    [shifts.second, ann],
    [shifts.cat, cat],
    [shifts.dan, dan],
  ] as const)
    await tell(world, site, shift, person)
  await decide('off')
  await tick(LATER)
  await changeShift(world, site, shifts.cat, { start: '2027-07-10T07:00:00Z' })
  await changeShift(world, site, shifts.dan, { person: eve.id })
  await changeShift(world, site, shifts.second, { person: null })
  expect((await tick(minutesLater(1))).email.sent).toEqual([])

  await decide('go')
  expect((await tick(minutesLater(1))).email.sent).toEqual([])
  const { email, sms } = await tick(minutesLater(2))
  const read = (to: { email: string }) =>
    email.sent
      .filter((one) => one.to === to.email && one.kind !== 'answer.nudge')
      .map(({ kind, text }) => `${kind} ${/after all, (.*?)[:.]/.exec(text)?.[1] ?? text}`)
  expect(read(ann)).toEqual(['event.back_on but some of your shifts are no longer yours'])
  expect(email.sent.find(({ to, kind }) => to === ann.email && kind === 'event.back_on')?.text).toContain(
    'No longer yours: Galley.',
  )
  expect(read(ben)).toEqual(['event.back_on and your part in it hasn’t changed'])
  expect(read(cat).sort()).toEqual([
    'event.back_on but your part in it has changed',
    'shift.changed 2027-07-10T07:00:00.000Z was 2027-07-10T08:00:00.000Z',
  ])
  expect(read(dan)).toEqual(['event.back_on but you are no longer on it'])
  expect(read(eve)).toEqual(['shift.assigned 2027-07-10T08:00:00.000Z'])
  expect(sms.sent.map(({ text }) => text).join()).toContain('Some of your shifts are no longer yours.')
  await changeShift(world, site, shifts.dan, { person: dan.id })
  expect((await tick(minutesLater(3))).email.sent.filter(({ to }) => to === dan.email).map(({ kind }) => kind)).toEqual(
    ['shift.assigned'],
  )
})

test('a person who reads that they are off it, and gets their shift again, is told a second time', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ben,
  cat,
}) => {
  const heard = async (minute: number) =>
    (await tick(minutesLater(minute))).email.sent.filter(({ to }) => to === ben.email).map(({ kind }) => kind)
  await changeShift(world, site, roster.open, { person: ben.id })
  expect(await heard(0)).toEqual(['shift.assigned'])
  await decide('off')
  expect(await heard(1)).toEqual(['event.called_off'])
  await changeShift(world, site, roster.open, { person: cat.id })
  expect(await heard(2)).toEqual([])
  await decide('go')
  expect(await heard(3)).toEqual(['event.back_on'])
  await changeShift(world, site, roster.open, { person: ben.id })
  expect(await heard(4)).toEqual(['shift.assigned'])
})

test('no reminder is sent where “takes place” is undone immediately', async ({ decide, tick, roster: _ }) => {
  await decide('off')
  await tick(LATER)
  await tick(new Date('2027-07-09T08:00:05Z'))
  await decide('go')
  expect((await tick(new Date('2027-07-09T08:00:08Z'))).email.sent).toEqual([])
  await decide('off')
  expect((await tick(new Date('2027-07-09T08:02:00Z'))).email.sent).toEqual([])
})

test('calling off an event a second time notifies the people who heard that it takes place, each once', async ({
  decide,
  tick,
  roster: _,
}) => {
  await decide('off')
  expect(ofEvent(await tick(LATER))).toEqual(['event.called_off', 'event.called_off'])
  await decide('go')
  await decide('off')
  expect(ofEvent(await tick(minutesLater(1)))).toEqual([])
  await decide('go')
  expect(ofEvent(await tick(minutesLater(2)))).toEqual(['event.back_on', 'event.back_on'])
  await decide('off')
  expect(ofEvent(await tick(minutesLater(3)))).toEqual(['event.called_off', 'event.called_off'])
})

test('an admin on an event that they called off hears from another that it takes place, and not from themselves', async ({
  world,
  site,
  decide,
  tick,
  roster,
  admin,
}) => {
  const boss = await world.makePerson(site, { role: 'admin', name: 'Boss' })
  await changeShift(world, site, roster.open, { person: admin.id })
  await tell(world, site, roster.open, admin)
  const heard = async (at: Date) =>
    (await tick(at)).email.sent.filter(({ to }) => to === admin.email).map(({ kind }) => kind)
  await decide('off')
  expect(await heard(LATER)).toEqual([])
  await decide('go')
  expect(await heard(minutesLater(1))).toEqual([])
  await decide('off')
  expect(await heard(minutesLater(2))).toEqual([])
  await decide('go', '', boss)
  expect(await heard(minutesLater(3))).toEqual(['event.back_on'])
  await decide('off', '', boss)
  expect(await heard(minutesLater(4))).toEqual(['event.called_off'])
})

test('people who see that an event takes place are notified when it is called off again', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ben,
}) => {
  const read = async (minute: number) =>
    (await tick(minutesLater(minute))).email.sent.filter(({ to }) => to === ben.email).map(({ kind }) => kind)
  await decide('off')
  await tick(LATER)
  await changeShift(world, site, roster.open, { person: ben.id })
  await decide('go')
  await world.act(site, memberActor(ben), (ctx) =>
    answerShift(ctx, roster.open, { answer: 'confirmed', reason: '', release: false }),
  )
  await decide('off')
  expect(await read(1)).toEqual(['event.called_off'])
})

test('a person who has seen that an event is off gets no text about it in the morning', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ann,
}) => {
  await world.superuser.query('update core.sites set quiet_start = $2, quiet_end = $3 where id = $1', [
    site.id,
    '00:00',
    '23:00',
  ])
  await tell(world, site, roster.ann, ann)
  await decide('off')
  expect((await tick(LATER)).sms.sent).toEqual([])
  await world.act(site, memberActor(ann), (ctx) => takeShift(ctx, roster.ann, {}))
  expect((await tick(new Date('2027-07-05T22:30:00Z'))).sms.sent).toEqual([])
})

test('someone who sees for themselves that an event is off gets no text about it, also where a text about another shift left first', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ann,
}) => {
  await world.superuser.query('update core.sites set quiet_start = $2, quiet_end = $3 where id = $1', [
    site.id,
    '00:00',
    '23:00',
  ])
  await tell(world, site, roster.ann, ann)
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [roster.open, ann.id])
  await tell(world, site, roster.open, ann)
  await changeShift(world, site, roster.open, { person: null })
  await tick(LATER)
  await decide('off')
  await tick(minutesLater(1))
  await world.act(site, memberActor(ann), (ctx) => takeShift(ctx, roster.ann, {}))
  await world.superuser.query(
    "update core.deliveries set due_at = '2027-07-05T22:33:00Z' where site_id = $1 and kind = 'event.called_off'",
    [site.id],
  )
  const texts = async (at: string) => (await tick(new Date(at))).sms.sent.map(({ kind }) => kind)
  expect(await texts('2027-07-05T22:30:00Z')).toEqual(['shift.cancelled'])
  expect(await texts('2027-07-05T22:35:00Z')).toEqual([])
})

test('someone who sees for themselves that an event is on again hears nothing, also when it was off and on before', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ann,
}) => {
  await tell(world, site, roster.ann, ann)
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [roster.open, ann.id])
  await tell(world, site, roster.open, ann)
  const heard = async (minutes: number) =>
    (await tick(minutesLater(minutes))).email.sent.flatMap(({ kind, to }) =>
      to === ann.email && kind.startsWith('event.') ? kind : [],
    )
  await decide('off')
  await heard(1)
  await changeShift(world, site, roster.open, { person: null })
  await heard(2)
  await decide('go')
  expect(await heard(3)).toEqual(['event.back_on'])
  await decide('off')
  expect(await heard(4)).toEqual(['event.called_off'])
  await decide('go')
  await world.act(site, memberActor(ann), (ctx) => takeShift(ctx, roster.ann, {}))
  expect(await heard(5)).toEqual([])
})

test('someone who lost their shift while a text that its event is off was held back hears of the shift once the event is on', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ann,
}) => {
  await world.superuser.query('update core.sites set quiet_start = $2, quiet_end = $3 where id = $1', [
    site.id,
    '00:00',
    '23:00',
  ])
  await world.superuser.query('update core.people set email_notifications = false where id = $1', [ann.id])
  await tell(world, site, roster.ann, ann)
  await decide('off')
  await tick(LATER)
  await changeShift(world, site, roster.ann, { person: null })
  await tick(minutesLater(1))
  await decide('go')
  await tick(minutesLater(2))
  const { sms } = await tick(new Date('2027-07-05T22:30:00Z'))
  expect(sms.sent.map(({ kind }) => kind)).toEqual(['shift.cancelled'])
})

test('that an event goes ahead after all waits for changes of the shifts of which it tells', async ({
  world,
  site,
  decide,
  tick,
  roster,
  ann,
  admin,
  api,
  callApi,
}) => {
  const heard = async (at: Date) =>
    (await tick(at)).email.sent.filter(({ to }) => to === ann.email).map(({ kind, text }) => `${kind} ${text}`)
  const seconds = (after: number) => new Date(LATER.getTime() + after * 1_000)
  const headers = await api.signIn(site, admin)
  await tell(world, site, roster.ann, ann)
  await decide('off')
  await tick(LATER)
  await decide('go')
  world.clock.set(seconds(15))
  const steps = [{ shift: roster.ann, person: null, was: ann.id }]
  expect((await callApi('PUT', '/roster/people', headers, { steps })).status).toBe(200)
  expect(await heard(seconds(30))).toEqual([])
  expect(await heard(seconds(60))).toEqual([expect.stringContaining('you are no longer on it')])
})

test('an admin who puts themselves on an event that is off hears nothing when “takes place” is undone', async ({
  world,
  site,
  decide,
  tick,
  roster,
}) => {
  const bob = await world.makePerson(site, { role: 'admin', name: 'Bob' })
  await decide('off')
  await tick(LATER)
  const steps = [{ shift: roster.open, person: bob.id, was: null }]
  await world.act(site, adminActor(bob), (ctx) => assignShifts(ctx, createProductCollections(), steps))
  await tick(minutesLater(1))
  await decide(null)
  await decide('off')
  const read = await tick(minutesLater(2))
  expect(read.email.sent.filter(({ to }) => to === bob.email)).toEqual([])
})

test('an admin who changes their own shift of an event that is off reads only that it goes ahead after all', async ({
  world,
  site,
  decide,
  tick,
  roster,
}) => {
  const bob = await world.makePerson(site, { role: 'admin', name: 'Bob' })
  await changeShift(world, site, roster.open, { person: bob.id })
  await tell(world, site, roster.open, bob)
  await decide('off')
  await tick(LATER)
  const longer = { id: roster.open, end: '2027-07-10T17:00:00Z' }
  await world.act(site, adminActor(bob), (ctx) => createProductCollections().update(ctx, 'shifts', longer))
  await tick(minutesLater(1))
  await decide(null)
  const read = await tick(minutesLater(2))
  expect(read.email.sent.filter(({ to }) => to === bob.email).map(({ kind }) => kind)).toEqual(['event.back_on'])
})

test('a decision that an event goes ahead, or its withdrawal, changes no one’s shifts', async ({
  world,
  site,
  decide,
  tick,
  roster,
}) => {
  const bob = await world.makePerson(site, { role: 'admin', name: 'Bob' })
  await changeShift(world, site, roster.open, { person: bob.id })
  await decide('go', '', bob)
  const read = async (minute: number) =>
    (await tick(minutesLater(minute))).email.sent.filter(({ to }) => to === bob.email).map(({ kind }) => kind)
  expect(await read(1)).toEqual(['shift.assigned'])
  const longer = { id: roster.open, end: '2027-07-10T17:00:00Z' }
  await world.act(site, adminActor(bob), (ctx) => createProductCollections().update(ctx, 'shifts', longer))
  await decide(null)
  expect(await read(2)).toEqual([])
})
