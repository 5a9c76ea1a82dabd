import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { findByName } from '#server/search/queries.ts'
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
