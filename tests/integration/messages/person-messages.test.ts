import { expect } from 'vitest'
import type { HistoryLine, Shown } from '#server/messages/history/contract.ts'
import { readPersonMessages } from '#server/messages/history/queries.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { adminActor } from '#tests/support/world.ts'

const HOUR = 3_600_000

const test = base
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann Lee', email_reminders: true }))
  .extend(
    'at',
    ({ world }) =>
      (hours: number) =>
        new Date(world.clock.epochMs() + hours * HOUR).toISOString(),
  )
  .extend('event', async ({ world, site, at }) => {
    return (await world.insert(site, 'events', { name: 'Regatta', start: at(200), end: at(203) })).id
  })
  .extend('shift', async ({ world, site, ann, at, event }) => {
    const times = { start: at(200), end: at(203) }
    const given = { event, person: ann.id, draft: at(-100), assigned_at: at(-100) }
    return (await world.insert(site, 'shifts', { ...given, ...times })).id
  })
  .extend('deliver', ({ world, site, ann, at }) => (over: Record<string, unknown>) => {
    const row = { person: ann.id, kind: 'account.password_changed', channel: 'email', state: 'sent', due_at: at(-1) }
    return world.insert(site, 'deliveries', { ...row, ...over })
  })
  .extend('history', ({ world, site, admin, ann }) => (shown: Shown = 'all', offset = 0) => {
    return world.act(site, adminActor(admin), (ctx) => readPersonMessages(ctx, ann.id, { shown, offset }))
  })

const brief = ({ kind, channel, state, words }: HistoryLine) => `${kind} ${channel} ${state}: ${words}`

test('admins see sent, unsent and coming messages, with the reasons', async ({
  deliver,
  history,
  shift,
  event,
  at,
}) => {
  await deliver({ kind: 'shift.assigned', shift, sent_at: at(-90), state: 'delivered' })
  await deliver({
    kind: 'shift.assigned',
    shift,
    channel: 'sms',
    state: 'skipped',
    reason: 'unverified',
    due_at: at(-80),
  })
  await deliver({ kind: 'shift.changed', shift, event, state: 'failed', due_at: at(-2) })
  const { lines, planned, counts } = await history()
  expect(lines.map(brief)).toEqual([
    'shift.changed email failed: The provider refused it. It can be tried again.',
    'shift.assigned sms skipped: Has not verified the phone number.',
    'shift.assigned email delivered: Arrived.',
  ])
  expect(lines.map(({ can_resend }) => can_resend)).toEqual([true, false, true])
  expect(lines[0]).toMatchObject({ event: { id: event, name: 'Regatta' }, start: expect.any(String), message: null })
  expect(planned.map(brief)).toEqual([
    'reminder.day email planned: Goes out when it is due.',
    'reminder.week email planned: Goes out when it is due.',
  ])
  expect(counts).toEqual({ all: 3, email: 2, sms: 1, problems: 2 })
  expect((await history('problems')).lines).toHaveLength(2)
  expect((await history('sms')).lines.map(({ channel }) => channel)).toEqual(['sms'])
  expect((await history('sms')).planned).toEqual([])
})

test('a person has a page of fifty at a time, in as many statements as for one', async ({
  world,
  site,
  history,
  ann,
  at,
}) => {
  await world.superuser.query(
    `insert into core.deliveries (site_id, person, kind, channel, state, due_at)
     select $1, $2, 'account.password_changed', 'email', 'sent', $3::timestamptz - make_interval(mins => i) from generate_series(1, 70) i`,
    [site.id, ann.id, at(0)],
  )
  expect((await history()).lines).toHaveLength(50)
  expect((await history('all', 50)).lines).toHaveLength(20)
})

test('an unknown person is not found, and no one sees the messages of another site', async ({ world, admin, ann }) => {
  const elsewhere = await world.makeSite()
  const reading = world.act(elsewhere, adminActor(admin), (ctx) =>
    readPersonMessages(ctx, ann.id, { shown: 'all', offset: 0 }),
  )
  await expect(reading).rejects.toMatchObject({ code: 'not_found' })
})

test('members see only their own messages, without those that can still be undone and what only admins know', async ({
  callApi,
  api,
  site,
  ann,
  headers,
  draft,
  step,
  passTakeBack,
  worker,
  deliver,
  shift,
  at,
}) => {
  const own = await api.signIn(site, ann)
  const read = async (query = '') => (await callApi('GET', `/people/messages_self${query}`, own)).body
  const id = await draft({ audience: { people: [ann.id] } })
  await step(id, 'send')
  expect(await read()).toEqual({ count: 0, messages: [] })
  await passTakeBack()
  await worker.messaging.drain()
  await deliver({ kind: 'reminder.day', shift, state: 'skipped', reason: 'opted_out', due_at: at(-2) })
  await deliver({ kind: 'shift.assigned', shift, state: 'cancelled', reason: 'reassigned' })
  await deliver({ kind: 'shift.changed', shift, state: 'failed', error: 'Secret of the provider', due_at: at(-5) })
  const { count, messages } = await read()
  expect(count).toBe(3)
  expect(messages[0]).toMatchObject({ kind: 'bulk', subject: 'Season opens', state: 'sent', event: null })
  expect(messages.map(({ words }: { words: string }) => words)).toEqual([
    'Sent. We don’t know yet whether it arrived.',
    'You have switched off this kind of email.',
    'The email could not be sent.',
  ])
  expect(JSON.stringify(messages)).not.toContain('Secret')
  expect((await read('?limit=1&offset=1')).messages).toEqual([messages[1]])
  expect((await callApi('GET', '/people/messages_self', headers)).body.count).toBe(0)
  expect((await callApi('GET', '/people/messages_self?limit=0', own)).status).toBe(400)
})
