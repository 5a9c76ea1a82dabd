import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { SECRET_PARAMETERS, withoutSecret } from '#server/engine/access/secret-paths.pure.ts'
import { emailUidOf } from '#server/people/email-settings/commands.ts'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { addressOf, readRoutes, startPages } from '#tests/support/pages.ts'

const routes = await readRoutes()
const patterns = routes.map((route) => ({ route, pattern: addressOf(routes, route) }))
const parametersOf = (pattern: string) => [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const secret = patterns.filter(({ pattern }) => parametersOf(pattern).some((name) => SECRET_PARAMETERS.includes(name)))
const open = patterns.filter((one) => !secret.includes(one))
const filled = (pattern: string, value: string) => pattern.replaceAll(/:\w+\??/g, value)

/** Part of a token. Short and without a digit, so that only its place gives it away. */
const CANARY = 'CaNaRyXq'

const START = '2027-03-20T09:00:00Z'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-03-03T11:00:00Z') as Date | null)
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('member', { scope: 'file' }, ({ world, site }) => world.makePerson(site))
  .extend('cookie', { scope: 'file' }, async ({ world, site }) => {
    const admin = await world.makePerson(site, { role: 'admin' })
    return `__Host-sid=${(await openFor(world, site, admin)).cookie}`
  })
  .extend(
    'send',
    { scope: 'file' },
    ({ pages, site, cookie }) =>
      (path: string, origin: string, fields: Record<string, string> = {}) =>
        pages.ask({
          ...{ method: 'POST', path, host: pages.hostOf(site.slug) },
          headers: { origin, cookie },
          body: new URLSearchParams(fields).toString(),
        }),
  )

const OPEN_PARAMETERS = ['area', 'collection', 'date', 'event', 'file', 'id', 'pk', 'provider', 'slug']

test('each variable part of a route’s address is known: an id, a word, or a secret', () => {
  const names = new Set(patterns.flatMap(({ pattern }) => parametersOf(pattern)))
  expect([...names].filter((name) => ![...OPEN_PARAMETERS, ...SECRET_PARAMETERS].includes(name))).toEqual([])
  expect(secret.length).toBeGreaterThanOrEqual(13)
})

test.for(secret.map(({ pattern }) => pattern))(
  'the secret of %s is removed from its path in any spelling',
  (pattern) => {
    const path = filled(pattern, CANARY)
    const [, first = ''] = path.split('/')
    const encoded = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`
    for (const spelled of [
      path,
      path.toUpperCase().replaceAll(CANARY.toUpperCase(), CANARY),
      path.replace(first, encoded),
      path.replace(first, encoded.toUpperCase()),
      `/${path}`,
      path.replace(`/${CANARY}`, `//${CANARY}`),
      path.replace(`/${CANARY}`, `\\${CANARY}`),
      `/./x/..${path}`,
      `/%2e${path}`,
      `${path}/`,
      `${path}/more`,
      `${path}%ff`,
    ])
      expect([spelled, withoutSecret(spelled)]).not.toEqual([spelled, expect.stringMatching(/canaryxq/i)])
  },
)

test('a path without a secret stays unchanged', () => {
  for (const { pattern } of open) expect(withoutSecret(filled(pattern, '17'))).toBe(filled(pattern, '17'))
})

test('the log never contains the secret of an address, whatever the request', async ({ api, pages, site, cookie }) => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const { log } = api.context
  api.context.log = pino({ level: 'trace' }, sink) as typeof log
  const host = pages.hostOf(site.slug)
  for (const { route, pattern } of secret) {
    const path = filled(pattern, CANARY)
    const loud = path.toUpperCase().replaceAll(CANARY.toUpperCase(), CANARY)
    for (const method of ['GET', 'POST'])
      for (const at of [path, loud])
        for (const query of ['', `?_data=${encodeURIComponent(route.id)}`, '?_data=root'])
          await pages.ask({
            method,
            path: at + query,
            host,
            headers: { cookie },
            ...(method === 'POST' && { body: 'a' }),
          })
    await pages.ask({ method: 'PUT', path: `/x/..${path}`, host })
    for (const label of ['platform', 'nobody-there']) await pages.ask({ path, host: pages.hostOf(label) })
  }
  api.context.log = log
  expect(lines.length).toBeGreaterThan(secret.length * 15)
  expect(lines.filter((line) => /canaryxq/i.test(line))).toEqual([])
})

test('a page with a secret in its address sends it to its own site only, and its form has an origin', async ({
  pages,
  site,
}) => {
  const host = pages.hostOf(site.slug)
  const policy = async (path: string) => (await pages.ask({ path, host })).headers['referrer-policy']
  for (const { pattern } of secret.filter(({ pattern }) => !pattern.startsWith('/api/'))) {
    const path = filled(pattern, CANARY)
    expect([path, await policy(path), await policy(path.replace('/', '/%2e/'))]).toEqual([
      path,
      'same-origin',
      'same-origin',
    ])
  }
  for (const path of ['/hello', '/password/reset/', '/profile/emails', '/events/public'])
    expect([path, await policy(path)]).toEqual([path, 'strict-origin-when-cross-origin'])
})

const FOREIGN = ['null', 'https://evil.example', 'http://ridge.localhost:3000', 'not an origin']

const ALONE = [
  '/a/:token',
  '/answer/:token',
  '/c/:token',
  '/cover/:token',
  '/h/:token',
  '/hold/:token',
  '/profile/emails/:uid',
  '/s/:token',
  '/swap/:token',
]

test.for(patterns.filter(({ route, pattern }) => route.module.action && !pattern.startsWith('/api/')))(
  'the form of $pattern accepts other origins only if its address is all that it needs',
  async ({ pattern }, { send }) => {
    for (const origin of FOREIGN) {
      const { status } = await send(filled(pattern, '1'), origin)
      if (ALONE.includes(pattern)) expect([origin, status]).not.toEqual([origin, 403])
      else expect([origin, status]).toEqual([origin, 403])
      expect(status).toBeLessThan(500)
    }
  },
)

test('an answer, and a choice of mails, is accepted from a page without an origin, whoever is signed in there', async ({
  world,
  site,
  member,
  send,
}) => {
  const times = { start: START, end: '2027-03-20T13:00:00Z' }
  const event = await world.insert(site, 'events', { name: 'Race', ...times })
  const { id } = await world.insert(site, 'shifts', {
    ...{ event: event.id, person: member.id, draft: '2027-01-01T00:00:00Z' },
    ...times,
  })
  const read = async () =>
    (
      await world.superuser.query(
        `select s.answer, s.answered_by::int, p.email_notifications as notices, p.email_reminders as reminders
         from core.shift_facts s join core.people p on p.id = s.person where s.id = $1`,
        [id],
      )
    ).rows[0]
  const link = { code: 'AnswerXy', channel: 'sms', person: member.id, ends_at: START }
  await world.insert(site, 'answer_links', {
    ...link,
    shifts: JSON.stringify([{ id, ...times }]),
  })
  const uid = await world.withSite(site.id, (db) => emailUidOf(db, member.id))
  const answered = await send(`/a/${link.code}`, 'null', { answer: 'confirmed' })
  expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('see you on')])
  const saved = await send(`/profile/emails/${uid}`, 'null', { settings: 'save', email_reminders: 'on' })
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Saved.')])
  expect(await read()).toMatchObject({ answer: 'confirmed', answered_by: member.id, notices: false, reminders: true })
})

test('only the form itself and the button of a mail program change the choice of mails', async ({
  world,
  site,
  send,
}) => {
  const { id } = await world.makePerson(site)
  const uid = await world.withSite(site.id, (db) => emailUidOf(db, id))
  const read = async () =>
    (
      await world.superuser.query(
        'select email_notifications as n, email_reminders as r, email_newsletters as l, cover_requests as c from core.people where id = $1',
        [id],
      )
    ).rows[0]
  const all = { n: true, r: true, l: true, c: true }
  for (const fields of [
    {},
    { a: 'b' },
    { email_reminders: 'off' },
    { settings: '' },
    { settings: 'SAVE' },
    { cover: 'maybe' },
    { 'List-Unsubscribe': 'one-click' },
    { 'List-Unsubscribe': '' },
    { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  ] as Record<string, string>[]) {
    const { status, text } = await send(`/profile/emails/${uid}?stream=reminders`, 'null', fields)
    expect([fields, status]).toEqual([fields, 400])
    expect(text).toContain('Nothing has changed.')
  }
  expect(await read()).toEqual(all)
  for (const [stream, ended] of [
    ['notifications', 'n'],
    ['newsletters', 'l'],
    ['reminders', 'r'],
    ['cover', 'c'],
  ] as const) {
    const { status } = await send(`/profile/emails/${uid}?stream=${stream}`, 'null', {
      'List-Unsubscribe': 'One-Click',
    })
    Object.assign(all, { [ended]: false })
    expect([stream, status, await read()]).toEqual([stream, 200, all])
  }
})
