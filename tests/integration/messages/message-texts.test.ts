import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'

const BODY =
  'Hello **{{person.first_name}}**\n\n![The jetty](https://example.org/jetty.png)\n\n- [Map](https://example.org/m)'
const TEXT = (name: string) => `Hello ${name}\n\nThe jetty\n\n- Map (https://example.org/m)`

/** Ann gets both, Bea no text, Cem no email, Dan neither; the admin takes no text. */
const test = base
  .extend('site', ({ world }) => world.makeSite({ sms_enabled: true, quiet_start: '00:00', quiet_end: '00:00' }))
  .extend('people', async ({ world, site }) => {
    const reached = { sms_verified: true, sms_notifications: true }
    const ann = await world.makePerson(site, { name: 'Ann', phone: '+447700900001', ...reached })
    const bea = await world.makePerson(site, { name: 'Bea', phone: '+447700900002', sms_notifications: true })
    const cem = await world.makePerson(site, {
      ...{ name: 'Cem', phone: '+447700900003', ...reached },
      email_newsletters: false,
    })
    const dan = await world.makePerson(site, { name: 'Dan', email_newsletters: false })
    return { ann: ann.id, bea: bea.id, cem: cem.id, dan: dan.id }
  })
  .extend('pair', ({ draft, people, callApi, headers }) => async (over: Record<string, unknown> = {}) => {
    const id = await draft({ body: BODY, also_sms: true, audience: { people: Object.values(people) }, ...over })
    // Its text is made of the rendered Markdown.
    const check = async () => (await callApi('GET', `/messages/${id}/check`, headers)).body.rendered
    await expect.poll(check).toBe(true)
    return id
  })
  .extend('textOf', ({ callApi, headers }) => async (email: number) => {
    const { order, results } = (await callApi('GET', `/messages?same_as=${email}`, headers)).body
    return order.length ? results.messages[order[0]] : null
  })

test('an email that is a text too counts who gets only one of them, and why', async ({ callApi, headers, people }) => {
  const asked = { kind: 'email', also_sms: true, audience: { people: Object.values(people) } }
  const { status, body } = await callApi('POST', '/messages/audience', headers, asked)
  expect(status).toBe(200)
  expect(body).toMatchObject({ matching: 4, receiving: 2 })
  expect(body.sms).toMatchObject({
    ...{ receiving: 2, reached: 3, cap: 'person' },
    email_only: [{ reason: 'unverified', count: 1, people: [people.bea] }],
    sms_only: [{ reason: 'opted_out', count: 1, people: [people.cem] }],
    neither: [{ reason: 'opted_out', count: 1, people: [people.dan] }],
  })
  const emailOnly = await callApi('POST', '/messages/audience', headers, { ...asked, also_sms: false })
  expect(emailOnly.body).not.toHaveProperty('sms')
})

test('an email is read as its text without formatting, files and pictures', async ({
  pair,
  people,
  callApi,
  headers,
}) => {
  const id = await pair()
  const read = async (path: string) => (await callApi('GET', `/messages/${id}/${path}`, headers)).body
  expect(await read(`preview?kind=sms&person=${people.ann}`)).toMatchObject({
    ...{ text: TEXT('Ann'), segments: 1, to: '+447700900001', attachments: [] },
    person: { receives: true },
  })
  expect(await read(`preview?kind=sms&person=${people.bea}`)).toMatchObject({ person: { receives: false } })
  expect(await read(`preview?person=${people.bea}`)).toMatchObject({
    person: { receives: true },
    subject: 'Season opens',
  })
  const { count, sms } = await read('readers?kind=sms')
  expect([count, sms.lost]).toEqual([2, { files: 0, pictures: 1, formatting: true }])
  expect((await read('readers')).sms).toBe(null)
  expect(await read('check?kind=sms')).toMatchObject({ receiving: 2, quiet: null })
})

test('sending an email that is a text too sends both, once, and stores the text as a message of its own', async ({
  pair,
  step,
  read,
  textOf,
  worker,
  passTakeBack,
}) => {
  const id = await pair()
  expect(await step(id, 'send')).toMatchObject({ status: 202, body: { status: 'sending', receiving: 2 } })
  expect(await step(id, 'send')).toMatchObject({ status: 202, body: { status: 'sending', receiving: 2 } })
  const text = await textOf(id)
  expect(text).toMatchObject({
    kind: 'sms',
    same_as: id,
    status: 'sending',
    receiving: 2,
    matching: 4,
    also_sms: false,
  })
  expect(text.body).toBe(TEXT('{{person.first_name}}'))
  passTakeBack()
  await worker.messaging.drain()
  const sent = worker.sent().map(({ to, text }) => [to, text.split('\n\n')[0]])
  expect(sent.filter(([to]) => to?.startsWith('+')).sort()).toEqual([
    ['+447700900001', 'Hello Ann'],
    ['+447700900003', 'Hello Cem'],
  ])
  expect(sent).toHaveLength(4)
  await worker.advance()
  expect([(await read(id)).status, (await textOf(id)).status]).toEqual(['sent', 'sent'])
})

test('taking back the email or the text within the seconds takes both back', async ({ pair, step, read, textOf }) => {
  for (const which of ['email', 'text']) {
    const id = await pair()
    await step(id, 'send')
    const text = await textOf(id)
    const taken = await step(which === 'email' ? id : text.id, 'cancel')
    expect(taken).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect([(await read(id)).status, (await textOf(id)).status], which).toEqual(['cancelled', 'cancelled'])
    expect([(await read(id)).counts.cancelled, (await textOf(id)).counts.cancelled]).toEqual([2, 2])
  }
})

test('after these seconds the email and the text are stopped one by one', async ({
  pair,
  step,
  read,
  textOf,
  passTakeBack,
}) => {
  const id = await pair()
  await step(id, 'send')
  passTakeBack()
  await step(id, 'cancel')
  expect([(await read(id)).status, (await textOf(id)).status]).toEqual(['cancelled', 'sending'])
})

test('an email whose text no one gets, or no cap allows, is not sent either', async ({
  pair,
  step,
  read,
  textOf,
  people,
  world,
  site,
}) => {
  const none = await pair({ audience: { people: [people.bea] } })
  expect(await step(none, 'send')).toMatchObject({
    status: 400,
    body: { non_field_errors: ['No one gets the text. Choose who it goes to, or send only the email.'] },
  })
  await world.superuser.query('update core.sites set sms_per_day = 1 where id = $1', [site.id])
  const many = await pair()
  expect((await step(many, 'send')).body.non_field_errors[0]).toContain('This site can send 1 text a day')
  for (const id of [none, many]) expect([(await read(id)).status, await textOf(id)]).toEqual(['draft', null])
})

test('a scheduled email that is a text too leaves as both, and counts for the cap of texts before', async ({
  world,
  pair,
  step,
  read,
  textOf,
  worker,
  callApi,
  headers,
}) => {
  const due = new Date(world.clock.epochMs() + 600_000)
  const id = await pair({ scheduled_for: due.toISOString() })
  const left = async () => {
    const asked = { kind: 'sms', audience: { everyone: true }, scheduled_for: due.toISOString() }
    return (await callApi('POST', '/messages/audience', headers, asked)).body.left
  }
  const before = await left()
  expect(await step(id, 'send')).toMatchObject({ body: { status: 'scheduled' } })
  expect([await left(), await textOf(id)]).toEqual([before - 2, null])
  world.clock.set(due)
  await worker.advance()
  expect([(await read(id)).status, (await textOf(id)).status]).toEqual(['sending', 'sending'])
  expect((await textOf(id)).expected).toBe(2)
})

test('a scheduled email whose text no one gets any more is a draft again, with the reason', async ({
  world,
  site,
  pair,
  step,
  read,
  textOf,
  worker,
}) => {
  const due = new Date(world.clock.epochMs() + 600_000)
  const id = await pair({ scheduled_for: due.toISOString() })
  await step(id, 'send')
  await world.superuser.query('update core.people set sms_notifications = false where site_id = $1', [site.id])
  world.clock.set(due)
  await worker.advance()
  expect([await read(id), await textOf(id)]).toMatchObject([
    { status: 'draft', also_sms: true, problem: expect.stringContaining('No one gets the text') },
    null,
  ])
})

test('a text cannot be a text too', async ({ callApi, headers }) => {
  const answer = await callApi('POST', '/messages', headers, [{ kind: 'sms', body: 'Hi', also_sms: true }])
  expect([answer.status, answer.body]).toMatchObject([400, { also_sms: ['Only an email can be sent as a text too.'] }])
})

test('the preview of an email names the club’s own sender while it is verified', async ({
  site,
  draft,
  callApi,
  headers,
}) => {
  const id = await draft()
  const fromIn = async (sender_state: string | null) => {
    Object.assign(site, { sender_address: sender_state && 'crew@harbour.org', sender_state })
    return (await callApi('GET', `/messages/${id}/preview`, headers)).body.from as string
  }
  const platform = `${site.name} <no-reply@watchbill.example>`
  expect(await fromIn(null)).toBe(platform)
  expect(await fromIn('verified')).toBe(`${site.name} <crew@harbour.org>`)
  expect(await fromIn('failed')).toBe(platform)
})
