import { expect } from 'vitest'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { readText, startPages } from '#tests/support/pages.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })

/** The pages of the profile, with the tab that each belongs to. */
const PAGES = {
  '/profile/info': 'Information',
  '/profile/shifts': 'Shifts',
  '/swaps': 'Shifts',
  '/profile/records': 'Records',
  '/profile/settings': 'Settings',
  '/profile/messages': 'Settings',
}

test('specification 2.4: the tabs of the profile are Information, Shifts, Records and Settings; swaps and messages are within', async ({
  world,
  site,
  pages,
}) => {
  const { cookie } = await openFor(world, site, await world.makePerson(site))
  const links: Record<string, string[]> = {}
  for (const [path, tab] of Object.entries(PAGES)) {
    const { text, status } = await pages.ask({
      ...{ path, host: pages.hostOf(site.slug), headers: { cookie: `__Host-sid=${cookie}` } },
    })
    expect([path, status]).toEqual([path, 200])
    const nav = /<nav[^>]*aria-label="Profile"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
    const tabs = nav.match(/<a [\s\S]*?<\/a>/g) ?? []
    expect(tabs.map((one) => readText(one).trim())).toEqual(['Information', 'Shifts', 'Records', 'Settings'])
    expect(tabs.filter((one) => one.includes('aria-current')).map((one) => readText(one).trim())).toEqual([tab])
    links[path] = [...text.matchAll(/href="([^"]*)"/g)].map(([, to]) => to ?? '')
  }
  expect(links['/profile/shifts']).toContain('/swaps')
  expect(links['/profile/settings']).toContain('/profile/messages')
})
