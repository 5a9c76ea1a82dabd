import { expect } from 'vitest'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { startPages } from '#tests/support/pages.ts'

const SPAN = { start: '2027-06-05T09:00Z', end: '2027-06-05T12:00Z' }

const test = worldTest
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('club', { scope: 'file' }, async ({ world, pages }) => {
    const site = await world.makeSite()
    const admin = await world.makePerson(site, { role: 'admin' })
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
    const { id: assignment } = await world.insert(site, 'assignments', { name: 'Patrol' })
    const { id: shift } = await world.insert(site, 'shifts', { event, assignment, ...SPAN })
    const device = { ip: null, user_agent: null }
    const { cookie } = await world.withSite(
      site.id,
      (db) => openSession(db, site, { id: admin.id, account_id: null }, device, world.clock.now()),
      { access: 'write' },
    )
    const headers = { cookie: `__Host-sid=${cookie}` }
    const read = async (path: string) => (await pages.ask({ path, host: pages.hostOf(site.slug), headers })).text
    return { site, event, shift, read }
  })

test('an old address that filters by a role lists none in a club without roles, rather than all', async ({ club }) => {
  const rows = async (query: string) => /"count\\?":(\d+)/.exec(await club.read(`/shifts?view=all${query}`))?.[1]
  expect([await rows(''), await rows('&role=7'), await rows('&role__ne=7')]).toEqual(['1', '0', '1'])
  expect((await club.read('/shifts?view=all&role=7')).includes('Remove the filter Role is #7')).toBe(true)
})

test('a club without roles has no field, column or filter for them', async ({ world, club }) => {
  const { site, event, shift, read } = club
  const shown = async () => ({
    form: /<label[^>]*>Role</.test(await read(`/shifts?open=${shift}`)),
    column: /Assignment and role/.test(await read('/shifts?view=all')),
    roster: /<label[^>]*>Role</.test(await read(`/events/${event}/shifts`)),
    grid: /placeholder="Any role"/.test(await read('/roster')),
    message: /has_roles\\?":true/.test(await read('/messaging/email')),
  })
  for (const path of [`/shifts?open=${shift}`, `/events/${event}/shifts`])
    expect(await read(path), path).toMatch(/<label[^>]*>Assignment</)
  expect(await shown()).toEqual({ form: false, column: false, roster: false, grid: false, message: false })
  await world.insert(site, 'roles', { name: 'Helm' })
  expect(await shown()).toEqual({ form: true, column: true, roster: true, grid: true, message: true })
})
