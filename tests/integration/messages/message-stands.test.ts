import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'

const HOUR_MS = 3_600_000

const test = base
  .extend(
    'later',
    ({ world }) =>
      (hours: number) =>
        new Date(world.clock.epochMs() + hours * HOUR_MS).toISOString(),
  )
  .extend(
    'pass',
    ({ world }) =>
      (hours: number) =>
        world.clock.set(new Date(world.clock.epochMs() + hours * HOUR_MS)),
  )
  .extend('race', async ({ world, site, member, later }) => {
    const times = { start: later(48), end: later(52) }
    const { id } = await world.insert(site, 'events', { name: 'Race 6', ...times })
    await world.insert(site, 'shifts', { event: id, person: member.id, draft: later(-1), ...times })
    return id
  })
  .extend('scheduled', ({ draft, step, later }) => async (over: Record<string, unknown>) => {
    const id = await draft({ scheduled_for: later(0.2), ...over })
    expect(await step(id, 'send')).toMatchObject({ status: 202, body: { status: 'scheduled' } })
    return id
  })
  .extend('decide', ({ callApi, headers, race }) => (decision: 'off' | null) => {
    return callApi('PUT', `/events/${race}/decide`, headers, { decision })
  })

test.for([
  ['to the people of an event', (event: number) => ({ audience: { event } })],
  ['to those who asked to help', (event: number) => ({ audience: { requested: { event }, everyone: true } })],
  ['for helpers, begun at an event', (event: number) => ({ origin: { kind: 'event', id: event } })],
] as const)(
  'a scheduled message %s waits as a draft when the event is called off',
  async ([_whom, about], { world, site, member, race, scheduled, decide, pass, worker, read, step }) => {
    const asking = await world.makePerson(site)
    await world.insert(site, 'requests', { event: race, person: asking.id })
    const id = await scheduled(about(race))
    await decide('off')
    pass(0.2)
    await worker.advance()
    expect(await read(id)).toMatchObject({
      status: 'draft',
      problem: 'It was not sent: “Race 6” is called off, unlike when it was scheduled. Change it, or send it as it is.',
    })
    expect((await step(id, 'send')).body.status).toBe('sending')
    expect(await read(id)).toMatchObject({ problem: null })
    expect(member.id).toBeGreaterThan(0)
  },
)

test('a message about an event that was off when it was scheduled is sent, and waits if the event goes ahead after all', async ({
  race,
  scheduled,
  decide,
  pass,
  worker,
  read,
}) => {
  await decide('off')
  const [leaves, waits] = [
    await scheduled({ audience: { event: race } }),
    await scheduled({ audience: { event: race } }),
  ]
  pass(0.2)
  await worker.advance()
  expect(await read(leaves)).toMatchObject({ status: 'sending' })
  expect(await read(waits)).toMatchObject({ status: 'sending' })
  const next = await scheduled({ audience: { event: race } })
  await decide(null)
  pass(0.2)
  await worker.advance()
  expect(await read(next)).toMatchObject({
    status: 'draft',
    problem: expect.stringContaining('“Race 6” goes ahead after all'),
  })
})

test('calling off holds a message while it can be undone; an undo releases it', async ({
  world,
  race,
  scheduled,
  decide,
  pass,
  worker,
  read,
}) => {
  const id = await scheduled({ audience: { event: race } })
  pass(0.199)
  await decide('off')
  world.clock.set(new Date(world.clock.epochMs() + 10_000))
  await worker.advance()
  expect(await read(id)).toMatchObject({ status: 'scheduled', problem: null })
  await decide(null)
  await worker.advance()
  expect(await read(id)).toMatchObject({ status: 'sending' })
})

test('a deletion warns that scheduled messages need the record, and they wait as drafts that name it', async ({
  callApi,
  headers,
  race,
  scheduled,
  draft,
  pass,
  worker,
  read,
}) => {
  const about = await scheduled({ audience: { event: race } })
  const begun = await scheduled({ origin: { kind: 'event', id: race } })
  await draft({ audience: { event: race } })
  const asked = await callApi('DELETE', `/events/${race}`, headers)
  expect(asked).toMatchObject({
    status: 409,
    body: { also_removed: { shifts: 1 }, also_held: { messages: 2 }, confirm: 3 },
  })
  const preview = await callApi('POST', '/events/bulk', headers, { ids: [race], remove: true, preview: true })
  expect(preview.body).toMatchObject({ also_held: { messages: 2 }, confirm: 3 })
  expect((await callApi('DELETE', `/events/${race}?confirm=3`, headers)).status).toBe(204)
  pass(0.2)
  await worker.advance()
  for (const id of [about, begun])
    expect(await read(id)).toMatchObject({
      status: 'draft',
      problem: 'It was not sent: the event “Race 6” was deleted. Choose again who gets it.',
    })
})

test('a message is sent without its deleted people', async ({
  world,
  site,
  callApi,
  headers,
  member,
  scheduled,
  pass,
  passTakeBack,
  worker,
  read,
}) => {
  const gone = await world.makePerson(site)
  const id = await scheduled({ audience: { people: [member.id, gone.id] } })
  expect((await callApi('DELETE', `/people/${gone.id}`, headers)).status).toBe(204)
  pass(0.2)
  await worker.advance()
  expect(await read(id)).toMatchObject({ status: 'sending', problem: null })
  passTakeBack()
  await worker.messaging.drain()
  expect(worker.sent().map(({ to }) => to)).toEqual([member.email])
})

test('merging a record that a scheduled message needs asks nothing, and the message is sent', async ({
  world,
  site,
  callApi,
  headers,
  member,
  later,
  scheduled,
  pass,
  worker,
  read,
}) => {
  const [old, kept] = [
    await world.insert(site, 'roles', { name: 'Helm' }),
    await world.insert(site, 'roles', { name: 'Helms' }),
  ]
  const times = { start: later(48), end: later(52) }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...times })
  await world.insert(site, 'shifts', { event, person: member.id, role: old.id, draft: later(-1), ...times })
  const id = await scheduled({ audience: { roles: [old.id] } })
  const merged = await callApi('POST', '/setup/merge', headers, { collection: 'roles', id: old.id, into: kept.id })
  expect(merged).toMatchObject({ status: 200 })
  pass(0.2)
  await worker.advance()
  expect(await read(id)).toMatchObject({ status: 'sending' })
})
