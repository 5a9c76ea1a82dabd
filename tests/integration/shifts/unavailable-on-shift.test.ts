import { expect } from 'vitest'
import { markDay, markDayForPerson, markRange } from '#server/availability/days/commands.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const SPAN = { start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-06-01T11:00:00Z'))
  .extend('roster', ({ world, site }) => async (person: number, over: Record<string, unknown> = {}) => {
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
    const { id } = await world.insert(site, 'shifts', { event, person, draft: '2027-05-01T09:00Z', ...SPAN, ...over })
    return { id, event }
  })
  .extend('asMember', async ({ api, site, member, callApi }) => {
    const headers = await api.signIn(site, member)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  .extend('mails', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      "select person::int, facts from core.deliveries where site_id = $1 and kind = 'account.unavailable' order by person",
      [site.id],
    )
    return rows as { person: number; facts: { title: string; action: { path: string } } }[]
  })

test('marking the day of a shift as unavailable returns that shift, which stays theirs', async ({
  world,
  site,
  admin,
  member,
  roster,
}) => {
  const shift = await roster(member.id)
  await roster(member.id, { draft: null })
  await roster(member.id, { start: '2027-06-06T09:00:00Z', end: '2027-06-06T12:00:00Z' })
  const as = memberActor(member)
  const mark = (available: 0 | 1 | 2 | null) =>
    world.act(site, as, (ctx) => markDay(ctx, { date: '2027-06-05', available }))
  expect((await mark(0)).rostered).toMatchObject([{ id: shift.id, event: shift.event, name: 'Race' }])
  for (const other of [1, 2, null] as const) expect((await mark(other)).rostered).toEqual([])
  const week = { from: '2027-06-01', to: '2027-06-07', weekdays: [], available: 0 as const }
  expect((await world.act(site, as, (ctx) => markRange(ctx, week))).rostered).toHaveLength(2)
  const byAdmin = await world.act(site, adminActor(admin), (ctx) =>
    markDayForPerson(ctx, { person: member.id, date: '2027-06-05', available: 0 }),
  )
  expect(byAdmin.rostered).toMatchObject([{ id: shift.id }])
})

test('a member has the coordinators notified once: the admins, and the contact of the event', async ({
  world,
  site,
  admin,
  member,
  roster,
  asMember,
  mails,
}) => {
  const contact = await world.makePerson(site, { name: 'Cora Contact', email: 'cora@example.org' })
  const race = await roster(member.id)
  const supper = await roster(member.id)
  await chooseContacts(world, site, supper, contact)
  await asMember('POST', '/availability/', { date: '2027-06-05', available: 0 })
  const shifts = [race.id, supper.id]
  expect(await asMember('POST', '/availability/tell', { shifts })).toMatchObject({ status: 200, body: { notified: 2 } })
  expect(await mails()).toMatchObject([
    {
      person: admin.id,
      facts: { title: '{name} is unavailable for Race', action: { path: `/events/${race.event}/shifts` } },
    },
    { person: admin.id, facts: { action: { path: `/events/${supper.event}/shifts` } } },
    { person: contact.id, facts: { action: { path: `/events/${supper.event}` } } },
  ])
  expect((await asMember('POST', '/availability/tell', { shifts })).status).toBe(200)
  expect(await mails()).toHaveLength(3)
})

test('nothing is sent about other people’s shifts, nor about unmarked days', async ({
  admin,
  member,
  roster,
  asMember,
  mails,
}) => {
  const [own, other] = [await roster(member.id), await roster(admin.id)]
  expect(await asMember('POST', '/availability/tell', { shifts: [own.id] })).toMatchObject({
    status: 400,
    body: { shifts: [expect.any(String)] },
  })
  await asMember('POST', '/availability/', { date: '2027-06-05', available: 0 })
  expect((await asMember('POST', '/availability/tell', { shifts: [other.id] })).status).toBe(400)
  expect((await asMember('POST', '/availability/tell', { shifts: [] })).status).toBe(400)
  expect(await mails()).toEqual([])
})
