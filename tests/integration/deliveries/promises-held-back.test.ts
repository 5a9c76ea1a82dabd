import { expect } from 'vitest'
import { resumeSite, suspendSite } from '#server/platform/sites.ts'
import { PROMISES, put, test } from '#tests/support/messages/promises.ts'

for (const [by, reads] of [
  ['emails and texts', ['cover.taken email', 'shift.assigned email', 'shift.cancelled email+sms']],
  ['texts only', ['cover.taken sms']],
] as const)
  test(`a text that a request to cover has ended is dropped once its reader has read of the shift itself, by ${by}`, async ({
    club,
    sentTo,
    world,
    site,
  }) => {
    const set = (sql: string) => world.superuser.query(sql, [site.id])
    await PROMISES['a request to cover'].make(club)
    await club.run(60)
    if (by === 'texts only')
      await set("update core.people set email_notifications = false where site_id = $1 and name = 'Priya'")
    const before = await sentTo(club.priya)
    await set("update core.sites set quiet_start = '00:00', quiet_end = '23:59' where id = $1")
    const { rows } = await set('select id from core.covers where site_id = $1')
    await club.ada('PUT', `/covers/${rows[0].id}/stop`)
    await club.run(120)
    await put(club, club.priya)
    await club.run(180)
    await put(club, null)
    await club.run(240)
    await set("update core.sites set quiet_start = '00:00', quiet_end = '00:00' where id = $1")
    await set("update core.deliveries set due_at = '2027-01-01' where site_id = $1 and state = 'queued'")
    await club.run(300)
    expect((await sentTo(club.priya)).slice(before.length)).toEqual(reads)
  })

test('a text that a request to cover has ended leaves after its club was suspended in the morning', async ({
  club,
  sentTo,
  world,
  site,
}) => {
  const set = (sql: string) => world.superuser.query(sql, [site.id])
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  await PROMISES['a request to cover'].make(club)
  await club.run(60)
  await set("update core.people set email_notifications = false where site_id = $1 and name = 'Priya'")
  const before = await sentTo(club.priya)
  await set("update core.sites set quiet_start = '00:00', quiet_end = '23:59' where id = $1")
  await put(club, club.tomasz)
  await club.run(120)
  await suspendSite(parts, site.slug)
  await set("update core.deliveries set due_at = '2027-01-01' where site_id = $1 and state = 'queued'")
  await club.run(180)
  await resumeSite(parts, site.slug)
  await set("update core.sites set quiet_start = '00:00', quiet_end = '00:00' where id = $1")
  await club.run(240)
  expect((await sentTo(club.priya)).slice(before.length)).toEqual(['cover.taken sms'])
})

test('a message that waits when its club is suspended leaves once it is active again', async ({
  club,
  sentTo,
  world,
  site,
}) => {
  const parts = { pool: world.pool('platform'), now: world.clock.now() }
  await PROMISES['“cannot come”'].make(club)
  await suspendSite(parts, site.slug)
  await club.run(60)
  expect(await sentTo(club.olga)).toEqual([])
  await resumeSite(parts, site.slug)
  await club.run(120)
  expect(await sentTo(club.olga)).toEqual(['answer.declined email+sms'])
})

test('a shift that is published while its event can still be called off again is told of afterwards', async ({
  club,
  sentTo,
}) => {
  await club.ada('PUT', `/shifts/${club.shift}/unpublish`)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: 'off' })
  await club.run(60)
  const before = await sentTo(club.hamish)
  await club.ada('PUT', `/events/${club.event}/decide`, { decision: null })
  await club.run(65)
  await club.ada('PUT', `/shifts/${club.shift}/publish`)
  await club.run(70)
  expect((await sentTo(club.hamish)).slice(before.length)).toEqual([])
  await club.run(100)
  expect((await sentTo(club.hamish)).slice(before.length)).toEqual(['shift.assigned email'])
})
