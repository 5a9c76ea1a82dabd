import { expect } from 'vitest'
import { CONSENT_VERSION } from '#server/accounts/registration-contract.ts'
import { listRecordHours, phoneToVerify } from '#server/dashboard/own-time.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Storage, StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import { cancelOwnClosure, plannedClosure, scheduleOwnClosure } from '#server/people/self/closure.ts'
import { agreeToTerms, mustAgreeAgain } from '#server/people/self/consent.ts'
import { isSilent } from '#server/people/self/contract.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { eraseClosedAccounts, startHourlyErasure } from '#server/platform/closures.ts'
import { openFor, ownAccountOf, queuedNotices } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend(
    'erase',
    { scope: 'file' },
    ({ world }) =>
      () =>
        eraseClosedAccounts({ pool: world.pool('platform'), clock: world.clock, log, storage }),
  )
  .extend(
    'days',
    { scope: 'file' },
    ({ world }) =>
      (n: number) =>
        world.clock.set(new Date(world.clock.epochMs() + n * 86_400_000)),
  )

const SECRET_ID = '6f1c0f0e-3d5c-4c57-9d5c-0a6f6a1f7d11'

const feedSecret = (id: number) => `FEED-SECRET-${id}`.padEnd(43, 'x')

const files = new Map<string, StoredFile>()
const removed: string[] = []
const storage: Storage = {
  put: async (key, file) => void files.set(key, file),
  get: async (key) => files.get(key) ?? null,
  remove: async (key) => void removed.push(key),
  list: async () => [],
}

test('an account ends a month after its owner asked, unless they kept it; other sites keep their side', async ({
  world,
  site,
  days,
  erase,
}) => {
  const [goes, stays] = [await world.makePerson(site, { avatar: 's/1/a.webp' }), await world.makePerson(site)]
  const other = await world.makeSite()
  const elsewhere = await world.makePerson(other, { email: goes.email, name: 'Elsewhere' })
  for (const person of [goes, stays]) {
    const { session } = await ownAccountOf(world, site, person)
    const first = await world.act(site, session.actor, scheduleOwnClosure)
    expect(await world.act(site, session.actor, scheduleOwnClosure)).toEqual(first)
  }
  expect((await queuedNotices(world, site)).map(({ kind }) => kind)).toEqual(['account.closing', 'account.closing'])
  const { session } = await ownAccountOf(world, site, stays)
  await world.act(site, session.actor, cancelOwnClosure)
  await world.act(site, session.actor, cancelOwnClosure)
  days(29)
  expect(await erase()).toBe(0)
  days(1.01)
  expect(await erase()).toBe(1)
  expect(await erase()).toBe(0)
  world.clock.set(null)
  const { rows } = await world.superuser.query(
    'select id::int, name, erased_at from core.people where id = any ($1) order by id',
    [[goes.id, stays.id, elsewhere.id]],
  )
  expect(rows.map(({ name, erased_at }) => [name, erased_at !== null])).toEqual([
    ['Former member', true],
    [stays.name, false],
    ['Elsewhere', false],
  ])
  expect(removed).toEqual(['s/1/a.webp'])
  expect(await world.withSite(site.id, (db) => plannedClosure(db, stays.id))).toBeNull()
})

test('what became due while the product was down is done right after its start', async ({ world, days }) => {
  const of = await world.makeSite()
  const leaver = await world.makePerson(of)
  const { session } = await ownAccountOf(world, of, leaver)
  await world.act(of, session.actor, scheduleOwnClosure)
  days(31)
  await startHourlyErasure({ pool: world.pool('platform'), clock: world.clock, log, storage }).stop()
  world.clock.set(null)
  const { rows } = await world.superuser.query('select name from core.people where id = $1', [leaver.id])
  expect(rows).toEqual([{ name: 'Former member' }])
})

test('a site keeps an admin: not the only one, nor the last two one after the other or at once', async ({ world }) => {
  const alone = await world.makeSite()
  const admin = await world.makePerson(alone, { role: 'admin' })
  const own = await ownAccountOf(world, alone, admin)
  const leave = (of: typeof own) => world.act(alone, of.session.actor, scheduleOwnClosure)
  await expect(leave(own)).rejects.toMatchObject({ code: 'conflict' })
  const second = await ownAccountOf(world, alone, await world.makePerson(alone, { role: 'admin' }))
  const answers = await Promise.allSettled([leave(own), leave(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})

test('who became the last admin meanwhile stays until there is another', async ({ world, erase, days }) => {
  const of = await world.makeSite()
  const leaver = await world.makePerson(of, { role: 'admin' })
  const other = await world.makePerson(of, { role: 'admin' })
  const { session } = await ownAccountOf(world, of, leaver)
  await world.act(of, session.actor, scheduleOwnClosure)
  await world.superuser.query("update core.people set role = 'user' where id = $1", [other.id])
  const gone = async () => {
    await erase()
    const { rows } = await world.superuser.query('select erased_at from core.people where id = $1', [leaver.id])
    return rows[0].erased_at !== null
  }
  days(31)
  expect(await gone()).toBe(false)
  await world.superuser.query("update core.people set role = 'admin' where id = $1", [other.id])
  expect(await gone()).toBe(true)
  world.clock.set(null)
})

test('leaving and the own data want a recent proof of the person, and nobody acts in another’s name', async ({
  world,
  site,
}) => {
  const person = await world.makePerson(site)
  const { session } = await ownAccountOf(world, site, person)
  const acting = { ...session.actor, impersonator: { id: 1, name: 'Admin' } } as typeof session.actor
  for (const call of [scheduleOwnClosure, cancelOwnClosure, readOwnData] as ((ctx: Ctx) => Promise<unknown>)[])
    await expect(world.act(site, acting, call)).rejects.toMatchObject({ code: 'forbidden' })
  world.clock.set(new Date(world.clock.epochMs() + 11 * 60_000))
  const proof = { extras: { body: { reauth_required: true } } }
  await expect(world.act(site, session.actor, scheduleOwnClosure)).rejects.toMatchObject(proof)
  await expect(world.act(site, session.actor, readOwnData)).rejects.toMatchObject(proof)
  world.clock.set(null)
})

/** Each place where the site refers to a person: the part of the file that tells it, or why none does. */
const PLACES: Record<string, string> = {
  'answers.person': 'answers',
  'answers.given_by': 'done for the site; told by the audit',
  'answer_links.person': 'answer_links',
  'availability.person': 'availability',
  'coverasks.person': 'cover_requests',
  'covers.person': 'cover_searches',
  'covers.covered_by': 'done for the site; told by the audit',
  'covers.paused_by': 'done for the site; told by the audit',
  'covers.started_by': 'done for the site; told by the audit',
  'calendar_feeds.person': 'calendar_subscription',
  'closures.person': 'waiting',
  'deliveries.person': 'messages',
  'email_changes.person': 'waiting',
  'phone_codes.person': 'waiting',
  'profileentries.person': 'profile',
  'records.person': 'records',
  'requests.person': 'requests',
  'savedviews.person': 'saved_views',
  'sessions.person': 'sessions',
  'shifts.person': 'shifts',
  'swap_parts.person': 'swap_answers',
  'swaps.person': 'swaps',
  'swap_circles.ended_by': 'done for the site; told by the audit',
  'waiting.person': 'waiting_lists',
  'time_requests.person': 'time_requests',
  'withdrawn_shifts.person': 'withdrawn_shifts',
  'audit.person': 'audit',
  'audit.impersonator': 'audit',
  'apikeys.created_by': 'done for the site; told by the audit',
  'imports.created_by': 'done for the site; told by the audit',
  'messages.created_by': 'done for the site; told by the audit',
  'messages.paused_by': 'done for the site; told by the audit',
  'messages.sent_by': 'done for the site; told by the audit',
  'messagetemplates.created_by': 'done for the site; told by the audit',
  'news.author': 'done for the site; told by the audit',
  'requests.declined_by': 'done for the site; told by the audit',
  'time_requests.answered_by': 'done for the site; told by the audit',
  'sessions.impersonator': 'done for the site; told by the audit',
  'shifts.answered_by': 'done for the site; told by the audit',
  'shifts.published_by': 'done for the site; told by the audit',
}

test('the file tells of every table that knows the person', async ({ world, site }) => {
  const { rows } = await world.superuser.query<{ place: string }>(`
    select distinct c.relname || '.' || a.attname as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'core'::regnamespace and c.relkind = 'r' and (
      a.attname in ('person', 'created_by', 'author', 'declined_by', 'published_by', 'impersonator')
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'core.people'::regclass
        and a.attnum = any (k.conkey) and a.attname <> 'site_id'))`)
  const places = rows.map(({ place }) => place).sort()
  expect(places.filter((place) => !(place in PLACES))).toEqual([])
  const me = await world.makePerson(site)
  const { session } = await ownAccountOf(world, site, me)
  const data = await world.act(site, session.actor, readOwnData)
  for (const place of places) if (!PLACES[place]?.includes(';')) expect(data).toHaveProperty(PLACES[place] ?? '')
})

test('the file has what is the person’s, and nothing of others, of managers, or secret', async ({ world, site }) => {
  const me = await world.makePerson(site, { name: 'Me Myself', notes: 'manager note', phone: '+61412345678' })
  const other = await world.makePerson(site, { name: 'Somebody Else', phone: '+61400000009' })
  const event = (
    await world.insert(site, 'events', { name: 'Regatta', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' })
  ).id
  const times = { event, start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
  await world.insert(site, 'shifts', { ...times, person: me.id, draft: '2027-07-01T00:00Z', notes: 'mine' })
  await world.insert(site, 'shifts', { ...times, person: me.id, notes: 'unpublished' })
  const competency = (await world.insert(site, 'competencies', { name: 'First aid' })).id
  const [shown, hidden] = [
    (await world.insert(site, 'profilefields', { display_name: 'Boat', user_visible: true })).id,
    (await world.insert(site, 'profilefields', { display_name: 'Rating', user_visible: false })).id,
  ]
  const now = world.clock.now()
  const later = new Date(now.getTime() + 60_000)
  for (const [{ id }, mark] of [
    [me, 'my own'],
    [other, 'theirs'],
  ] as const) {
    await world.insert(site, 'shifts', { ...times, person: id, draft: '2027-07-01T00:00Z', notes: mark })
    await world.insert(site, 'requests', { event, person: id, comments: mark })
    const held = await world.insert(site, 'shifts', { ...times, person: id, draft: '2027-07-01T00:00Z' })
    await world.insert(site, 'time_requests', {
      ...{ shift: held.id, person: id, comments: `${mark} times` },
      ...{ modified_start: '2027-07-10T09:00Z', modified_end: '2027-07-10T15:00Z', answered_at: now, granted: true },
    })
    await world.insert(site, 'records', { person: id, competency, achieved: '2026-01-01', details: 'manager details' })
    await world.insert(site, 'profileentries', { entry_type: shown, person: id, value: mark })
    await world.insert(site, 'profileentries', { entry_type: hidden, person: id, value: 'manager rating' })
    await world.insert(site, 'savedviews', { collection: 'people', name: mark, person: id })
    await world.insert(site, 'phone_codes', {
      ...{ person: id, phone: id === me.id ? '+61411111111' : '+61422222222', secret_id: SECRET_ID },
      ...{ created_at: now, expires_at: later },
    })
    await world.insert(site, 'email_changes', {
      ...{
        person: id,
        account_id: 1,
        email: `${mark.replace(' ', '-')}@example.org`,
        created_at: now,
        expires_at: later,
      },
      token_hash: Buffer.from(mark),
    })
    await world.insert(site, 'calendar_feeds', { person: id, secret: feedSecret(id) })
  }
  const { session } = await ownAccountOf(world, site, me)
  const data = await world.act(site, session.actor, readOwnData)
  const text = JSON.stringify(data)
  expect(data.time_requests).toMatchObject([
    {
      ...{ start: '2027-07-10T08:00:00.000Z', end: '2027-07-10T16:00:00.000Z', answered_at: now.toISOString() },
      ...{ modified_start: '2027-07-10T09:00:00.000Z', modified_end: '2027-07-10T15:00:00.000Z' },
    },
  ])
  const instants = text.match(/(?<=")\d{4}-\d\d-\d\d[T ][^"]*/g) ?? []
  expect(instants.length).toBeGreaterThan(20)
  expect(instants.filter((at) => !/T\d\d:\d\d:\d\d\.\d{3}Z$/.test(at))).toEqual([])
  for (const part of ['Me Myself', '+61412345678', 'Regatta', 'mine', 'First aid', '2026-01-01', '+61411111111'])
    expect(text).toContain(part)
  for (const part of ['requests', 'profile', 'saved_views', 'shifts'])
    expect(JSON.stringify(data[part]), part).toContain('my own')
  expect(text).toContain('my-own@example.org')
  for (const part of [
    'Somebody Else',
    'theirs',
    'unpublished',
    'manager',
    'hash',
    'feed-secret',
    '+61422222222',
    '+61400000009',
  ])
    expect(text).not.toContain(part)
  for (const part of [session.cookie, SECRET_ID, other.email]) expect(text).not.toContain(part)
  const { rows } = await world.superuser.query('select email_uid from core.people where id = $1', [me.id])
  expect(text).not.toContain(rows[0].email_uid)
})

test('after the end nothing in any table remembers who it was', async ({ world, days, erase }) => {
  const of = await world.makeSite()
  const mark = 'canary'
  const me = await world.makePerson(of, {
    ...{ name: `${mark} name`, email: `${mark}@example.org`, phone: '+61498765432', notes: `${mark} note` },
    ...{ tags: [`${mark} tag`], avatar: null },
  })
  const event = (await world.insert(of, 'events', { name: 'E', start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }))
    .id
  const competency = (await world.insert(of, 'competencies', { name: 'First aid' })).id
  const field = (await world.insert(of, 'profilefields', { display_name: 'Boat', user_visible: true })).id
  const now = world.clock.now()
  const waits = { created_at: now, expires_at: new Date(now.getTime() + 60_000) }
  await world.insert(of, 'requests', { event, person: me.id, comments: mark })
  const past = {
    event,
    person: me.id,
    start: '2026-01-02T08:00Z',
    end: '2026-01-02T16:00Z',
    draft: '2026-01-01T00:00Z',
  }
  const declined = { answer_state: 'seeking_cover', answered_at: '2026-01-01T09:00Z', answer_reason: mark }
  const { id: shift } = await world.insert(of, 'shifts', { ...past, ...declined })
  const answered = { shift, person: me.id, version: 1, answer: 'seeking_cover', at: '2026-01-01T09:00Z' }
  await world.insert(of, 'answers', { ...answered, reason: mark, via: 'screen' })
  await world.insert(of, 'records', { person: me.id, competency, achieved: '2026-01-01', details: mark })
  await world.insert(of, 'profileentries', { entry_type: field, person: me.id, value: mark })
  await world.insert(of, 'savedviews', { collection: 'people', name: mark, person: me.id })
  await world.insert(of, 'phone_codes', { person: me.id, phone: '+61498765432', secret_id: SECRET_ID, ...waits })
  await world.insert(of, 'email_changes', {
    ...{ person: me.id, account_id: 1, email: `${mark}-new@example.org`, token_hash: Buffer.from('t'), ...waits },
  })
  await world.insert(of, 'calendar_feeds', { person: me.id, secret: feedSecret(me.id) })
  const { session } = await ownAccountOf(world, of, me)
  await world.act(of, session.actor, scheduleOwnClosure)
  days(31)
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  transports.email.sent.length = 0
  expect(await erase()).toBe(1)
  await messaging.drain()
  expect(transports.email.sent.map(({ to, kind }) => [to, kind])).toEqual([[`${mark}@example.org`, 'account.erased']])
  const [farewell] = transports.email.sent
  for (const part of [farewell?.subject, farewell?.text, farewell?.html]) expect(part).not.toMatch(/canary|98765432/i)
  expect(farewell?.text).toContain('because you had an account')
  expect(await erase()).toBe(0)
  await messaging.drain()
  expect(transports.email.sent).toHaveLength(1)
  await messaging.stop()
  world.clock.set(null)
  const { rows: tables } = await world.superuser.query<{ name: string }>(`
    select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('core', 'identity', 'platform') and c.relkind = 'r'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.superuser.query(
      `select 1 from ${name} t where t::text ilike '%canary%' or t::text like '%FEED-SECRET-${me.id}x%' or t::text like '%98765432%' limit 1`,
    )
    if (rows.length) found.push(name)
  }
  expect(found).toEqual([])
  expect(tables.length).toBeGreaterThan(30)
})

test('hours are recorded for shifts that touch today in the zone of the site, and for those that nobody ended', async ({
  world,
  site,
}) => {
  const me = await world.makePerson(site)
  const event = (
    await world.insert(site, 'events', { name: 'E', start: '2027-03-01T00:00Z', end: '2027-03-30T00:00Z' })
  ).id
  /** Sydney is UTC+11: its 10 March is 9 March 13:00 to 10 March 13:00 UTC. */
  const shift = async (start: string, end: string, over = {}) =>
    (await world.insert(site, 'shifts', { event, person: me.id, draft: '2027-01-01T00:00Z', start, end, ...over })).id
  const today = await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z')
  const late = await shift('2027-03-10T12:00Z', '2027-03-10T20:00Z')
  const overnight = await shift('2027-03-09T10:00Z', '2027-03-09T20:00Z', {
    actual_start: '2027-03-09T10:00Z',
    actual_end: '2027-03-09T20:00Z',
  })
  const forgotten = await shift('2027-03-05T00:00Z', '2027-03-05T04:00Z')
  await shift('2027-03-04T00:00Z', '2027-03-04T04:00Z', {
    actual_start: '2027-03-04T00:00Z',
    actual_end: '2027-03-04T04:00Z',
  })
  await shift('2027-03-10T13:00Z', '2027-03-10T18:00Z')
  await shift('2027-03-09T22:00Z', '2027-03-10T06:00Z', { draft: null })
  const now = new Date('2027-03-10T01:00Z')
  const rows = await world.withSite(site.id, (db) => listRecordHours(db, { person: me.id, now, zone: site.timezone }))
  expect(rows.map(({ id, today: starts }) => [id, starts])).toEqual([
    [overnight, false],
    [today, true],
    [late, true],
    [forgotten, false],
  ])
})

test('the card about the phone shows for a missing or unverified one, until it is hidden', async ({ world, site }) => {
  const ask = async (over: object) => {
    const { id } = await world.makePerson(site, { phone: '+61412345678', ...over })
    return (await world.withSite(site.id, (db) => phoneToVerify(db, id))) !== null
  }
  expect([
    await ask({ phone: null }),
    await ask({}),
    await ask({ sms_verified: true }),
    await ask({ hide_verify_phone: true }),
  ]).toEqual([true, true, false, false])
})

test('nothing at all is sent when every switch is off that has an effect', () => {
  const off = { email_notifications: false, email_reminders: false, email_newsletters: false, sms_notifications: false }
  expect(isSilent(off, { sms_enabled: true })).toBe(true)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: true })).toBe(false)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: false })).toBe(true)
  // Nothing sends newsletters.
  expect(isSilent({ ...off, email_newsletters: true }, { sms_enabled: true })).toBe(true)
  for (const name of ['email_notifications', 'email_reminders'] as const)
    expect(isSilent({ ...off, [name]: true }, { sms_enabled: true })).toBe(false)
})

test('who agreed to an older text is asked once more, and the version and the time are kept', async ({
  world,
  site,
}) => {
  const old = await world.makePerson(site, { consent_version: '2020-01-01', consent_at: '2020-02-02T00:00Z' })
  const added = await world.makePerson(site)
  const actorOf = async ({ id }: { id: number }) => (await openFor(world, site, { id })).actor
  expect([mustAgreeAgain((await actorOf(old)).person), mustAgreeAgain((await actorOf(added)).person)]).toEqual([
    true,
    false,
  ])
  const actor = await actorOf(old)
  const acting = { ...actor, impersonator: { id: 1, name: 'Admin' } }
  await expect(world.act(site, acting, (ctx) => agreeToTerms(ctx))).rejects.toMatchObject({ code: 'forbidden' })
  await world.act(site, actor, (ctx) => agreeToTerms(ctx))
  const stored = async () =>
    (await world.superuser.query('select consent_version, consent_at from core.people where id = $1', [old.id])).rows[0]
  const first = await stored()
  expect(first).toEqual({ consent_version: CONSENT_VERSION, consent_at: expect.any(Date) })
  expect(first.consent_at.getTime()).toBeGreaterThan(Date.parse('2026-01-01'))
  await world.act(site, actor, (ctx) => agreeToTerms(ctx))
  expect(await stored()).toEqual(first)
  expect(mustAgreeAgain((await actorOf(old)).person)).toBe(false)
  expect(mustAgreeAgain((await actorOf(old)).person, 'a later one')).toBe(true)
  const { rows } = await world.superuser.query(
    "select details from core.audit where action = 'consent.give' and subject_id = $1",
    [old.id],
  )
  expect(rows).toEqual([{ details: { consent_version: CONSENT_VERSION } }])
})
