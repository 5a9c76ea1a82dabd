import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { decideEvent, previewCallOff } from '#server/events/decide/commands.ts'
import { readToDecide } from '#server/events/decide/queries.ts'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { unpublishEvent } from '#server/publishing/commands.ts'
import { signUp, signUpToSeries } from '#server/requests/sign-up/commands.ts'
import { END, LATER, minutesLater, NOW, START, test } from '#tests/support/call-off.ts'
import { changeShift, linesOf, messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('calling off notifies each affected person once, after the undo window, and nothing else is sent', async ({
  decide,
  tick,
  world,
  site,
  roster,
  ann,
  ben,
}) => {
  await decide('off', 'One boat short.')
  await decide('off')
  expect((await tick(NOW)).email.sent).toEqual([])
  const { email, sms } = await tick(LATER)
  expect(email.sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
    [ann.email, ben.email].map((to) => [to, 'Called off: Race']).sort(),
  )
  expect(email.sent[0]?.text).toContain('One boat short.')
  expect(sms.sent).toHaveLength(1)
  await changeShift(world, site, roster.ann, { start: '2027-07-10T09:00:00Z' })
  const reminders = await tick(new Date('2027-07-09T10:00:00Z'))
  expect([reminders.email.sent, reminders.sms.sent]).toEqual([[], []])
  const lines = await linesOf(world, site)
  expect(lines.filter((line) => /^(shift|reminder)\./.test(line) && !line.startsWith('reminder.week'))).toEqual([])
})

test('undone inside the undo window it notifies no one, and due messages are sent', async ({
  decide,
  tick,
  roster: _,
}) => {
  const eve = new Date('2027-07-09T08:00:05Z')
  await tick(new Date('2027-07-09T07:59:50Z'))
  await decide('off')
  expect((await tick(eve)).email.sent).toEqual([])
  await decide(null)
  const { email } = await tick(new Date(eve.getTime() + 2 * UNDO_WINDOW_MS))
  expect(email.sent.map(({ kind }) => kind)).toEqual(['reminder.day', 'reminder.day'])
})

test.for([
  ['within the window', 0],
  ['after it', 2 * UNDO_WINDOW_MS],
] as const)(
  'a coordinator who calls off their own event, and undoes that %s, gets the reminder that was due meanwhile',
  async ([, later], { decide, tick, world, site, ann, roster }) => {
    const toldRows = async () =>
      (await world.superuser.query('select * from core.told where person = $1 order by id', [ann.id])).rows
    const eve = Date.parse('2027-07-09T08:00:05Z') + later
    await tell(world, site, roster.ann, ann)
    await tick(new Date('2027-07-09T07:59:50Z'))
    const before = await toldRows()
    await decide('off', '', ann)
    await tick(new Date(eve))
    await decide(null, '', ann)
    if (!later) expect(await toldRows()).toEqual(before)
    const { email } = await tick(new Date(eve + 2 * UNDO_WINDOW_MS))
    expect(email.sent.filter(({ to }) => to === ann.email).map(({ kind }) => kind)).toEqual(['reminder.day'])
    world.clock.set(new Date('2027-07-11T03:00:00Z'))
    const { differences } = await messagingFor(world).messaging.check()
    expect(differences.filter(({ person }) => person === ann.id)).toEqual([])
  },
)

test('a person who has acted on the current event is not notified of it again', async ({
  decide,
  tick,
  world,
  site,
  ann,
  ben,
  roster,
}) => {
  const heard = async (minutes: number) => {
    const { email } = await tick(minutesLater(minutes))
    return email.sent.filter(({ kind }) => kind.startsWith('event.')).map(({ kind, to }) => [kind, to])
  }
  await decide('off')
  await tick(LATER)
  await world.act(site, memberActor(ann), (ctx) => takeShift(ctx, roster.ann))
  expect(await heard(5)).toEqual([])
  await decide(null)
  await world.act(site, memberActor(ann), (ctx) =>
    answerShift(ctx, roster.ann, { answer: 'confirmed', reason: '', release: false }),
  )
  const again = await heard(6)
  const { rows: told } = await world.superuser.query(
    'select id, person, shift, state, by, at, delivery from core.told where site_id = $1 order by id',
    [site.id],
  )
  expect(again, JSON.stringify({ ann: ann.email, told })).toEqual([['event.back_on', ben.email]])
})

test('a coordinator who changes a shift of the event after it is called off gets no message about that', async ({
  decide,
  tick,
  world,
  site,
  event,
  roster: _,
}) => {
  const known = { draft: '2027-07-04T09:00Z', assigned_at: '2027-07-04T09:00Z', start: START, end: END }
  const bob = await world.makePerson(site, { role: 'admin', name: 'Bob' })
  const dan = await world.makePerson(site, { role: 'admin', name: 'Dan' })
  const { id } = await world.insert(site, 'shifts', { event, person: bob.id, ...known })
  await world.insert(site, 'shifts', { event, person: dan.id, ...known })
  await tell(world, site, id, bob)
  await decide('off')
  world.clock.set(new Date(NOW.getTime() + 10_000))
  await world.act(site, adminActor(bob), (ctx) => unpublishEvent(ctx, event, [id]))
  const { email } = await tick(LATER)
  expect(email.sent.map(({ to }) => to)).toContain(dan.email)
  expect(email.sent.map(({ to }) => to)).not.toContain(bob.email)
})

test('calling off notifies no one on an unpublished shift or with a declined request', async ({
  decide,
  tick,
  world,
  site,
  event,
  roster: _,
}) => {
  const [unpublished, declined] = [await world.makePerson(site), await world.makePerson(site)]
  await world.insert(site, 'shifts', { event, person: unpublished.id, start: START, end: END })
  await world.insert(site, 'requests', { event, person: declined.id, declined_at: NOW })
  expect(await world.withSite(site.id, (db) => readToDecide(db, { event, now: NOW }))).toMatchObject({ hear: 3 })
  await decide('off')
  const { email } = await tick(LATER)
  expect(email.sent.map(({ to }) => to)).not.toContain(unpublished.email)
  expect(email.sent.map(({ to }) => to)).not.toContain(declined.email)
  expect(email.sent).toHaveLength(2)
})

test('a call tells who called an event off and when, and how many were notified', async ({
  decide,
  tick,
  world,
  site,
  admin,
  ann,
  event,
  api,
  callApi,
  roster: _,
}) => {
  const coordinator = await api.signIn(site, admin)
  const calledOff = async () => (await callApi('GET', `/events/${event}/decide`, coordinator)).body.called_off
  expect(await calledOff()).toBeNull()
  await decide('off')
  const by = { at: expect.stringContaining(NOW.toISOString().slice(0, 19)), by: 'Siobhan' }
  expect(await calledOff()).toEqual({ ...by, notified: 0, waiting: 3 })
  await tick(LATER)
  expect(await calledOff()).toEqual({ ...by, notified: 2, waiting: 0 })
  await decide('go')
  expect(await calledOff()).toBeNull()
  await tick(minutesLater(1))
  await world.act(site, adminActor(ann), (ctx) => decideEvent(ctx, event, { decision: 'off' }))
  expect(await calledOff()).toMatchObject({ by: 'Ann', notified: 0, waiting: 2 })
  expect((await callApi('GET', `/events/${event}/decide`, await api.signIn(site, ann))).status).toBe(403)
  expect((await callApi('GET', '/events/999999999/decide', coordinator)).status).toBe(404)
})

test('an event that is called off accepts no sign-ups, and stays in calendars as cancelled', async ({
  decide,
  asMember,
  event,
  roster,
  world,
  site,
  callApi,
  api,
  ann,
}) => {
  const series = (await world.insert(site, 'series', { name: 'Summer' })).id
  await world.superuser.query('update core.events set series = $1 where id = $2', [series, event])
  const before = await world.superuser.query('select sequence from core.shifts where id = $1', [roster.ann])
  await decide('off')
  const refused = { code: 'invalid', message: 'This event is called off.' }
  await expect(asMember((ctx) => signUp(ctx, { event, comments: '' }))).rejects.toMatchObject(refused)
  await expect(asMember((ctx) => takeShift(ctx, roster.open))).rejects.toMatchObject({ ...refused, code: 'conflict' })
  expect(await asMember((ctx) => signUpToSeries(ctx, series))).toEqual([])
  const after = await world.superuser.query('select sequence from core.shifts where id = $1', [roster.ann])
  expect(after.rows[0].sequence).toBe(before.rows[0].sequence + 1)
  const headers = await api.signIn(site, ann)
  expect((await callApi('GET', `/events/${event}`, headers)).body.results.events[event]).toMatchObject({
    decision: 'off',
  })
  const month = await callApi('GET', '/events/calendar?start=2027-07-01&end=2027-08-01', headers)
  expect(month.body.results.events[event]).toMatchObject({ decision: 'off' })
  expect((await callApi('PUT', `/events/${event}/decide`, headers, { decision: 'go' })).status).toBe(403)
})

test('the preview lists recipients, channels and unreachable people; nothing is stored', async ({
  world,
  site,
  admin,
  event,
  roster: _,
}) => {
  const preview = await world.act(site, adminActor(admin), (ctx) => previewCallOff(ctx, event))
  const said = (part: { name: string; channels: string[] }[]) => part.map(({ name, channels }) => [name, channels])
  expect(preview.people).toBe(2)
  expect(said(preview.on_shift)).toEqual([['Ann', ['email', 'sms']]])
  expect(said(preview.signed_up)).toEqual([['Ben', ['email']]])
  expect(said(preview.not_reached)).toEqual([['Cat', []]])
  const stored = await world.superuser.query('select decision from core.events where id = $1', [event])
  expect(stored.rows).toEqual([{ decision: null }])
  expect(await linesOf(world, site)).toEqual([])
})

test('a person who gives back a shift that they have already lost gets no message that it is gone', async ({
  world,
  site,
  ann,
  roster,
}) => {
  await tell(world, site, roster.ann, ann)
  await changeShift(world, site, roster.ann, { person: null })
  await world.act(site, memberActor(ann), (ctx) => giveBack(ctx, roster.ann))
  expect(await linesOf(world, site)).toEqual([])
})
