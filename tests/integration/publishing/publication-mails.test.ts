import ICAL from 'ical.js'
import { expect } from 'vitest'
import { publishAll } from '#server/publishing/commands.ts'
import { test as base, NOW, tokenIn } from '#tests/support/answer-links.ts'
import { adminActor } from '#tests/support/world.ts'

const DAY = 86_400_000
const on = (days: number) => ({
  start: new Date(NOW.getTime() - 3_600_000 + days * DAY).toISOString(),
  end: new Date(NOW.getTime() + 2 * 3_600_000 + days * DAY).toISOString(),
})
const AHEAD = [17, 41, 43, 50, 51, 300]

/** A season of drafts: Ann is on all of it, by email and text, and Bob on the first and the last event. */
const test = base
  .extend('site', ({ world }) => world.makeSite({ sms_enabled: true }))
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('people', async ({ world, site }) => {
    const phone = { phone: '+447700900001', sms_verified: true, sms_notifications: true }
    return { ann: await world.makePerson(site, { name: 'Ann Lee', ...phone }), bob: await world.makePerson(site) }
  })
  .extend('season', async ({ world, site, people }) => {
    const series = await world.insert(site, 'series', { name: 'Spring' })
    const events: number[] = []
    for (const [n, days] of AHEAD.entries()) {
      const name = { name: `Race ${n + 1}`, series: n % 2 ? series.id : null }
      const { id } = await world.insert(site, 'events', { ...name, ...on(days) })
      events.push(id)
      await world.insert(site, 'shifts', { event: id, person: people.ann.id, ...on(days) })
      if (n === 0 || n === AHEAD.length - 1)
        await world.insert(site, 'shifts', { event: id, person: people.bob.id, ...on(days) })
    }
    return events
  })
  .extend(
    'publish',
    ({ world, site, admin, season }) =>
      () =>
        world.act(site, adminActor(admin), (ctx) => publishAll(ctx, { events: season, shifts: [] })),
  )

const names = (text: string) => [...text.matchAll(/Race \d/g)].map(([name]) => name)
const unique = (all: readonly string[]) => [...new Set(all)]

test('publishing a season sends one mail and one text a person, with every shift, one page and one calendar file', async ({
  publish,
  outbox,
  people,
  callApi,
}) => {
  await publish()
  const { mails, texts } = await outbox()
  expect(mails.map(({ to, kind }) => [to, kind]).sort()).toEqual(
    [people.ann, people.bob].map(({ email }) => [email, 'shift.assigned']).sort(),
  )
  const mail = mails.find(({ to }) => to === people.ann.email)!
  expect(mail.subject).toContain('and 5 more')
  for (const part of [mail.text, mail.html])
    expect(unique(names(part))).toEqual(['Race 1', 'Race 2', 'Race 3', 'Race 4', 'Race 5', 'Race 6'])
  expect(mail.attachments).toHaveLength(1)
  const calendar = new ICAL.Component(ICAL.parse(String(mail.attachments[0]?.content)))
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(AHEAD.length)
  // It asks about the next six weeks, and says when it will ask about the others.
  expect(mail.text).toContain('Please reply about 2 of them.')
  expect(mail.text).toContain('We ask about these shifts 6 weeks before.')
  const page = (await callApi('GET', `/answers/${tokenIn(mail)}`)).body
  expect(page.shifts.map(({ event }: { event: string }) => event)).toEqual(['Race 1', 'Race 2'])

  expect(texts).toHaveLength(1)
  const [text] = texts
  expect(text!.text).toMatch(/6 new shifts, first Sat 20 Mar 10:00 am-1:00 pm, Race 1\. Yes or can't come: https:\S+$/)
  expect(text!.text.length).toBeLessThanOrEqual(160)
  expect((await callApi('GET', `/answers/${tokenIn(text!)}`)).body.shifts).toHaveLength(2)
})

test('people who sign in can answer for every shift from publication on', async ({
  api,
  site,
  publish,
  people,
  callApi,
}) => {
  const { shifts } = await publish()
  const own = await api.signIn(site, people.ann)
  const last = shifts.at(-2)!
  const { body } = await callApi('GET', `/shifts?person=${people.ann.id}&limit=-1`, own)
  expect(Object.values<{ answer: string }>(body.results.shifts).map(({ answer }) => answer)).toEqual(
    AHEAD.map(() => 'asked'),
  )
  expect(await callApi('PUT', `/shifts/${last}/answer`, own, { answer: 'confirmed' })).toMatchObject({ status: 200 })
})

test('the proof and the receipt name people and messages, and show the mail as sent', async ({
  callApi,
  headers,
  season,
  publish,
  outbox,
  people,
}) => {
  const plain = (html: string) => html.replace(/https?:\/\/[^\s"]+/g, '')
  const asked = { events: season, person: people.ann.id }
  const proof = (await callApi('POST', '/roster/publish/proof', headers, asked)).body
  expect(proof).toMatchObject({ shifts: 8, people: 2, by_text: 1, emails: 2, texts: 1 })
  await publish()
  const receiptOf = async (event: number) =>
    (await callApi('GET', `/events/${event}/receipt?person=${people.ann.id}`, headers)).body
  const waiting = await receiptOf(season[3]!)
  const { mails } = await outbox()
  const { html } = mails.find(({ to }) => to === people.ann.email)!
  const after = await receiptOf(season[3]!)
  expect(after).toMatchObject({ notified: 1, emails: 1, texts: 1 })
  for (const { mail } of [proof, waiting, after]) {
    expect(mail.messages).toHaveLength(1)
    expect(plain(mail.messages[0].email.html)).toBe(plain(html))
  }
})

test('a text with a shift that cannot wait for the morning is sent immediately, with its other shifts', async ({
  world,
  publish,
  season,
  outbox,
}) => {
  // At half past nine in the evening; the first shift begins before the quiet hours end.
  const soon = new Date('2027-03-03T21:30:00Z')
  await world.superuser.query(`update core.shifts set start = $2, "end" = $3 where event = $1`, [
    season[0],
    '2027-03-04T06:00:00Z',
    '2027-03-04T09:00:00Z',
  ])
  world.clock.set(soon)
  await publish()
  const { texts } = await outbox()
  expect(texts).toMatchObject([{ text: expect.stringContaining('6 new shifts, first Thu 4 Mar 6:00 am-9:00 am') }])
  world.clock.set(new Date('2027-03-04T08:30:00Z'))
  expect((await outbox()).texts).toEqual([])
})

test('a club that does not ask sends the same message without a question', async ({ world, site, publish, outbox }) => {
  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  await publish()
  const { mails, texts } = await outbox()
  expect(mails).toHaveLength(2)
  expect(mails.map(tokenIn)).toEqual(['', ''])
  expect(mails[0]!.text).not.toMatch(/answer|We ask/)
  expect(texts[0]!.text).toMatch(/All: https:\S+\/profile\/shifts$/)
})

test('a season published twice within the undo window announces it once', async ({
  world,
  site,
  admin,
  api,
  callApi,
  season,
  outbox,
}) => {
  const headers = await api.signIn(site, admin)
  const input = { events: season, shifts: [] }
  const { body } = await callApi('PUT', '/roster/publish', headers, input)
  expect(body.notifies.people).toBe(2)
  const { shifts, at } = body
  expect((await callApi('PUT', '/roster/publish/undo', headers, { shifts, at })).status).toBe(200)
  await callApi('PUT', '/roster/publish', headers, input)
  world.clock.set(new Date(NOW.getTime() + 60_000))
  expect((await outbox()).mails).toHaveLength(2)
})
