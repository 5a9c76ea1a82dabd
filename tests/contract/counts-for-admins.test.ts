import { expect } from 'vitest'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { readText, startPages } from '#tests/support/pages.ts'

const SHIFTS = 5

/** A site with an event of a series that may be called off: two of its five shifts are filled. */
const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ self_assign: true }))
  .extend('admin', { scope: 'file' }, ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('member', { scope: 'file' }, ({ world, site }) => world.makePerson(site))
  .extend('event', { scope: 'file' }, async ({ world, site, admin }) => {
    const at = new Date(Date.now() + 3 * 86_400_000)
    at.setUTCHours(12, 0, 0, 0)
    const times = { start: at, end: new Date(at.getTime() + 3_600_000) }
    const series = (await world.insert(site, 'series', { name: 'Cup' })).id
    const decide_at = new Date(at.getTime() - 86_400_000)
    const event = await world.insert(site, 'events', { name: 'Race', series, minimum: 4, decide_at, ...times })
    const assignment = (await world.insert(site, 'assignments', { name: 'Galley' })).id
    const other = (await world.makePerson(site)).id
    for (let n = 0; n < SHIFTS; n++)
      await world.insert(site, 'shifts', {
        ...{ event: event.id, assignment, draft: new Date(), ...times },
        person: n === 0 ? admin.id : n === 1 ? other : null,
      })
    return { ...event, series, day: at.toISOString().slice(0, 10) }
  })
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('read', { scope: 'file' }, ({ world, site, pages }) => async (who: { id: number }, path: string) => {
    const { cookie } = await openFor(world, site, who)
    const { text } = await pages.ask({
      ...{ path, host: pages.hostOf(site.slug), headers: { cookie: `__Host-sid=${cookie}` } },
    })
    return readText(text)
  })

const pathsOf = ({ id, series, day }: { id: number; series: number; day: string }) => ({
  '/dashboard': true,
  '/shifts/open': true,
  [`/events/${id}`]: true,
  '/events/calendar': false,
  [`/events/calendar/${day}`]: false,
  [`/series/${series}`]: false,
})

const COUNTS = /\b\d+ (?:open|more|filled|on hold|needed)\b|\b\d+ of \d+\b(?! in )|\b\d+ shifts? (?:that )?(?:is|are)\b/

test('specification 6: empty-shift counts are for admins; members read that help is needed', async ({
  event,
  admin,
  member,
  read,
}) => {
  for (const [path, isAsked] of Object.entries(pathsOf(event))) {
    expect([path, (await read(member, path)).match(COUNTS)?.[0]]).toEqual([path, undefined])
    if (isAsked) expect(await read(member, path), path).toContain('Help needed')
    expect(await read(admin, path), path).not.toContain('Help needed')
  }
  for (const path of ['/shifts/open', `/events/${event.id}`]) expect(await read(admin, path), path).toMatch(COUNTS)
})
