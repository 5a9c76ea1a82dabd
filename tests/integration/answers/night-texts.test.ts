import { expect } from 'vitest'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/swaps.ts'
import type { Person } from '#tests/support/world.ts'

const NIGHT = Date.parse('2027-07-08T02:00:00Z')
const MORNING = NIGHT + 8 * 3_600_000

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, sms_enabled: true }))
  /** Lets a person get texts. @returns a function that sends what is due at a time, and all that they got since. */
  .extend('withTexts', ({ world }) => async ({ id, email }: Person) => {
    const phone = '+447700900107'
    await world.superuser.query(
      'update core.people set phone = $2, sms_verified = true, sms_notifications = true where id = $1',
      [id, phone],
    )
    const sent: string[] = []
    const run = async (at: number) => {
      world.clock.set(new Date(at))
      const { messaging, transports } = messagingFor(world)
      await messaging.plan()
      await messaging.stop()
      for (const [channel, to] of [
        ['email', email],
        ['sms', phone],
      ] as const)
        sent.push(...transports[channel].sent.filter((one) => one.to === to).map(({ kind }) => `${kind} ${channel}`))
    }
    return { run, sent }
  })
  /** Moves the clock to the night and signs Ada in. */
  .extend('adaAtNight', ({ world, as, admin }) => () => {
    world.clock.set(new Date(NIGHT))
    return as(admin)
  })

test('no text about a lost shift follows once its reader has seen that it is open', async ({
  adaAtNight,
  as,
  priya,
  shiftOn,
  withTexts,
  world,
  site,
}) => {
  const { run, sent } = await withTexts(priya)
  world.clock.set(new Date(NIGHT - 60_000))
  const shift = await shiftOn(10, priya)
  await tell(world, site, shift, priya)
  const ada = await adaAtNight()
  await ada('PUT', `/shifts/${shift}`, { person: null })
  await run(NIGHT + 60_000)
  expect(sent).toEqual(['shift.cancelled email'])
  world.clock.set(new Date(NIGHT + 120_000))
  expect((await (await as(priya))('PUT', `/shifts/${shift}/give_back`)).status).toBe(204)
  await run(MORNING)
  expect(sent).toEqual(['shift.cancelled email'])
})

test('no text that an event is off follows once its reader has left a shift of it', async ({
  adaAtNight,
  as,
  shiftOn,
  withTexts,
  world,
  site,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob', role: 'admin' })
  const { run, sent } = await withTexts(bob)
  const ada = await adaAtNight()
  const shift = await shiftOn(10, null)
  const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [shift])
  const put = async (person: number | null) =>
    expect((await (await as(bob))('PUT', `/shifts/${shift}`, { person })).status).toBe(200)
  await put(bob.id)
  await ada('PUT', `/events/${rows[0].event}/decide`, { decision: 'off' })
  await run(NIGHT + 60_000)
  expect(sent).toEqual(['event.called_off email'])
  world.clock.set(new Date(NIGHT + 120_000))
  await put(null)
  await run(MORNING)
  expect(sent).toEqual(['event.called_off email'])
})

test('the text about a new shift follows in the morning, though its reader has confirmed by phone', async ({
  adaAtNight,
  priya,
  shiftOn,
  withTexts,
  world,
}) => {
  const { run, sent } = await withTexts(priya)
  await world.superuser.query("update core.people set email = '' where id = $1", [priya.id])
  const ada = await adaAtNight()
  const shift = await shiftOn(10, null)
  expect((await ada('PUT', `/shifts/${shift}`, { person: priya.id })).status).toBe(200)
  await run(NIGHT + 60_000)
  world.clock.set(new Date(NIGHT + 120_000))
  expect((await ada('PUT', `/shifts/${shift}/answer`, { answer: 'confirmed' })).status).toBeLessThan(300)
  await run(NIGHT + 180_000)
  expect(sent).toEqual([])
  await run(MORNING)
  expect(sent).toEqual(['shift.assigned sms'])
})
