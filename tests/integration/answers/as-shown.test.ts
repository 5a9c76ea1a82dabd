import { expect } from 'vitest'
import { tell } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/swaps.ts'

const AS_SEEN = { start: '2027-07-10T09:00:00Z', end: '2027-07-10T12:00:00Z' }
const MOVED = { start: '2027-07-12T09:00:00Z', end: '2027-07-12T12:00:00Z' }

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, ask_answers: true }))
  .extend('ada', ({ admin, called }) => called(admin))
  .extend('priyaCalls', ({ as, priya }) => as(priya))
  .extend('told', async ({ world, site, priya, shiftOn }) => {
    const shift = await shiftOn(10, priya)
    await tell(world, site, shift, priya)
    return shift
  })

const CHANGED = 'This shift has changed since you opened the page. Please look at it again.'

test('no one answers for another day than their page shows, and they read of the move', async ({
  ada,
  messages,
  priya,
  priyaCalls,
  told,
}) => {
  await ada('PUT', `/shifts/${told}`, MOVED)
  const answer = { answer: 'confirmed', shown: AS_SEEN }
  for (const [path, body] of [
    [`/shifts/${told}/answer`, answer],
    ['/shifts/answers', [{ id: told, ...answer }]],
  ] as const) {
    const refused = await priyaCalls('PUT', path, body)
    expect([refused.status, refused.body]).toEqual([409, { detail: CHANGED, changed: [told] }])
  }
  expect(await messages(priya)).toEqual(['shift.changed queued'])
  expect((await priyaCalls('PUT', `/shifts/${told}/answer`, { answer: 'confirmed', shown: MOVED })).status).toBe(200)
})

test('no one takes another shift than their page shows', async ({ ada, priyaCalls, shiftOn, site, world }) => {
  const shift = await shiftOn(10, null)
  const take = (shown: object) => priyaCalls('PUT', `/shifts/${shift}/take`, { shown })
  await ada('PUT', `/shifts/${shift}`, MOVED)
  expect((await take(AS_SEEN)).status).toBe(409)
  const helm = await world.insert(site, 'roles', { name: 'Helm' })
  const bar = await world.insert(site, 'assignments', { name: 'Bar' })
  const jetty = await world.insert(site, 'locations', { name: 'Jetty' })
  await ada('PUT', `/shifts/${shift}`, { role: helm.id, assignment: bar.id, location: jetty.id })
  const names = { role: 'Helm', assignment: 'Bar', location: 'Jetty' }
  for (const field of Object.keys(names))
    for (const other of [null, 'Another']) expect((await take({ ...MOVED, ...names, [field]: other })).status).toBe(409)
  expect((await take({ start: 'soon' })).body).toMatchObject({ shown: expect.anything() })
  expect((await take({ ...MOVED, ...names })).status).toBe(200)
  // Repeated after the answer was lost, it finds the shift theirs.
  expect((await take({ ...MOVED, ...names })).status).toBe(200)
})

test('own times count as shown, as do those of the shift', async ({ priya, priyaCalls, shiftOn }) => {
  const shift = await shiftOn(10, priya, { modified_start: '2027-07-10T10:00:00Z' })
  for (const start of ['2027-07-10T10:00:00Z', '2027-07-10T11:00:00+02:00'])
    expect((await priyaCalls('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed', shown: { start } })).status).toBe(
      200,
    )
})
