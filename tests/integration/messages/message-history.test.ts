import { parse } from 'csv-parse/sync'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { forgetRows } from '#server/engine/access/forget.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { readHistory, readOutbox, readSentMessage } from '#server/messages/sending/history.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { erasePersonRows } from '#server/platform/erase-rows.ts'
import { ownAccountOf } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/messages/sending.ts'
import { adminActor, log } from '#tests/support/world.ts'

const test = base
  .extend('sendOff', ({ draft, step, passTakeBack, worker }) => async (over: Record<string, unknown> = {}) => {
    const id = await draft(over)
    await step(id, 'send')
    passTakeBack()
    await worker.messaging.drain()
    await worker.advance()
    return id
  })
  .extend('erase', ({ world, site }) => async (person: number) => {
    await inTransaction(world.pool('platform'), 'write', {}, (db: Kysely<DB>) =>
      erasePersonRows(db, site.id, person, world.clock.now()),
    )
  })
  .extend('bodyOf', ({ world, site }) => async (id: number) => {
    const { rows } = await world.superuser.query('select body from core.messages where site_id = $1 and id = $2', [
      site.id,
      id,
    ])
    return rows[0].body as string
  })

test('every intended recipient is listed with state, reason and words, including those who did not get the message', async ({
  world,
  site,
  admin,
  member,
  callApi,
  headers,
  sendOff,
}) => {
  const off = await world.makePerson(site, { name: 'Zoe Off', email_newsletters: false })
  const other = await world.makeSite()
  await world.makePerson(other, { name: 'Foreign Fred' })
  const id = await sendOff()
  const list = async (query = '') => (await callApi('GET', `/messages/${id}/recipients${query}`, headers)).body
  const all = await list()
  expect(all.count).toBe(3)
  const rows = all.order.map((one: number) => all.results.recipients[one])
  expect(rows.map(({ person }: { person: number }) => person)).toEqual(
    [admin, member, off].sort((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id),
  )
  const rowOf = ({ id: person }: { id: number }) => rows.find((row: { person: number }) => row.person === person)
  expect(rowOf(admin)).toEqual({
    id: expect.any(Number),
    person: admin.id,
    name: admin.name,
    address: admin.email,
    state: 'sent',
    reason: null,
    words: 'Sent. We don’t know yet whether it arrived.',
    at: expect.stringMatching(/Z$/),
  })
  expect(rowOf(off)).toMatchObject({
    state: 'skipped',
    reason: 'opted_out',
    address: off.email,
    words: 'Has switched off this kind of email.',
  })
  expect(await list('?state=skipped')).toMatchObject({ count: 1, order: [rowOf(off).id] })
  expect(await list('?limit=1&offset=1')).toMatchObject({ count: 3, order: [rows[1].id] })
  expect((await callApi('GET', `/messages/${id}/recipients?state=lost`, headers)).body).toEqual({
    state: [expect.stringMatching(/^Must be one of queued, /)],
  })
  expect((await callApi('GET', '/messages/9999999/recipients', headers)).status).toBe(404)
})

test('recipients are exported, and a name that a spreadsheet would run is defused', async ({
  world,
  site,
  api,
  headers,
  sendOff,
}) => {
  await world.makePerson(site, { name: '=1+1' })
  await world.superuser.query("update core.sites set timezone = 'Pacific/Auckland' where id = $1", [site.id])
  const id = await sendOff()
  const { status, text } = await api.call(site, {
    method: 'GET',
    path: `/messages/${id}/recipients/export.csv?state=sent`,
    headers,
  })
  expect(status).toBe(200)
  const rows = parse(text.replace(/^\ufeff/, ''), { columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(3)
  expect(rows.map(({ name }) => name)).toContain("'=1+1")
  const columns = ['person', 'name', 'address', 'state', 'reason', 'words', 'at', 'timezone']
  expect(Object.keys(rows[0] ?? {})).toEqual(columns)
  const { rows: sent } = await world.superuser.query(
    `select to_char(coalesce(sent_at, updated_at) at time zone 'Pacific/Auckland', 'YYYY-MM-DD HH24:MI:SS') as at
     from core.deliveries where kind = 'bulk:' || $1 order by person`,
    [id],
  )
  const byPerson = rows.sort((a, b) => Number(a.person) - Number(b.person))
  expect(byPerson.map(({ at }) => at?.slice(0, 19))).toEqual(sent.map(({ at }) => at))
  expect(new Set(rows.map(({ timezone }) => timezone))).toEqual(new Set(['Pacific/Auckland']))
})

test('a sent message, or one stopped after it began, cannot be deleted; a draft can, and a scheduled one on confirmation', async ({
  world,
  callApi,
  headers,
  draft,
  step,
  sendOff,
}) => {
  const remove = async (id: number, query = '') => (await callApi('DELETE', `/messages/${id}${query}`, headers)).status
  expect(await remove(await sendOff())).toBe(409)
  const stopped = await draft()
  await step(stopped, 'send')
  expect(await remove(stopped)).toBe(409)
  await step(stopped, 'cancel')
  expect(await remove(stopped)).toBe(409)
  expect(await remove(await draft())).toBe(204)
  const scheduled = await draft({ scheduled_for: new Date(world.clock.epochMs() + 3_600_000).toISOString() })
  await step(scheduled, 'send')
  expect((await callApi('DELETE', `/messages/${scheduled}`, headers)).body).toMatchObject({
    also_removed: { scheduled_sendings: 1 },
    confirm: 1,
  })
  expect(await remove(scheduled)).toBe(409)
  expect(await remove(scheduled, '?confirm=1')).toBe(204)
})

test('the body of a message is erased with its last recipient', async ({
  member,
  world,
  site,
  sendOff,
  erase,
  bodyOf,
}) => {
  const second = await world.makePerson(site)
  const audience = { people: [member.id, second.id] }
  const [both, alone] = [await sendOff({ audience }), await sendOff({ audience: { people: [second.id] } })]
  await erase(member.id)
  expect([await bodyOf(both), await bodyOf(alone)]).toEqual([
    'Hello {{person.first_name}}!',
    'Hello {{person.first_name}}!',
  ])
  await erase(second.id)
  expect([await bodyOf(both), await bodyOf(alone)]).toEqual(['', ''])
})

test('a person’s own file has the messages that they got, and no others', async ({ world, site, sendOff }) => {
  const person = await world.makePerson(site)
  const { session } = await ownAccountOf(world, site, person)
  await sendOff({ subject: 'Season opens', audience: { people: [person.id] } })
  await world.superuser.query('update core.people set email_newsletters = false where site_id = $1 and id = $2', [
    site.id,
    person.id,
  ])
  await sendOff({ subject: 'A secret', body: 'Not for all', audience: { everyone: true } })
  world.clock.set(null)
  const { messages } = (await world.act(site, session.actor, readOwnData)) as unknown as {
    messages: Record<string, unknown>[]
  }
  const bulk = messages.filter(({ kind }) => String(kind).startsWith('bulk:'))
  expect(bulk).toMatchObject([
    { state: 'sent', subject: 'Season opens', text: 'Hello {{person.first_name}}!' },
    { state: 'skipped', subject: null, text: null },
  ])
})

test('the outbox and the history have the messages of this site and no others', async ({
  world,
  site,
  admin,
  draft,
  step,
  sendOff,
}) => {
  const other = await world.makeSite()
  for (const status of ['draft', 'scheduled', 'sending', 'sent', 'cancelled'])
    await world.insert(other, 'messages', { subject: 'Foreign', status, scheduled_for: '2027-06-01T12:00Z' })
  const begun = await draft()
  const scheduled = await draft({ scheduled_for: new Date(world.clock.epochMs() + 3_600_000).toISOString() })
  await step(scheduled, 'send')
  const failed = await sendOff({ subject: 'For {{person.name}}' })
  await world.superuser.query("update core.deliveries set state = 'failed' where site_id = $1 and kind = $2", [
    site.id,
    `bulk:${failed}`,
  ])
  const outbox = await world.act(site, adminActor(admin), readOutbox)
  const idsOf = (lines: readonly { id: number }[]) => lines.map(({ id }) => id)
  expect([outbox.drafts, outbox.open, outbox.failed].map(idsOf)).toEqual([[begun], [scheduled], [failed]])
  expect(outbox.draft_count).toBe(1)
  expect(outbox.failed[0]).toMatchObject({ subject: 'For [Name]', counts: { failed: 2 }, by: admin.name })
  const history = await world.act(site, adminActor(admin), (ctx) => readHistory(ctx, 0))
  expect(idsOf(history.lines)).toEqual([failed])
  const page = { limit: 50, offset: 0 }
  expect(await world.act(site, adminActor(admin), (ctx) => readSentMessage(ctx, failed, page))).toMatchObject({
    written: { html: expect.stringContaining('Hello [First name]!'), text: '' },
    recipients: { count: 2 },
  })
  await expect(world.act(site, adminActor(admin), (ctx) => readSentMessage(ctx, begun, page))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('failures are counted over all messages of the site that can be retried', async ({
  world,
  site,
  callApi,
  headers,
  member,
  api,
  step,
  draft,
  sendOff,
}) => {
  const count = async () => (await callApi('GET', '/messages/failures', headers)).body
  const [sent, stopped] = [await sendOff(), await draft()]
  await step(stopped, 'send')
  await step(stopped, 'cancel')
  expect(await count()).toEqual({ failed: 0 })
  const other = await world.makeSite()
  const { id: foreign } = await world.insert(other, 'messages', { subject: 'Theirs', status: 'sent' })
  const person = await world.makePerson(other)
  const delivery = { person: person.id, kind: `bulk:${foreign}`, channel: 'email', state: 'failed', due_at: new Date() }
  await world.insert(other, 'deliveries', delivery)
  await world.superuser.query("update core.deliveries set state = 'failed' where site_id = $1 and kind = any ($2)", [
    site.id,
    [sent, stopped].map((id) => `bulk:${id}`),
  ])
  expect(await count()).toEqual({ failed: 2 })
  await step(sent, 'retry')
  expect(await count()).toEqual({ failed: 0 })
  expect((await callApi('GET', '/messages/failures', await api.signIn(site, member))).status).toBe(403)
})

const DAY = 86_400_000

test('people and text of a message are kept for two years, and its counts for as long as the message', async ({
  world,
  site,
  admin,
  callApi,
  headers,
  step,
  sendOff,
  bodyOf,
}) => {
  const event = await world.insert(site, 'events', { name: 'Regatta', start: '2020-05-01', end: '2020-05-02' })
  await world.makePerson(site, { email_newsletters: false })
  const other = await world.makePerson(site)
  const chosen = { audience: { everyone: true, people: [admin.id], except: [other.id] } }
  const [old, later, ahead, waiting] = [await sendOff(chosen), await sendOff(), await sendOff(), await sendOff()]
  const [failed, doubtful] = [await sendOff(), await sendOff({ origin: { kind: 'person', id: admin.id } })]
  const attach = async (name: string, ...messages: number[]) => {
    const { id } = await world.insert(site, 'message_files', { key: name.repeat(32) })
    await world.superuser.query('update core.messages set attachments = attachments || $2::jsonb where id = any ($1)', [
      messages,
      JSON.stringify([{ id, key: name.repeat(32), filename: name, content_type: 'application/pdf', size: 1 }]),
    ])
    return id as number
  }
  const files = [await attach('a', old), await attach('b', old, later)]
  const unused = async () => {
    const { rows } = await world.superuser.query(
      'select id::int from core.message_files where site_id = $1 and unused_since is not null',
      [site.id],
    )
    return rows.map(({ id }) => id)
  }
  const explained = async () =>
    (await callApi('GET', `/deliveries/explain?person=${admin.id}&message=${old}`, headers)).body.candidates
  const age = (id: number, days: number, set = '') => {
    const at = new Date(world.clock.epochMs() - days * DAY)
    return Promise.all([
      world.superuser.query('update core.messages set started_at = $2, sent_at = $2 where id = $1', [id, at]),
      world.superuser.query(`update core.deliveries set due_at = $2, sent_at = $2 ${set} where kind = 'bulk:' || $1`, [
        id,
        at,
      ]),
    ])
  }
  const coming = await world.insert(site, 'events', {
    name: 'Coming',
    start: world.clock.now(),
    end: new Date(world.clock.epochMs() + DAY),
  })
  await age(old, 731, `, event = ${event.id}`)
  await age(later, 729)
  await age(ahead, 731, `, event = ${coming.id}`)
  await age(waiting, 731, `, state = 'queued'`)
  await age(failed, 731, `, state = 'failed'`)
  await age(doubtful, 731, `, state = 'unknown'`)
  await world.superuser.query(`update core.messages set status = 'sending', sent_at = null where id = $1`, [doubtful])
  const stored = async (id: number) => (await callApi('GET', `/messages/${id}`, headers)).body.results.messages[id]
  const facts = async (id: number) => {
    const { message, recipients } = await world.act(site, adminActor(await world.makePerson(site)), (ctx) =>
      readSentMessage(ctx, id, { limit: 50, offset: 0 }),
    )
    const { counts, lists_people } = await stored(id)
    expect({ counts, lists_people }).toEqual({ counts: message.counts, lists_people: message.lists_people })
    return { counts: message.counts, people: recipients.count, lists_people: message.lists_people }
  }
  const before = new Map<number, Awaited<ReturnType<typeof facts>>>()
  for (const id of [old, later, ahead, waiting, failed, doubtful]) before.set(id, await facts(id))
  expect(before.get(old)).toEqual({ counts: { sent: 2, skipped: 1 }, people: 3, lists_people: true })
  const body = await bodyOf(old)
  expect(await explained()).toMatchObject([{ reason: 'sent' }])
  const forget = () => forgetRows({ pool: world.pool('worker'), clock: world.clock, log })
  await forget()
  await forget()
  expect(await facts(old)).toEqual({ counts: { sent: 2, skipped: 1 }, people: 0, lists_people: false })
  for (const id of [later, ahead, waiting]) expect(await facts(id)).toEqual(before.get(id))
  for (const id of [failed, doubtful])
    expect(await facts(id)).toEqual({ ...before.get(id), people: 0, lists_people: false })
  expect(await stored(doubtful)).toMatchObject({ status: 'sent', sent_at: expect.any(String), origin: null })
  expect((await stored(old)).audience).toEqual({ everyone: true })
  expect([await bodyOf(old), await bodyOf(later), await bodyOf(ahead), await bodyOf(waiting)]).toEqual([
    '',
    ...[body, body, body],
  ])
  expect(await unused()).toEqual([files[0]])
  expect(await explained()).toMatchObject([
    {
      state: 'none',
      reason: 'not_kept',
      words: 'The list of people was deleted two years after sending.',
      can_resend: false,
    },
  ])
  expect(await step(failed, 'retry')).toMatchObject({ status: 409 })
  expect(await facts(failed)).toEqual({ ...before.get(failed), people: 0, lists_people: false })
})

test('the messages of two years ago go a few in a transaction, all in one night, but no delivery that may still leave', async ({
  world,
  site,
  sendOff,
}) => {
  const at = new Date(world.clock.epochMs() - 731 * DAY)
  const id = await sendOff()
  const set = (what: string, where: string) =>
    world.superuser.query(`update core.${what} where site_id = $2 and ${where}`, [at, site.id])
  await set('messages set started_at = $1, sent_at = $1', `id = ${id}`)
  await set('deliveries set due_at = $1, sent_at = $1', `kind = 'bulk:${id}'`)
  await world.superuser.query(
    `insert into core.messages (site_id, kind, subject, body, audience, status, started_at)
     select $2, 'email', 'Old', 'Old', '{"everyone": true}', 'sent', $1 from generate_series(1, 24)`,
    [at, site.id],
  )
  const forget = () => forgetRows({ pool: world.pool('worker'), clock: world.clock, log })
  await forget()
  const { rows } = await world.superuser.query(
    'select count(*)::int as n, count(final_counts)::int as over from core.messages where site_id = $1 group by xmin::text order by n',
    [site.id],
  )
  expect(rows).toEqual([
    { n: 5, over: 5 },
    { n: 10, over: 10 },
    { n: 10, over: 10 },
  ])
  await world.insert(site, 'deliveries', {
    ...{ person: (await world.makePerson(site)).id, kind: `bulk:${id}`, channel: 'email', lane: 'bulk' },
    ...{ state: 'queued', due_at: at },
  })
  await forget()
  const left = await world.superuser.query('select state from core.deliveries where site_id = $1', [site.id])
  expect(left.rows).toEqual([{ state: 'queued' }])
})
