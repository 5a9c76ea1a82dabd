import { expect } from 'vitest'
import { decideEvent } from '#server/events/decide/commands.ts'
import { readToDecide } from '#server/events/decide/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { DECIDE_AT, END, NOW, START, test } from '#tests/support/call-off.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { changeShift, messagingFor, type SentMessage } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

/** The questions to decide among messages. */
const questions = (sent: readonly SentMessage[]) => sent.filter(({ kind }) => kind === 'event.decide')

test('at the time to decide coordinators are notified once, whatever the number of checks and workers', async ({
  tick,
  world,
  site,
  admin,
  event,
  decide,
  roster: _,
}) => {
  const mine = (sent: readonly SentMessage[]) => questions(sent).filter((one) => one.site === site.id)
  // The worker's query; an event without a question would keep others out of its batch.
  const due = async (now: Date | string) => {
    const { rows } = await world.superuser.query<{ due: { event: number }[] }>(
      'select core.decisions_due($1, 100) as due',
      [now],
    )
    return rows[0]!.due.filter((one) => one.event === event)
  }
  expect(mine((await tick(new Date('2027-07-09T16:59:30Z'))).email.sent)).toEqual([])
  const at = new Date(DECIDE_AT)
  world.clock.set(at)
  const workers = [messagingFor(world), messagingFor(world), messagingFor(world)]
  await Promise.all(workers.map(({ messaging }) => messaging.plan()))
  await Promise.all(workers.map(({ messaging }) => messaging.stop()))
  const sent = mine(workers.flatMap(({ transports }) => transports.email.sent))
  expect(sent).toMatchObject([
    { to: admin.email, subject: '2 of the 4 people needed: go ahead with Race, or call it off?' },
  ])
  expect(await due(new Date(at.getTime() + 60_000))).toEqual([])
  expect(mine((await tick(new Date(at.getTime() + 60_000))).email.sent)).toEqual([])
  await world.superuser.query("update core.events set decide_at = '2027-07-09T20:00Z' where id = $1", [event])
  expect(await due('2027-07-09T20:00Z')).toHaveLength(1)
  expect(await due(START)).toEqual([])
  expect(mine((await tick(new Date('2027-07-09T20:00:10Z'))).email.sent)).toHaveLength(1)
  await decide('go')
  expect(await world.withSite(site.id, (db) => readToDecide(db, { event, now: at }))).toBeNull()
})

test('admins who were asked to decide are told once when the decision is no longer needed, and are asked again if it is', async ({
  tick,
  world,
  site,
  admin,
  event,
  decide,
  ann,
  roster,
}) => {
  const other = await world.makePerson(site, { role: 'admin' })
  let now = new Date(DECIDE_AT).getTime()
  /** The recipients and messages about the decision within a minute of now. */
  const heard = async () => {
    now += 60_000
    const { email } = await tick(new Date(now))
    const kinds = email.sent.filter(({ kind }) => ['event.decide', 'event.decided'].includes(kind))
    return kinds.map(({ to, subject }) => [to, subject]).sort()
  }
  const both = (subject: string) => [admin.email, other.email].map((to) => [to, subject]).sort()
  const question = '2 of the 4 people needed: go ahead with Race, or call it off?'
  expect(await heard()).toEqual(both(question))

  await decide('go')
  world.clock.set(new Date(now + 10_000))
  await decide(null)
  expect(await heard()).toEqual([])
  await decide('go')
  // Another admin edits the event before the message is due: the decider is still not notified.
  await world.act(site, adminActor(other), (ctx) =>
    createProductCollections().update(ctx, 'events', { id: event, details: 'Bring boots.' }),
  )
  expect(await heard()).toEqual([[other.email, 'It goes ahead: Race']])
  expect(await heard()).toEqual([])
  await decide(null)
  expect(await heard()).toEqual(both(question))

  await world.superuser.query("update core.events set minimum = 2, updated_at = '2027-01-01' where id = $1", [event])
  expect(await heard()).toEqual(both('Enough people: Race'))
  await changeShift(world, site, roster.cat, { person: null })
  expect(await heard()).toEqual(both('1 of the 2 people needed: go ahead with Race, or call it off?'))

  await world.superuser.query('update core.events set archived = true where id = $1', [event])
  expect(await heard()).toEqual([[other.email, 'Nothing to decide: Race']])
  await world.superuser.query('update core.events set archived = false where id = $1', [event])
  expect(await heard()).toHaveLength(2)
  await world.superuser.query("update core.people set role = 'admin' where id = $1", [ann.id])
  await decide('off')
  expect(await heard()).toEqual([[other.email, 'Called off: Race']])
})

test('admins who were asked to decide are told that the event is deleted, and are asked again once it is restored', async ({
  tick,
  world,
  site,
  admin,
  event,
  api,
  callApi,
  roster: _,
}) => {
  const other = await world.makePerson(site, { role: 'admin' })
  const at = (seconds: number) => new Date(new Date(DECIDE_AT).getTime() + seconds * 1000)
  const heard = async (seconds: number) => {
    const { email } = await tick(at(seconds))
    return email.sent.filter(({ kind }) => /^event.decide/.test(kind)).map(({ to, subject }) => [to, subject])
  }
  expect(await heard(0)).toHaveLength(2)
  const headers = await api.signIn(site, admin)
  const { confirm } = (await callApi('DELETE', `/events/${event}/`, headers)).body
  const removed = await callApi('POST', '/events/bulk', headers, { ids: [event], remove: true, confirm })
  expect(removed.status).toBe(200)
  expect(await heard(20)).toEqual([])
  expect(await heard(60)).toEqual([[other.email, 'Deleted: Race']])
  expect((await callApi('POST', '/events/undo', headers, { token: removed.body.undo.token })).status).toBe(200)
  expect((await heard(120)).map(([to]) => to).sort()).toEqual([admin.email, other.email].sort())
})

test('a change that can still be undone asks no one to decide and ends no question', async ({
  tick,
  world,
  site,
  admin,
  event,
  ann,
  api,
  callApi,
  roster,
}) => {
  await world.superuser.query('update core.events set minimum = 2 where id = $1', [event])
  let now = new Date(DECIDE_AT).getTime()
  /** The admin's messages about the decision that many seconds later. */
  const heard = async (seconds: number) => {
    now += seconds * 1_000
    const { email } = await tick(new Date(now))
    return email.sent.flatMap(({ kind, subject }) => (/^event.decide/.test(kind) ? [subject] : []))
  }
  const call = async (path: string, body: object) =>
    expect((await callApi('PUT', path, await api.signIn(site, admin), body)).status).toBeLessThan(300)
  const answer = (given: string) => call(`/shifts/${roster.ann}/answer`, { answer: given })
  const put = (person: number | null, was: number | null) =>
    call('/roster/people', { steps: [{ shift: roster.ann, person, was }] })
  const asked = ['1 of the 2 people needed: go ahead with Race, or call it off?']
  const ended = ['Enough people: Race']
  expect(await heard(0)).toEqual([])
  for (const [change, undo] of [
    [() => answer('declined'), () => answer('confirmed')],
    [() => put(null, ann.id), () => put(ann.id, null)],
  ] as const) {
    await change()
    expect(await heard(10)).toEqual([])
    await undo()
    expect([...(await heard(10)), ...(await heard(30))]).toEqual([])
    await change()
    expect(await heard(10)).toEqual([])
    expect(await heard(30)).toEqual(asked)
    await undo()
    expect(await heard(10)).toEqual([])
    await change()
    expect([...(await heard(10)), ...(await heard(30))]).toEqual([])
    await undo()
    expect(await heard(10)).toEqual([])
    expect(await heard(30)).toEqual(ended)
  }
})

test('an event that fails blocks no other', async ({ tick, world, site, admin, event, roster: _ }) => {
  const times = { start: START, end: END, minimum: 4, decide_at: '2027-07-09T16:00:00Z' }
  const first = (await world.insert(site, 'events', { name: 'Broken', ...times })).id
  await world.superuser.query(
    `create function core.fail_here() returns trigger language plpgsql as $$ begin
      if new.id = ${first} then raise exception 'broken'; end if; return new; end $$;
    create trigger fail_here before update on core.events for each row execute function core.fail_here()`,
  )
  try {
    const { email } = await tick(new Date(DECIDE_AT))
    expect(questions(email.sent)).toMatchObject([{ to: admin.email, subject: expect.stringContaining('Race') }])
    expect(event).not.toBe(first)
  } finally {
    await world.superuser.query('drop function core.fail_here() cascade')
  }
})

test('the contact of an event, who cannot decide, is not asked to', async ({
  tick,
  world,
  admin,
  event,
  ann,
  site,
  roster: _,
}) => {
  await chooseContacts(world, site, { event }, ann)
  const { sent } = (await tick(new Date(DECIDE_AT))).email
  expect(questions(sent).map(({ to }) => to)).toEqual([admin.email])
})

test('an event with enough people asks nothing, until one drops out', async ({
  tick,
  world,
  event,
  site,
  admin: _,
  roster,
}) => {
  await world.superuser.query('update core.events set minimum = 2 where id = $1', [event])
  expect(questions((await tick(new Date(DECIDE_AT))).email.sent)).toHaveLength(0)
  const toDecide = () => world.withSite(site.id, (db) => readToDecide(db, { event, now: NOW }))
  expect(await toDecide()).toBeNull()
  await changeShift(world, site, roster.cat, { person: null })
  expect(questions((await tick(new Date('2027-07-09T18:00:00Z'))).email.sent)).toHaveLength(1)
  expect(await toDecide()).toMatchObject({ id: event, filled: 1, minimum: 2, all: 3, hear: 2 })
})

test('a time to decide is before the start, needs a minimum, and does not decide a past event', async ({
  callApi,
  api,
  site,
  admin,
  event,
  world,
}) => {
  const headers = await api.signIn(site, admin)
  const put = (fields: object) => callApi('PUT', '/events', headers, [{ id: event, ...fields }])
  expect(JSON.stringify((await put({ decide_at: END })).body)).toContain('Must be before the start.')
  expect((await put({ minimum: null })).status).toBe(400)
  expect((await put({ minimum: -1 })).status).toBe(400)
  expect((await put({ minimum: null, decide_at: null })).status).toBe(200)
  expect((await callApi('PUT', `/events/${event}/decide`, headers, { decision: 'maybe' })).status).toBe(400)
  expect(
    (await callApi('PUT', `/events/${event}/decide`, headers, { decision: 'off' })).body.results.events,
  ).toMatchObject({
    [event]: { decision: 'off' },
  })
  world.clock.set(new Date('2027-07-11T00:00Z'))
  await expect(
    world.act(site, adminActor(admin), (ctx) => decideEvent(ctx, event, { decision: null })),
  ).rejects.toMatchObject({ message: 'This event is over.' })
})
