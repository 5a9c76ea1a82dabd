import { expect } from 'vitest'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { startPages } from '#tests/support/pages.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', sms_enabled: true }))
  .extend('bob', ({ world, site }) =>
    world.makePerson(site, { name: 'Bob Hale', phone: '+447700900777', sms_verified: true, sms_notifications: true }),
  )
  .extend('given', ({ shiftOn, member }) => shiftOn(3, member))
  .extend('wanted', ({ shiftOn, bob }) => shiftOn(4, bob))
  .extend(
    'ask',
    ({ as, member }) =>
      async (body: object) =>
        (await as(member))('POST', '/swaps', body),
  )
  .extend('links', ({ world, api, bob }) => async () => {
    const writeNotice = createNoticeWriter(api.context.config.SESSION_SECRET)
    const { messaging, transports } = messagingFor(world, { writeNotice })
    // Texts wait for the end of the night.
    world.clock.set(new Date('2027-06-19T09:00:00Z'))
    await messaging.drain()
    await messaging.stop()
    world.clock.set(NOW)
    const mail = transports.email.sent.find(({ to, kind }) => to === bob.email && kind === 'swap.asked')
    const text = transports.sms.sent.find(({ kind }) => kind === 'swap.asked')
    return {
      mail,
      token: /\/swap\/(\d+-\d+\.[\w-]{43})\?answer=yes/.exec(mail?.text ?? '')?.[1] ?? '',
      code: /\/s\/(\w{8})$/.exec(text?.text ?? '')?.[1] ?? '',
    }
  })

test('a hand-over is answered from its mail or text, without signing in', async ({
  member,
  bob,
  given,
  ask,
  links,
  callApi,
  holders,
}) => {
  await ask({ shift: given, kind: 'hand_over', to: bob.id })
  const { token, code, mail } = await links()
  expect(mail?.text).toContain(`/swap/${token}?answer=no`)
  expect(mail?.html.replace(/<[^>]*>/g, '')).not.toContain(token)
  for (const by of [token, code]) {
    const { status, body } = await callApi('GET', `/swaps/token/${by}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'open',
      gets: { event: 'Race 3', start: '2027-07-03T09:00:00.000Z' },
      gives: null,
      person: { first_name: 'Bob' },
    })
  }
  expect(await holders(given)).toEqual([member.id])
  expect(await callApi('POST', `/swaps/token/${code}`, {}, { answer: 'yes' })).toMatchObject({
    status: 200,
    body: { state: 'done' },
  })
  expect(await holders(given)).toEqual([bob.id])
  expect(await callApi('POST', `/swaps/token/${token}`, {}, { answer: 'yes' })).toMatchObject({ status: 200 })
})

test('a no by link ends a swap; its link says so, and the other hears of it', async ({
  member,
  bob,
  given,
  wanted,
  ask,
  links,
  callApi,
  holders,
  messages,
}) => {
  await ask({ shift: given, kind: 'swap', for: wanted })
  const { token } = await links()
  const page = await callApi('GET', `/swaps/token/${token}`)
  expect(page.body).toMatchObject({ gets: { event: 'Race 3' }, gives: { event: 'Race 4' } })
  expect(await callApi('POST', `/swaps/token/${token}`, {}, { answer: 'no' })).toMatchObject({
    status: 200,
    body: { state: 'declined' },
  })
  expect(await holders(given, wanted)).toEqual([member.id, bob.id])
  expect(await messages(member)).toContain('swap.declined queued')
  expect(await messages(bob)).not.toContain('swap.declined queued')
  expect((await callApi('POST', `/swaps/token/${token}`, {}, { answer: 'yes' })).status).toBe(409)
})

test('a yes never counts for other facts than the mail showed', async ({
  world,
  member,
  bob,
  given,
  ask,
  links,
  callApi,
  holders,
}) => {
  await ask({ shift: given, kind: 'hand_over', to: bob.id })
  const { token } = await links()
  await world.superuser.query(
    'update core.shifts set start = start + interval \'1 day\', "end" = "end" + interval \'1 day\' where id = $1',
    [given],
  )
  const { status } = await callApi('POST', `/swaps/token/${token}`, {}, { answer: 'yes' })
  expect(status).toBe(409)
  expect(await holders(given)).toEqual([member.id])
})

test('a link of another circle, person or site, a changed and a late one all look alike', async ({
  world,
  api,
  bob,
  member,
  given,
  ask,
  links,
  callApi,
}) => {
  await ask({ shift: given, kind: 'hand_over', to: bob.id })
  const { token } = await links()
  const [target = '', signature = ''] = token.split('.')
  const [circle] = target.split('-')
  const wrong = [
    `${circle}-${member.id}.${signature}`,
    `${Number(circle) + 1}-${bob.id}.${signature}`,
    `${target}.${'A'.repeat(43)}`,
    'Ab3dE6gH',
    'x',
  ]
  const answers = await Promise.all(wrong.map((one) => callApi('GET', `/swaps/token/${one}`)))
  for (const { status, body } of answers) expect([status, body.detail]).toEqual([404, 'This link is no longer valid.'])
  const other = await world.makeSite({ timezone: 'UTC' })
  expect((await api.call(other, { method: 'GET', path: `/swaps/token/${token}` })).status).toBe(404)
  world.clock.set(new Date(NOW.getTime() + 49 * 3_600_000))
  expect((await callApi('GET', `/swaps/token/${token}`)).status).toBe(404)
  world.clock.set(NOW)
})

test('the page behind a button fills the answer that was tapped', async ({
  api,
  site,
  bob,
  given,
  ask,
  links,
  onTestFinished,
}) => {
  const pages = await startPages(api)
  onTestFinished(() => pages.close())
  await ask({ shift: given, kind: 'hand_over', to: bob.id })
  const { code } = await links()
  for (const [query, filled] of [
    ['', 'yes'],
    ['?answer=yes', 'yes'],
    ['?answer=no', 'no'],
  ] as const) {
    const { status, text } = await pages.ask({ path: `/s/${code}${query}`, host: pages.hostOf(site.slug) })
    expect(status).toBe(200)
    const buttons = [...text.matchAll(/<button[^>]* name="answer" value="(\w+)"[^>]*>/g)]
    expect(buttons.map(([button, value]) => [value, button.includes('data-filled')])).toEqual([
      [filled, true],
      [filled === 'yes' ? 'no' : 'yes', false],
    ])
  }
})
