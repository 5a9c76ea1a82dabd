import { expect } from 'vitest'
import { queueRosterNotices } from '#server/deliveries/roster-notices.ts'
import { test } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

test('a notice whose kind is about shifts names a shift or an event', async ({ world }) => {
  const site = await world.makeSite()
  const admin = await world.makePerson(site, { role: 'admin' })
  const times = { start: new Date('2027-07-10T09:00Z'), end: new Date('2027-07-10T12:00Z') }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...times })
  const queue = (over: object) =>
    world.act(site, adminActor(admin), (ctx) =>
      queueRosterNotices(ctx, {
        ...{ kind: 'event.called_off', person: admin.id, subject: event, cause: 'test' },
        ...{ title: 'Race is off', paragraphs: [], useful_until: times.end },
        ...over,
      }),
    )
  await expect(queue({})).rejects.toThrow('The notice event.called_off names no shift or event.')
  expect(await queue({ event })).toHaveLength(1)
})
