import { expect } from 'vitest'
import { publishAll } from '#server/publishing/commands.ts'
import { test as base, PEOPLE, SEASON } from '#tests/support/imports.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'

const test = base.extend('startsAt', { scope: 'file' }, () => new Date('2026-11-26T12:00:00Z'))

test('a club’s whole season, imported and published together, is one mail a person', async ({ world, club }) => {
  const { site, apply, act } = await club()
  await apply(PEOPLE())
  await apply(SEASON())
  const { rows: events } = await world.superuser.query<{ id: number }>(
    'select id::int from core.events where site_id = $1',
    [site.id],
  )
  await act((ctx) => publishAll(ctx, { events: events.map(({ id }) => id), shifts: [] }))
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  await messaging.stop()
  const { rows } = await world.superuser.query<{ people: number; shifts: number; mails: number }>(
    `select count(distinct s.person)::int as people, count(*)::int as shifts,
       (select count(distinct coalesce(d.grouped_with, d.id))::int from core.deliveries d where d.site_id = $1) as mails
     from core.shifts s where s.site_id = $1 and s.person is not null and s.draft is not null`,
    [site.id],
  )
  const [{ people, shifts, mails } = { people: 0, shifts: 0, mails: 0 }] = rows
  expect(shifts).toBeGreaterThan(3 * people)
  expect(mails).toBe(people)
  expect(transports.email.sent).toHaveLength(people)
})
