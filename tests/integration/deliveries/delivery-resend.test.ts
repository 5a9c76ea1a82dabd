import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'

const HOUR = 3_600_000

const test = base
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann Lee' }))
  .extend('shift', async ({ world, site, ann, worker }) => {
    const at = (hours: number) => new Date(world.clock.epochMs() + hours * HOUR).toISOString()
    const times = { start: at(23.9), end: at(26) }
    const event = await world.insert(site, 'events', { name: 'Regatta', ...times })
    const long = at(-1_000)
    const { id } = await world.insert(site, 'shifts', {
      event: event.id,
      person: ann.id,
      ...times,
      draft: long,
      assigned_at: long,
    })
    await worker.messaging.plan()
    return id
  })
  .extend('reminder', ({ callApi, headers, ann, shift }) => async () => {
    const { body } = await callApi('GET', `/deliveries/explain?person=${ann.id}&shift=${shift}`, headers)
    return body.candidates.find(
      (one: { kind: string; channel: string }) => one.kind === 'reminder.day' && one.channel === 'email',
    )
  })
  .extend('resend', ({ callApi, headers }) => (id: number, by: Record<string, string> = headers) => {
    return callApi('PUT', `/deliveries/${id}/resend`, by, {})
  })
  .extend('again', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      `select action, subject_id, details from core.audit where site_id = $1 and action = 'messages.resend'`,
      [site.id],
    )
    return rows
  })

test('50 presses send a reminder once more, and the log says so', async ({ ann, reminder, resend, worker, again }) => {
  const first = await reminder()
  expect(first).toMatchObject({ state: 'sent', can_resend: true })
  const answers = await Promise.all(Array.from({ length: 50 }, () => resend(first.delivery)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(new Set(answers.map(({ body }) => body.delivery)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({ kind: 'reminder.day', state: 'queued', can_resend: false })
  await worker.messaging.drain()
  expect(worker.sent().filter(({ to }) => to === ann.email)).toHaveLength(2)
  const later = await resend(first.delivery)
  expect(later).toMatchObject({ status: 202, body: { state: 'sent', can_resend: false } })
  await worker.messaging.drain()
  expect(worker.sent().filter(({ to }) => to === ann.email)).toHaveLength(2)
  expect((await resend(later.body.delivery)).status).toBe(409)
  expect(await again()).toEqual([
    { action: 'messages.resend', subject_id: String(ann.id), details: { kind: 'reminder.day', channel: 'email' } },
  ])
})

test.for([
  ['refused', "update core.people set email_blocked = 'bounced' where id = $1"],
  ['not to be used for it', 'update core.people set email_reminders = false where id = $1'],
  ['gone', "update core.people set email = '' where id = $1"],
] as const)(
  'nothing is sent again to an address that is %s',
  async ([_name, change], { world, ann, reminder, resend, worker, again }) => {
    const { delivery } = await reminder()
    await world.superuser.query(change, [ann.id])
    expect((await reminder()).can_resend).toBe(false)
    expect(await resend(delivery)).toMatchObject({ status: 409 })
    await worker.messaging.drain()
    expect(worker.sent()).toHaveLength(1)
    expect(await again()).toEqual([])
  },
)

test('a person who opts out after the press does not get it', async ({ world, ann, reminder, resend, worker }) => {
  await resend((await reminder()).delivery)
  await world.superuser.query('update core.people set email_reminders = false where id = $1', [ann.id])
  await worker.messaging.drain()
  expect(worker.sent()).toHaveLength(1)
  expect(await reminder()).toMatchObject({ state: 'skipped', reason: 'opted_out' })
})

test('a person who was told of a shift twice is told once that it is gone', async ({
  world,
  site,
  ann,
  shift,
  callApi,
  headers,
  reminder,
  resend,
  worker,
}) => {
  await resend((await reminder()).delivery)
  await callApi('PUT', `/shifts/${shift}`, headers, { person: null })
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await worker.messaging.drain()
  const { rows } = await world.superuser.query(
    'select kind, state from core.deliveries where site_id = $1 and person = $2 order by id',
    [site.id, ann.id],
  )
  expect(rows).toEqual([
    { kind: 'reminder.day', state: 'sent' },
    { kind: 'reminder.day', state: 'cancelled' },
    { kind: 'shift.cancelled', state: 'sent' },
  ])
})

test('a message to many is resent to a person it did not reach, and is sent once that is done', async ({
  world,
  site,
  callApi,
  headers,
  ann,
  draft,
  step,
  resend,
  worker,
  passTakeBack,
  read,
}) => {
  await world.superuser.query("update core.people set email_blocked = 'bounced' where id = $1", [ann.id])
  const id = await draft({ audience: { people: [ann.id, (await world.makePerson(site)).id] } })
  await step(id, 'send')
  await passTakeBack()
  await worker.messaging.drain()
  await worker.advance()
  const of = async () =>
    (await callApi('GET', `/deliveries/explain?person=${ann.id}&message=${id}`, headers)).body.candidates[0]
  const { delivery } = await of()
  expect(await of()).toMatchObject({ state: 'skipped', reason: 'blocked', can_resend: false })
  expect((await resend(delivery)).status).toBe(409)
  await world.superuser.query('update core.people set email_blocked = null where id = $1', [ann.id])
  const answers = await Promise.all(Array.from({ length: 50 }, () => resend(delivery)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await read(id)).toMatchObject({ status: 'sending', receiving: 2, counts: { sent: 1, queued: 1 } })
  const { rows } = await world.superuser.query('select lane from core.deliveries where id = $1', [delivery])
  expect(rows).toEqual([{ lane: 'duty' }])
  await worker.messaging.drain()
  await worker.advance()
  expect(worker.sent().filter(({ to }) => to === ann.email)).toHaveLength(1)
  expect(await read(id)).toMatchObject({ status: 'sent', counts: { sent: 2 } })
  expect(await resend(delivery)).toMatchObject({ status: 202, body: { state: 'sent', can_resend: false } })
})

test('a message whose people are no longer kept is not resent', async ({
  world,
  callApi,
  headers,
  ann,
  draft,
  step,
  resend,
  worker,
  passTakeBack,
  read,
}) => {
  const id = await draft({ audience: { people: [ann.id] } })
  await step(id, 'send')
  await passTakeBack()
  await worker.messaging.drain()
  await worker.advance()
  await world.superuser.query(`update core.deliveries set state = 'failed' where kind = $1`, [`bulk:${id}`])
  const { body } = await callApi('GET', `/deliveries/explain?person=${ann.id}&message=${id}`, headers)
  expect(body.candidates).toMatchObject([{ state: 'failed', can_resend: true }])
  await world.superuser.query(`update core.messages set final_counts = '{"failed": 1}' where id = $1`, [id])
  expect(await resend(body.candidates[0].delivery)).toMatchObject({ status: 409 })
  expect(await read(id)).toMatchObject({ status: 'sent', counts: { failed: 1 } })
})

test('delivered messages, mail about an account and unknown messages are not resent', async ({
  world,
  site,
  api,
  member,
  ann,
  draft,
  step,
  resend,
  reminder,
  worker,
  passTakeBack,
}) => {
  const { delivery } = await reminder()
  expect((await resend(delivery, await api.signIn(site, member))).status).toBe(403)
  expect((await resend(9_999_999)).status).toBe(404)
  const account = await world.insert(site, 'deliveries', {
    person: ann.id,
    kind: 'account.password_changed',
    channel: 'email',
    state: 'failed',
    due_at: world.clock.now().toISOString(),
  })
  expect((await resend(account.id)).status).toBe(409)
  const id = await draft({ audience: { people: [ann.id] } })
  await step(id, 'send')
  await passTakeBack()
  await worker.messaging.drain()
  const { rows } = await world.superuser.query('select id from core.deliveries where kind = $1', [`bulk:${id}`])
  expect((await resend(rows[0].id)).body).toMatchObject({ detail: expect.stringContaining('cannot be sent again') })
})
