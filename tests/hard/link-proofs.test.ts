import { expect } from 'vitest'
import { loader as shortPage } from '#app/features/answers/routes/a.$token.tsx'
import { loader as answerPage } from '#app/features/answers/routes/answer.$token.tsx'
import { loader as shortCoverPage } from '#app/features/cover/routes/c.$token.tsx'
import { loader as coverPage } from '#app/features/cover/routes/cover.$token.tsx'
import { askPeopleNow, startSearch } from '#server/cover/control.ts'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import { test as base, SHIFT_START } from '#tests/support/answer-links.ts'
import { changeShift } from '#tests/support/messages/messaging.ts'
import { dice } from '#tests/support/providers/faults.ts'
import { adminActor, fingerprintOf, type Person } from '#tests/support/world.ts'

/** The small run is part of the tests; PROOF=1 is the full one. */
const SIZE = process.env.PROOF ? { people: 250, guesses: 100_000 } : { people: 2, guesses: 100 }
const WEEK = 7 * 86_400_000
const LINKS = /https:\/\/[^/\s]+\/(answer|a|cover|c)\/([\w.-]+)/g
const VISITORS: Record<string, string>[] = [
  {},
  { purpose: 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' },
  { 'user-agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'x-forwarded-for': '203.0.113.9' },
]
const PAGES = { answer: answerPage, a: shortPage, cover: coverPage, c: shortCoverPage }
type Page = keyof typeof PAGES
type Link = { page: Page; token: string; text: string }

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', sms_enabled: true }))
  .extend('people', async ({ world, site }) => {
    const people: Person[] = []
    for (let n = 0; n < SIZE.people; n++) {
      const phone = { phone: `+44770091${String(n).padStart(4, '0')}`, sms_verified: true, sms_notifications: true }
      people.push(await world.makePerson(site, phone))
    }
    return people
  })
  /** The links of the reminders and requests that everyone gets by mail and by text, a week before the shift. */
  .extend('links', async ({ world, site, admin, member, people, shiftOf, outbox }) => {
    for (const person of people) await shiftOf(person)
    const sought = { start: '2027-03-21T09:00:00Z', end: '2027-03-21T12:00:00Z' }
    const uncovered = await shiftOf(member, sought)
    world.clock.set(new Date(Date.parse(SHIFT_START) - WEEK))
    await world.act(site, adminActor(admin), async (ctx) => {
      const { id } = await startSearch(ctx, uncovered)
      for (const person of people) await askPeopleNow(ctx, id, [person.id])
    })
    const { mails, texts } = await outbox()
    return [...mails, ...texts].flatMap(({ text }) =>
      [...text.matchAll(LINKS)].map(([, page, token]): Link => ({ page: page as Page, token: token!, text })),
    )
  })

const callOf = ({ page, token }: Pick<Link, 'page' | 'token'>) =>
  page === 'cover' || page === 'c' ? `/coverasks/token/${token}` : `/answers/${token}`

test(`scanners that follow each link of the mails and texts to ${SIZE.people} people change nothing`, async ({
  world,
  api,
  site,
  links,
}) => {
  expect(new Set(links.map(({ page }) => page))).toEqual(new Set(['answer', 'a', 'cover', 'c']))
  expect(new Set(links.map(({ token }) => token)).size).toBeGreaterThanOrEqual(4 * SIZE.people)
  const before = await fingerprintOf(world, site)
  const seen = new Set<string>()
  for (const [at, link] of links.entries())
    for (const method of ['GET', 'HEAD']) {
      const headers = VISITORS[at % VISITORS.length]!
      const called = await api.call(site, { method, path: callOf(link), headers })
      const url = `http://${site.slug}.localhost/${link.page}/${link.token}?answer=confirmed`
      const context = { app: api.context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' }
      const args = { request: new Request(url, { method, headers }), params: { token: link.token }, context }
      const shown = await PAGES[link.page](args as never)
      seen.add(`${called.status} ${JSON.stringify(shown).includes('"page":null')}`)
    }
  expect([...seen]).toEqual(['200 false'])
  expect(await fingerprintOf(world, site)).toEqual(before)
})

const CODE = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test(`${SIZE.guesses} guesses, tokens of other purposes, sites and versions, and expired ones look alike and change nothing`, async ({
  world,
  api,
  site,
  links,
  people,
}) => {
  const elsewhere = await world.makeSite()
  const random = dice(31)
  const drawn = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  const of = (page: Page) => links.find((link) => link.page === page)!.token
  const [answer, text, cover, brief] = [of('answer'), of('a'), of('cover'), of('c')]
  const [code = ''] = answer.split('.')
  const [uid = ''] = cover.split('.')
  const secret = api.context.config.SESSION_SECRET
  const signed = (id: string, purpose: string, over = id) => `${id}.${derivedToken(secret, purpose, over)}`
  const seen = { answer: new Set<string>(), cover: new Set<string>() }
  const tried = async (page: 'answer' | 'cover', token: string, at = site) => {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { answer: page === 'cover' ? 'yes' : 'confirmed' } : undefined
      const path = callOf({ page, token })
      const { status, text: said, headers } = await api.call(at, { method, path, body })
      const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort()
      seen[page].add(JSON.stringify([status, said, kept]))
    }
  }
  const before = await fingerprintOf(world, site)
  for (let guess = 0; guess < SIZE.guesses; guess++) {
    const form = guess % 5
    if (form === 0) await tried('answer', drawn(8, CODE))
    if (form === 1) await tried('answer', `${drawn(8, CODE)}.${drawn(43, CODE)}`)
    if (form === 2) await tried('answer', `${code}.${drawn(43, CODE)}`)
    if (form === 4) await tried('cover', drawn(8, CODE))
    if (form === 3) await tried('cover', `${random() < 0.5 ? uid : drawn(32, '0123456789abcdef')}.${drawn(43, CODE)}`)
  }
  for (const token of [
    cover,
    brief,
    code,
    signed(code, 'cover.ask'),
    signed(code, 'answer'),
    signed(code, 'unsubscribe'),
  ])
    await tried('answer', token)
  for (const token of [answer, text, signed(uid, 'answer'), signed(uid, 'unsubscribe'), signed(uid, 'calendar')])
    await tried('cover', token)
  for (const token of [answer, text]) await tried('answer', token, elsewhere)
  for (const token of [cover, brief]) await tried('cover', token, elsewhere)
  expect(await fingerprintOf(world, site)).toEqual(before)

  const { rows } = await world.superuser.query(
    'select id::int, "end" from core.shifts where site_id = $1 and person = any ($2)',
    [site.id, people.map(({ id }) => id)],
  )
  for (const { id, end } of rows) await changeShift(world, site, id, { end: new Date(end.getTime() + 3_600_000) })
  const later = await fingerprintOf(world, site)
  for (const token of [answer, text]) {
    const path = callOf({ page: 'answer', token })
    expect((await api.call(site, { method: 'GET', path })).status).toBe(200)
    expect((await api.call(site, { method: 'POST', path, body: { answer: 'confirmed' } })).status).toBe(409)
  }
  world.clock.set(new Date(SHIFT_START))
  for (const token of [answer, text]) await tried('answer', token)
  expect(await fingerprintOf(world, site)).toEqual(later)
  expect([...seen.answer].map((one) => one.slice(0, 5))).toEqual(['[404,'])
  expect([...seen.cover].map((one) => one.slice(0, 5))).toEqual(['[404,'])
})

test('the short link of a text answers a request to cover as the link of the mail does', async ({
  api,
  site,
  links,
}) => {
  const said = async (token: string, body?: object) =>
    JSON.parse((await api.call(site, { method: body ? 'POST' : 'GET', path: `/coverasks/token/${token}`, body })).text)
  const brief = links.find(({ page }) => page === 'c')!
  expect(brief.text).toMatch(/can you cover Sun 21 Mar 9:00 am, .+\? https:\/\/\S+\/c\/\w{8}$/)
  const shown = await said(brief.token)
  expect((await said(brief.token, { answer: 'no' })).state).toBe('declined')
  const tokens = new Set(links.filter(({ page }) => page === 'cover').map(({ token }) => token))
  const states = await Promise.all([...tokens].map(async (token) => (await said(token)).state))
  expect([shown.state, states.filter((state) => state === 'declined')]).toEqual(['open', ['declined']])
})
