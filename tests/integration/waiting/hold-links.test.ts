import { expect } from 'vitest'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { startPages } from '#tests/support/pages.ts'
import { test as base, hours } from '#tests/support/waiting-list.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, sms_enabled: true }))
  .extend('holder', ({ world, shifts }) => async () => {
    const { rows } = await world.superuser.query('select person::int from core.shifts where id = $1', [shifts[0]])
    return rows[0].person
  })
  /** Offers the first shift to Priya, the first on the list, and reads her mail and text. */
  .extend('offered', async ({ world, api, waiters, open, shifts, tick }) => {
    const [priya] = waiters
    await world.superuser.query(
      "update core.people set phone = '+447700900777', sms_verified = true, sms_notifications = true where id = $1",
      [priya.id],
    )
    await open(shifts[0])
    await tick()
    const writeNotice = createNoticeWriter(api.context.config.SESSION_SECRET)
    const { messaging, transports } = messagingFor(world, { writeNotice })
    await messaging.drain()
    await messaging.stop()
    const mail = transports.email.sent.find(({ to, kind }) => to === priya.email && kind === 'waiting.offered')
    const text = transports.sms.sent.find(({ kind }) => kind === 'waiting.offered')
    return {
      mail,
      token: /\/hold\/([\d-]+\.[\w-]{43})\?answer=yes/.exec(mail?.text ?? '')?.[1] ?? '',
      code: /\/h\/(\w{8})$/.exec(text?.text ?? '')?.[1] ?? '',
    }
  })

test('an offer is taken from its mail or text, without signing in', async ({ offered, waiters, callApi, holder }) => {
  const { token, code, mail } = offered
  expect(mail?.text).toContain(`/hold/${token}?answer=no`)
  expect(mail?.html.replace(/<[^>]*>/g, '')).not.toContain(token)
  for (const by of [token, code])
    expect(await callApi('GET', `/waiting/token/${by}`)).toMatchObject({
      status: 200,
      body: { state: 'open', shift: { event: 'Race', assignment: 'Helm' }, person: { first_name: 'Priya' } },
    })
  expect(await holder()).toBeNull()
  for (const by of [code, token])
    expect(await callApi('POST', `/waiting/token/${by}`, {}, { answer: 'yes' })).toMatchObject({
      status: 200,
      body: { state: 'yours' },
    })
  expect(await holder()).toBe(waiters[0].id)
  expect((await callApi('GET', `/answers/${code}`)).status).toBe(404)
})

test('a no by link keeps the place, and the next on the list is asked', async ({
  offered: { token },
  waiters: [priya, tomasz],
  callApi,
  holder,
  placeOf,
  tick,
  shifts,
}) => {
  expect(await callApi('POST', `/waiting/token/${token}`, {}, { answer: 'no' })).toMatchObject({
    status: 200,
    body: { state: 'declined' },
  })
  await tick()
  expect(await placeOf(priya)).toMatchObject({ position: 1, offered_shift: null })
  expect(await placeOf(tomasz)).toMatchObject({ offered_shift: shifts[0] })
  expect((await callApi('POST', `/waiting/token/${token}`, {}, { answer: 'yes' })).status).toBe(409)
  expect(await holder()).toBeNull()
})

test('a yes never counts for other facts than the mail showed, nor for a later offer of the shift', async ({
  offered: { token },
  world,
  shifts,
  callApi,
  holder,
  tick,
}) => {
  await world.superuser.query(
    `update core.shifts set start = start + interval '1 day', "end" = "end" + interval '1 day' where id = $1`,
    [shifts[0]],
  )
  const yes = () => callApi('POST', `/waiting/token/${token}`, {}, { answer: 'yes' })
  expect((await yes()).status).toBe(409)
  await tick()
  await tick()
  expect((await yes()).status).toBe(409)
  expect(await holder()).toBeNull()
})

test('who comes too late reads that it is no longer held; once the shift begins the link ends', async ({
  offered: { token },
  at,
  callApi,
}) => {
  at(hours(24))
  expect((await callApi('GET', `/waiting/token/${token}`)).body).toMatchObject({ state: 'taken', until: null })
  expect(await callApi('POST', `/waiting/token/${token}`, {}, { answer: 'yes' })).toMatchObject({
    status: 409,
    body: { detail: 'This shift is no longer held for you. Thank you for replying.' },
  })
  at(hours(5 * 24 + 1))
  expect((await callApi('GET', `/waiting/token/${token}`)).status).toBe(404)
})

test('a link of another person, offer or site and a changed one all look alike', async ({
  offered: { token },
  world,
  api,
  waiters,
  callApi,
}) => {
  const [target = '', signature = ''] = token.split('.')
  const [place, offer, shift] = target.split('-')
  const wrong = [
    `${place}-${offer}-${shift}-${waiters[1].id}.${signature}`,
    `${place}-${Number(offer) + 1}-${shift}-${waiters[0].id}.${signature}`,
    `${target}.${'A'.repeat(43)}`,
    'Ab3dE6gH',
    'x',
  ]
  for (const one of wrong)
    expect(await callApi('GET', `/waiting/token/${one}`)).toMatchObject({
      status: 404,
      body: { detail: 'This link is no longer valid.' },
    })
  const other = await world.makeSite({ timezone: 'UTC' })
  expect((await api.call(other, { method: 'GET', path: `/waiting/token/${token}` })).status).toBe(404)
})

test('the page behind a button fills the answer that was tapped', async ({
  offered: { code },
  api,
  site,
  onTestFinished,
}) => {
  const pages = await startPages(api)
  onTestFinished(() => pages.close())
  for (const [query, filled] of [
    ['', 'yes'],
    ['?answer=no', 'no'],
  ] as const) {
    const { status, text } = await pages.ask({ path: `/h/${code}${query}`, host: pages.hostOf(site.slug) })
    expect(status).toBe(200)
    const buttons = [...text.matchAll(/<button[^>]* name="answer" value="(\w+)"[^>]*>/g)]
    expect(buttons.map(([button, value]) => [value, button.includes('data-filled')])).toEqual([
      [filled, true],
      [filled === 'yes' ? 'no' : 'yes', false],
    ])
  }
})
