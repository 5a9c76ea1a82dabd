import { expect } from 'vitest'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { dayBounds, dayOf } from '#server/engine/kernel/days/rules.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

const HOUR_MS = 3_600_000

const test = base
  .extend('makeKey', ({ world, site }) => async () => {
    const secret = mintSecret('wb', site.id)
    const { id } = await world.insert(site, 'apikeys', {
      name: 'Newsletter',
      scope: 'write',
      prefix: secret.slice(0, 9),
      key_hash: hashSecret(secret),
    })
    return { id, headers: { authorization: `Bearer ${secret}` } }
  })
  .extend(
    'inAnHour',
    ({ world }) =>
      () =>
        new Date(world.clock.epochMs() + HOUR_MS).toISOString(),
  )
  .extend(
    'passAnHour',
    ({ world }) =>
      () =>
        world.clock.set(new Date(world.clock.epochMs() + HOUR_MS)),
  )
  /** How many more may be sent at that time, or now, and by which limit. */
  .extend('left', ({ callApi, headers }) => async (scheduled_for: string | null = null) => {
    const asked = { kind: 'email', audience: { everyone: true }, scheduled_for }
    const { left, cap, most } = (await callApi('POST', '/messages/audience', headers, asked)).body
    return { left, cap, most }
  })
  .extend('stored', ({ world, site }) => async (id: number) => {
    const { rows } = await world.superuser.query(
      'select status, problem, sent_by, sent_key::int from core.messages where site_id = $1 and id = $2',
      [site.id, id],
    )
    return rows[0]
  })

test('a message scheduled by a program is sent when it is due, unless its key was revoked or lost the right', async ({
  world,
  site,
  draft,
  step,
  worker,
  makeKey,
  inAnHour,
  passAnHour,
  stored,
}) => {
  const keys = [await makeKey(), await makeKey(), await makeKey()]
  const ids: number[] = []
  for (const { headers } of keys) {
    const id = await draft({ scheduled_for: inAnHour() })
    expect(await step(id, 'send', headers)).toMatchObject({ status: 202, body: { status: 'scheduled' } })
    ids.push(id)
  }
  await world.superuser.query('update core.apikeys set revoked_at = now() where site_id = $1 and id = $2', [
    site.id,
    keys[1]?.id,
  ])
  await world.superuser.query(`update core.apikeys set scopes = '{messages:read}' where site_id = $1 and id = $2`, [
    site.id,
    keys[2]?.id,
  ])
  passAnHour()
  await worker.advance()
  expect(await stored(ids[0]!)).toEqual({ status: 'sending', problem: null, sent_by: null, sent_key: keys[0]?.id })
  for (const id of ids.slice(1))
    expect(await stored(id)).toMatchObject({
      status: 'draft',
      problem: expect.stringContaining('is no longer allowed'),
    })
})

test('a key that may not send cannot change a scheduled message or its files, but may take it back', async ({
  world,
  draft,
  step,
  callApi,
  makeKey,
  inAnHour,
}) => {
  const id = await draft({ scheduled_for: inAnHour() })
  expect(await step(id, 'send')).toMatchObject({ status: 202, body: { status: 'scheduled' } })
  const key = await makeKey()
  await world.superuser.query(`update core.apikeys set scopes = '{messages:read,messages:write}' where id = $1`, [
    key.id,
  ])
  const change = (fields: object) => callApi('PUT', `/messages/${id}`, key.headers, fields)
  expect(await change({ body: 'Pay here' })).toMatchObject({
    status: 403,
    body: { missing_scopes: expect.arrayContaining(['people:read']) },
  })
  expect((await callApi('PUT', `/messages/${id}/attachments`, key.headers, { from: id })).status).toBe(403)
  expect((await change({ scheduled_for: null })).status).toBe(200)
  expect((await change({ body: 'A draft again' })).status).toBe(200)
})

test('a scheduled message without its time is a draft again, and is never sent automatically', async ({
  callApi,
  headers,
  draft,
  step,
  worker,
  inAnHour,
  passAnHour,
  stored,
}) => {
  const id = await draft({ scheduled_for: inAnHour() })
  await step(id, 'send')
  expect((await callApi('PUT', '/messages', headers, [{ id, scheduled_for: null }])).status).toBe(200)
  expect(await stored(id)).toMatchObject({ status: 'draft' })
  passAnHour()
  await worker.advance()
  expect(await stored(id)).toMatchObject({ status: 'draft', problem: null })
})

test('a scheduled message that lost its text or its people is not sent, and says why', async ({
  callApi,
  admin,
  headers,
  draft,
  step,
  worker,
  inAnHour,
  passAnHour,
  stored,
}) => {
  const [textless, nobodys] = [await draft({ scheduled_for: inAnHour() }), await draft({ scheduled_for: inAnHour() })]
  for (const id of [textless, nobodys]) await step(id, 'send')
  const change = { audience: { people: [admin.id], except: [admin.id] } }
  expect(
    (
      await callApi('PUT', '/messages', headers, [
        { id: textless, body: ' ' },
        { id: nobodys, ...change },
      ])
    ).status,
  ).toBe(200)
  passAnHour()
  await worker.advance()
  expect(await stored(textless)).toMatchObject({ status: 'draft', problem: expect.stringMatching(/\w/) })
  expect(await stored(nobodys)).toMatchObject({ status: 'draft', problem: expect.stringContaining('No one gets') })
})

test('messages sent together do not exceed a cap', async ({ world, site, draft, step, crowd }) => {
  await crowd(8)
  await world.superuser.query('update core.sites set mail_per_day = 15 where id = $1', [site.id])
  const ids = [await draft(), await draft(), await draft()]
  const waiting = async () =>
    (
      await world.superuser.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount
  // No delivery is stored before all three have counted the sent ones, or wait to count them.
  const answers = await whileOtherWrites(world, {
    write: (other) => other.query('lock table core.deliveries in share mode'),
    work: () => Promise.all(ids.map((id) => step(id, 'send'))),
    beforeCommit: () => expect.poll(waiting).toBe(ids.length),
  })
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400])
  const { rows } = await world.superuser.query(
    `select count(*)::int as n from core.deliveries where site_id = $1 and state = 'queued'`,
    [site.id],
  )
  expect(rows[0].n).toBe(10)
})

test('the answer to an audience gives the remaining number of messages and its limit', async ({
  world,
  site,
  left,
  draft,
  step,
}) => {
  expect(await left()).toEqual({ left: 1000, cap: 'person', most: 1000 })
  await world.superuser.query('update core.sites set mail_per_day = 7, mail_per_month = 9 where id = $1', [site.id])
  expect(await left()).toEqual({ left: 7, cap: 'day', most: 7 })
  const id = await draft()
  await step(id, 'send')
  expect(await left()).toEqual({ left: 5, cap: 'day', most: 7 })
  await step(id, 'cancel')
  expect(await left()).toEqual({ left: 7, cap: 'day', most: 7 })
})

test('a scheduled message counts for its day, beside the others of that day', async ({
  world,
  site,
  callApi,
  headers,
  left,
  draft,
  step,
}) => {
  await world.superuser.query('update core.sites set mail_per_day = 3 where id = $1', [site.id])
  const now = world.clock.now()
  const soon = new Date(now.getTime() + 60_000).toISOString()
  const on = (day: number, month = 1) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day, 12)).toISOString()
  const leftAt = async (time: string | null) => (await left(time)).left
  const leftFor = async (id: number) => (await callApi('GET', `/messages/${id}/check`, headers)).body.caps.left
  const send = async (fields: Record<string, unknown>) => {
    const id = await draft(fields)
    return { id, ...(await step(id, 'send')) }
  }
  const refused = (period: string) => ({
    status: 400,
    body: { non_field_errors: [expect.stringContaining(`left ${period}.`)] },
  })
  expect(await send({})).toMatchObject({ status: 202, body: { status: 'sending' } })
  expect([await leftAt(null), await leftAt(soon), await leftAt(on(10))]).toEqual([1, 1, 3])
  expect(await send({ scheduled_for: soon })).toMatchObject(refused('on that day'))
  const tenth = await send({ scheduled_for: on(10) })
  expect(tenth).toMatchObject({ status: 202, body: { status: 'scheduled' } })
  // It does not count against itself, nor against today.
  expect([await leftAt(null), await leftAt(on(10)), await leftAt(on(11)), await leftFor(tenth.id)]).toEqual([
    1, 1, 3, 3,
  ])
  expect(await send({ scheduled_for: on(10) })).toMatchObject(refused('on that day'))
  expect(await send({ scheduled_for: on(11) })).toMatchObject({ status: 202 })
  await world.superuser.query('update core.sites set mail_per_day = 100, mail_per_month = 5 where id = $1', [site.id])
  expect(await send({ scheduled_for: on(12) })).toMatchObject(refused('in that month'))
  expect(await send({ scheduled_for: on(12, 2) })).toMatchObject({ status: 202 })
})

test('the day of a message is one of the site’s zone', async ({ world, site, left, draft, step }) => {
  const zone = 'Europe/London'
  await world.superuser.query('update core.sites set mail_per_day = 3 where id = $1', [site.id])
  expect(await step(await draft(), 'send')).toMatchObject({ status: 202 })
  const midnight = dayBounds(dayOf(world.clock.now(), zone), zone).next
  const leftAfter = async (minutes: number) =>
    (await left(new Date(midnight.getTime() + minutes * 60_000).toISOString())).left
  expect([await leftAfter(-1), await leftAfter(1)]).toEqual([1, 3])
})
