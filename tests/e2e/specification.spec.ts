import type { Page } from '@playwright/test'
import { client, login } from './api-client.ts'
import { enter, expect, siteUrl, test } from './fixtures.ts'

/** Specified addresses and their titles. `:id` stands for a record that the test makes. */
const PUBLIC: Record<string, string> = {
  '/hello': 'Hello',
  '/register/complete': 'Registration Complete',
  '/password/reset/': 'Reset Password',
  '/privacy': 'Privacy Policy and Terms',
  '/events/public': 'Calendar',
  '/profile/emails': 'Email preferences',
  '/kiosk/': 'Kiosk',
  '/403': 'Not Authorized',
  '/404': 'Page not found',
  '/429': 'Request Throttled',
  '/500': 'Server Error',
}

const EVERYONE: Record<string, string> = {
  '/dashboard': 'Dashboard',
  '/events/calendar': 'Calendar',
  '/events/calendar/2027-07-03': 'Calendar',
  '/series/:series': 'Series',
  '/events/:event': 'Event',
  '/unavailability/2027-07-03': 'Unavailability',
  '/profile/info': 'Profile',
  '/profile/records': 'Records',
  '/profile/shifts': 'Shifts',
  '/profile/settings': 'Settings',
}

const ADMINS: Record<string, string> = {
  '/events/list': 'All Events',
  '/series/events/:series': 'Series Events',
  '/series/list': 'All Series',
  '/events/:event/edit': 'Edit Event',
  '/events/:event/shifts': 'Event Shifts',
  '/events/:event/shifts/list': 'Shift List',
  '/events/add': 'Add Event',
  '/events/types': 'Event Types',
  '/timesheets': 'Shifts',
  '/shifts': 'Shifts',
  '/unavailability': 'Unavailability',
  '/people/list': 'People',
  '/people/:person/info': 'People',
  '/people/:person/shifts': 'Shifts',
  '/people/:person/records': 'Records',
  '/people/:person/emails': 'Emails',
  '/roles': 'Roles',
  '/profilefields': 'Profile Fields',
  '/assignments': 'Assignments',
  '/news': 'News',
  '/competencies': 'Competencies',
  '/training': 'Training',
  '/locations': 'Locations',
  '/kiosks': 'Kiosks',
  '/organisation': 'Organisation',
  '/messaging/email': 'Bulk Email',
  '/messaging/sms': 'Bulk SMS',
  '/messaging/outbox': 'Outbox',
  '/messaging/sent': 'Sent',
  '/messaging/templates': 'Templates',
}

/** Addresses of screens that have become part of another one. */
const MOVED: Record<string, string> = {
  '/': '/dashboard',
  '/requests': '/todo?kind=request',
  '/requests?view=answered': '/todo?view=answered',
  '/requests?request=3': '/todo?item=request-3',
  '/requests?times=4': '/todo?item=times-4',
  '/shifts/no-answer': '/todo?kind=silent',
}

type Seen = { status: number; at: string; title: string }

/** Reads the page at an address as the browser's user, without drawing it. */
const see = (page: Page, path: string): Promise<Seen> =>
  page.evaluate(async (address) => {
    const answer = await fetch(address)
    const text = await answer.text()
    const { pathname, search } = new URL(answer.url)
    const title = new DOMParser().parseFromString(text, 'text/html').title
    return { status: answer.status, at: pathname + search, title }
  }, path)

test('each specified address opens its page to those who may see it, and to no one else', async ({ page, request }) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [body] })).json()).order[0] as number
  const ids: Record<string, number> = {
    ':series': await make('series', { name: 'Walked series' }),
    ':event': await make('events', { name: 'Walked', start: '2031-07-03T09:00:00Z', end: '2031-07-03T12:00:00Z' }),
    ':person': (await (await admin.call('GET', '/api/auth/user')).json()).id,
  }
  const walk = async (pages: Record<string, string>) => {
    const seen: Record<string, Seen> = {}
    for (const path of Object.keys(pages))
      seen[path] = await see(
        page,
        path.replace(/:[a-z]+/, (id) => `${ids[id]}`),
      )
    return seen
  }
  const titled = (seen: Record<string, Seen>) =>
    Object.fromEntries(Object.entries(seen).map(([path, { title }]) => [path, title.replace(/^.* · /, '')]))
  const named = (pages: Record<string, string>) =>
    Object.fromEntries(Object.entries(pages).map(([path, title]) => [path, `${title} | Harbour Sailing Club`]))

  await page.goto(siteUrl('harbour', '/hello'))
  expect(titled(await walk(PUBLIC))).toEqual(named(PUBLIC))
  for (const [path, { at }] of Object.entries(await walk({ ...EVERYONE, ...ADMINS })))
    expect(at, path).toMatch(/^\/hello(\?|$)/)

  await enter(page, 'member@harbour.test')
  await page.goto(siteUrl('harbour', '/privacy'))
  expect(titled(await walk(EVERYONE))).toEqual(named(EVERYONE))
  for (const [path, { status }] of Object.entries(await walk({ ...ADMINS, '/todo': '' })))
    expect(status, path).toBe(403)

  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/privacy'))
  expect(titled(await walk({ ...EVERYONE, ...ADMINS }))).toEqual(named({ ...EVERYONE, ...ADMINS }))
  for (const [path, to] of Object.entries(MOVED)) expect((await see(page, path)).at, path).toBe(to)
})
