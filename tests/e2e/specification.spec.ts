import { client, login } from './api-client.ts'
import { expect, PASSWORD, test } from './fixtures.ts'
import { form, own, raw } from './raw-request.ts'

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
  '/people/:person/shifts': 'People',
  '/people/:person/records': 'People',
  '/people/:person/emails': 'People',
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

/** Reads the page at an address, and where it leads. @param cookie of who reads it; '' for a visitor. */
async function see(path: string, cookie: string): Promise<Seen> {
  let at = path
  for (;;) {
    const { status, headers, text } = await raw('GET', at, [
      ['host', own()],
      ['cookie', cookie],
    ])
    const [to] = headers.location ?? []
    if (!to) return { status, at, title: /<title[^>]*>([^<]*)</.exec(text)?.[1] ?? '' }
    at = to
  }
}

async function cookieFor(email: string): Promise<string> {
  const { headers } = await form('/login', { email, password: PASSWORD })
  return (headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; ')
}

test('each specified address opens its page to those who may see it, and to no one else', async ({ request }) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const make = async (collection: string, body: object) =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [body] })).json()).order[0] as number
  const ids: Record<string, number> = {
    ':series': await make('series', { name: 'Walked series' }),
    ':event': await make('events', { name: 'Walked', start: '2031-07-03T09:00:00Z', end: '2031-07-03T12:00:00Z' }),
    ':person': (await (await admin.call('GET', '/api/auth/user')).json()).id,
  }
  const walk = async (pages: Record<string, string>, cookie = '') => {
    const seen: Record<string, Seen> = {}
    for (const path of Object.keys(pages))
      seen[path] = await see(
        path.replace(/:[a-z]+/, (id) => `${ids[id]}`),
        cookie,
      )
    return seen
  }
  const titled = (seen: Record<string, Seen>) =>
    Object.fromEntries(Object.entries(seen).map(([path, { title }]) => [path, title.replace(/^.* · /, '')]))
  const named = (pages: Record<string, string>) =>
    Object.fromEntries(Object.entries(pages).map(([path, title]) => [path, `${title} | Harbour Sailing Club`]))

  expect(titled(await walk(PUBLIC))).toEqual(named(PUBLIC))
  for (const [path, { at }] of Object.entries(await walk({ ...EVERYONE, ...ADMINS })))
    expect(at, path).toMatch(/^\/hello(\?|$)/)

  const asMember = await cookieFor('member@harbour.test')
  expect(titled(await walk(EVERYONE, asMember))).toEqual(named(EVERYONE))
  for (const [path, { status }] of Object.entries(await walk({ ...ADMINS, '/todo': '' }, asMember)))
    expect(status, path).toBe(403)

  const asAdmin = await cookieFor('admin@harbour.test')
  const all = { ...EVERYONE, ...ADMINS }
  expect(titled(await walk(all, asAdmin))).toEqual(named(all))
  for (const [path, to] of Object.entries(MOVED)) expect((await see(path, asAdmin)).at, path).toBe(to)
})
