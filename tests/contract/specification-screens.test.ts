import { expect } from 'vitest'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { readText, startPages } from '#tests/support/pages.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ feature_timesheets: true }))
  .extend('admin', { scope: 'file' }, ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('read', { scope: 'file' }, ({ world, site, pages }) => async (who: { id: number }, path: string) => {
    const { cookie } = await openFor(world, site, who)
    const headers = { cookie: `__Host-sid=${cookie}` }
    const { status, text } = await pages.ask({ path, host: pages.hostOf(site.slug), headers })
    const sections = (text.match(/<section [\s\S]*?<\/section>/g) ?? []).map((html): [string, string] => [
      readText(/aria-label="([^"]*)"/.exec(html)?.[1] ?? ''),
      html,
    ])
    const htmlOf = (title: string) => sections.find(([of]) => of === title)?.[1] ?? ''
    return {
      ...{ status, text, htmlOf, cards: sections.map(([title]) => title) },
      textOf: (title: string) => readText(htmlOf(title)),
    }
  })

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('specification 2.5: Upcoming Shifts stand by start, a running one first and "today"; on their day before all else, for admins too', async ({
  world,
  site,
  read,
}) => {
  const newcomer = await world.makePerson(site, { role: 'new', name: 'Newcomer' })
  for (const role of ['user', 'admin']) {
    const me = await world.makePerson(site, { role })
    const plan = async (name: string, from: number, over: Record<string, unknown> = {}) => {
      const event = (await world.insert(site, 'events', { name, start: at(from), end: at(from + 3) })).id
      const shift = { event, person: me.id, start: at(from), end: at(from + 3), draft: at(-90) }
      await world.insert(site, 'shifts', { ...shift, ...over })
    }
    await plan('Later', 72)
    expect((await read(me, '/dashboard')).cards[0]).toBe(role === 'admin' ? 'To do' : 'Needs your answer')
    await plan('Off', 24)
    await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where name = 'Off'`)
    await plan('Running', -1, { actual_start: at(-1) })
    const { cards, textOf } = await read(me, '/dashboard')
    expect([role, ...cards.slice(0, 2)]).toEqual([role, 'Record Hours', 'Upcoming Shifts'])
    expect(textOf('Upcoming Shifts')).toMatch(/Now, today.*Running.*Off.*Later.*in 3 days/)
  }
  await world.superuser.query('delete from core.people where id = $1', [newcomer.id])
})

test('a dashboard asks each question once, in one card: three at most on the day of a shift', async ({
  world,
  site,
  read,
}) => {
  const me = await world.makePerson(site)
  const event = (await world.insert(site, 'events', { name: 'Regatta', start: at(24), end: at(240) })).id
  for (const day of [2, 3, 4, 5, 6])
    await world.insert(site, 'shifts', {
      ...{ event, person: me.id, start: at(day * 24), end: at(day * 24 + 1), draft: at(-90) },
    })
  const asked = async () => {
    const { text, htmlOf } = await read(me, '/dashboard')
    const [shown = '', more = ''] = htmlOf('Needs your answer').split('<details')
    const count = (html: string) => html.split('Can you make it?').length - 1
    expect(text.split('Can you make it?').length - 1).toBe(5)
    expect(htmlOf('Upcoming Shifts')).not.toContain('I can’t come')
    return [count(shown), count(more)]
  }
  expect(await asked()).toEqual([5, 0])
  const today = (await world.insert(site, 'events', { name: 'Today', start: at(-1), end: at(1) })).id
  await world.insert(site, 'shifts', {
    ...{ event: today, person: me.id, start: at(-1), end: at(1), draft: at(-90), actual_start: at(-1) },
  })
  expect(await asked()).toEqual([3, 2])
})

test('specification 2.5: one row per own request, with event, start and a link to the event', async ({
  world,
  site,
  read,
}) => {
  const me = await world.makePerson(site)
  const series = (await world.insert(site, 'series', { name: 'Winter cup' })).id
  const events: number[] = []
  for (const day of [3, 4]) {
    const times = { start: at(day * 24), end: at(day * 24 + 1) }
    events.push((await world.insert(site, 'events', { name: `Race ${day}`, series, ...times })).id)
    await world.insert(site, 'requests', { event: events.at(-1), person: me.id })
  }
  const { textOf, htmlOf } = await read(me, '/dashboard')
  expect(textOf('Pending Shift Requests')).toMatch(/Race 3 .*\d:\d\d [ap]m.*Race 4 .*\d:\d\d [ap]m/)
  for (const event of events) expect(htmlOf('Pending Shift Requests')).toContain(`href="/events/${event}"`)
  expect(htmlOf('Pending Shift Requests')).toContain('data-tone="amber"')
})

const TITLES: Record<string, string> = {
  '/events/list': 'All Events',
  '/series/list': 'All Series',
  '/events/types': 'Event Types',
  '/assignments': 'Assignments',
  '/locations': 'Locations',
  '/people/list': 'People',
  '/unavailability': 'Unavailability',
  '/profilefields': 'Profile Fields',
  '/roles': 'Roles',
  '/training': 'Training',
  '/competencies': 'Competencies',
  '/shifts': 'Shifts',
  '/timesheets': 'Shifts',
  '/news': 'News',
  '/messaging/email': 'Bulk Email',
  '/messaging/sms': 'Bulk SMS',
  '/messaging/outbox': 'Outbox',
  '/messaging/sent': 'Sent',
  '/messaging/templates': 'Templates',
  '/kiosks': 'Kiosks',
  '/organisation': 'Organisation',
  '/privacy': 'Privacy Policy and Terms',
  '/403': 'Not Authorized',
  '/404': 'Page not found',
  '/429': 'Request Throttled',
  '/500': 'Server Error',
}

test.for(Object.entries(TITLES))(
  'specification 2.4: %s is "%s", in its title and its heading',
  async ([path, title], { site, admin, read }) => {
    const { text } = await read(admin, path)
    expect(readText(/<title>[^<]*/.exec(text)?.[0] ?? '').trim()).toBe(`${title} | ${site.name}`)
    const headings = (text.match(/<h1[\s\S]*?<\/h1>/g) ?? []).map((html) => readText(html).trim())
    expect(headings).toEqual([title])
  },
)

const LISTS =
  `/events/list /series/list /events/types /assignments /locations /people/list /profilefields /roles /training /competencies
  /shifts /news /kiosks /equipment`.split(/\s+/)

test.for(LISTS)(
  'specification 2.7: %s has search, filters, sorting and CSV, whatever it holds',
  async (path, { admin, read }) => {
    const { text, status } = await read(admin, path)
    expect(status).toBe(200)
    for (const tool of ['role="searchbox"', '>Filter<', ' as CSV"', 'aria-label="Sort"']) expect(text).toContain(tool)
  },
)

test('specification 2.7: a list has ten rows a page, and every record that is open says where it is used', async ({
  world,
  site,
  admin,
  read,
}) => {
  const ids: number[] = []
  for (let n = 10; n < 22; n++) ids.push((await world.insert(site, 'locations', { name: `Jetty ${n}` })).id)
  await world.insert(site, 'events', { name: 'Regatta', location: ids[3], start: at(24), end: at(25) })
  const { text } = await read(admin, '/locations')
  expect(text.match(/>Jetty \d+</g)).toHaveLength(10)
  expect(readText(text)).toContain('1–10 of 12')
  expect(text).toMatch(/<option value="10" selected="">10 per page/)
  const open = readText((await read(admin, `/locations/${ids[3]}`)).text)
  expect(open).toContain('Used by 1 event')
  expect(open).toContain('Changes 1 event straight away. No one is notified.')
})

test('tools of a list appear when they help: the pager from 11 rows, columns, views and select-all from 15', async ({
  world,
  site,
  admin,
  read,
}) => {
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) await world.insert(site, 'competencies', { name: `Rope ${n}` })
  }
  const TOOLS = { pager: 'aria-label="Rows per page"', columns: 'aria-label="Choose columns"', views: 'Save as view' }
  const toolsOf = async (path: string) => {
    const { text } = await read(admin, path)
    return Object.entries({ ...TOOLS, all: 'aria-label="Select all rows on this page"' })
      .filter(([, mark]) => text.includes(mark))
      .map(([name]) => name)
  }
  await add(10)
  expect(await toolsOf('/competencies')).toEqual([])
  expect(await toolsOf('/competencies?search=rope')).toEqual(['columns', 'views', 'all'])
  expect(await toolsOf('/competencies?cols=name,created')).toEqual(['columns', 'views', 'all'])
  await add(1)
  expect(await toolsOf('/competencies')).toEqual(['pager'])
  await add(4)
  expect(await toolsOf('/competencies')).toEqual(['pager', 'columns', 'views', 'all'])
})

test('the composer of texts says at its head that the site sends none', async ({ world, site, admin, read }) => {
  const isSaid = async (path: string) =>
    readText((await read(admin, path)).text).includes('This site doesn’t send texts')
  expect([await isSaid('/messaging/sms'), await isSaid('/messaging/email')]).toEqual([true, false])
  await world.superuser.query('update core.sites set sms_enabled = true where id = $1', [site.id])
  expect(await isSaid('/messaging/sms')).toBe(false)
  await world.superuser.query('update core.sites set sms_enabled = false where id = $1', [site.id])
})

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
  read,
}) => {
  const me = await world.makePerson(site)
  const links: Record<string, string[]> = {}
  for (const [path, tab] of Object.entries(PAGES)) {
    const { text, status } = await read(me, path)
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
