import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { findByName, findOnNow } from '#server/search/queries.ts'
import { test } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('finds records by name, the nearest event first, people for admins only, and nothing of another site', async ({
  world,
}) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const admin = await world.makePerson(site, { name: 'Regatta Ada', role: 'admin' })
  const member = await world.makePerson(site, { name: 'Bob' })
  await world.makePerson(other, { name: 'Regatta Spy' })
  const now = Date.now()
  const event = (on: typeof site, name: string, days: number) =>
    world.insert(on, 'events', {
      name,
      start: new Date(now + days * 86_400_000),
      end: new Date(now + days * 86_400_000 + 3_600_000),
    })
  await event(site, 'Past regatta', -1)
  await event(site, 'Far regatta', 200)
  await event(site, 'REGATTA next', 2)
  await event(other, 'Regatta elsewhere', 1)
  await world.insert(site, 'series', { name: '100% regatta_series' })
  const find = (who: Ctx['actor'], text: string) =>
    world.act(site, who, async (ctx: Ctx) => (await findByName(ctx, text)).map(({ label }) => label))
  const events = ['REGATTA next', 'Far regatta', 'Past regatta']
  expect(await find(adminActor(admin), ' regatta ')).toEqual(['Regatta Ada', ...events, '100% regatta_series'])
  expect(await find(memberActor(member), 'regatta')).toEqual([...events, '100% regatta_series'])
  expect(await find(adminActor(admin), '%')).toEqual(['100% regatta_series'])
  expect(await find(adminActor(admin), '  ')).toEqual([])
  await world.makePerson(site, { name: 'Quentin Gone', is_active: false })
  await world.makePerson(site, { name: 'Wren Quentin' })
  expect(await find(adminActor(admin), 'quentin')).toEqual(['Wren Quentin', 'Quentin Gone'])
  for (const [table, name] of [
    ['assignments', 'Pilot boat'],
    ['competencies', 'Pilot'],
  ] as const)
    await world.insert(site, table, { name })
  const view = (name: string, over: object) =>
    world.insert(site, 'savedviews', { collection: 'people', name, query: 'search=a', ...over })
  await view('Pilots of all', { shared: true })
  await view('Pilots of mine', { person: admin.id })
  await view('Pilots of others', { person: member.id })
  await view('Pilots of a series', { collection: 'series/events', shared: true })
  const pilots = ['Pilot boat', 'Pilot', 'Pilots of all', 'Pilots of mine']
  expect([await find(adminActor(admin), 'pilot'), await find(memberActor(member), 'pilot')]).toEqual([pilots, []])
  await world.makePerson(site, { name: 'José Müller' })
  await world.insert(site, 'series', { name: 'Fête' })
  expect(await find(adminActor(admin), 'jose mu')).toEqual(['José Müller'])
  expect(await find(memberActor(member), 'FETE')).toEqual(['Fête'])
})

test('without a text an admin finds who is on a shift now, with their number', async ({ world }) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const admin = await world.makePerson(site, { role: 'admin' })
  const now = Date.now()
  const shift = async (
    name: string,
    [from, to]: readonly [number, number],
    { on = site, off = false, ...over }: { on?: typeof site; off?: boolean; [field: string]: unknown } = {},
  ) => {
    const times = { start: new Date(now + from * 3_600_000), end: new Date(now + to * 3_600_000) }
    const event = await world.insert(on, 'events', {
      name: 'Race',
      ...times,
      ...(off && { decision: 'off', decided_at: times.start }),
    })
    const { id: person } = await world.makePerson(on, { name, phone: `+44770090${1000 + name.length}` })
    await world.insert(on, 'shifts', { event: event.id, person, draft: new Date(now), ...times, ...over })
  }
  await shift('Ann', [-2, 2])
  await shift('Early Bo', [1, 2], { actual_start: new Date(now - 60_000) })
  await shift('Still out', [-5, -1], { actual_start: new Date(now - 5 * 3_600_000) })
  await shift('Went home', [-2, 2], { actual_start: new Date(now - 7_200_000), actual_end: new Date(now - 60_000) })
  await shift('Unpublished', [-2, 2], { draft: null })
  await shift('Called off', [-2, 2], { off: true })
  await shift('Later', [3, 4])
  await shift('Cannot come', [-2, 2], { answer_state: 'seeking_cover', answered_at: new Date(now) })
  await shift('Elsewhere', [-2, 2], { on: other })
  const find = (who: Ctx['actor']) => world.act(site, who, findOnNow)
  expect((await find(adminActor(admin))).map(({ label, note }) => [label, note])).toEqual([
    ['Still out, Race', '+447700901009'],
    ['Ann, Race', '+447700901003'],
    ['Early Bo, Race', '+447700901008'],
  ])
  expect(await find(memberActor(await world.makePerson(site)))).toEqual([])
})
