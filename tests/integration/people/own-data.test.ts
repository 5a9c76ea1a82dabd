import { expect } from 'vitest'
import { readOwnData } from '#server/people/self/own-data.ts'
import { ownAccountOf } from '#tests/support/accounts.ts'
import { test } from '#tests/support/fixture.ts'

const SECRET_ID = '6f1c0f0e-3d5c-4c57-9d5c-0a6f6a1f7d11'

const feedSecret = (id: number) => `FEED-SECRET-${id}`.padEnd(43, 'x')

/** Each reference of the site to a person: its part of the file, or why it has none. */
const PLACES: Record<string, string> = {
  'answers.person': 'answers',
  'answers.given_by': 'done for the site; in the audit',
  'answer_links.person': 'answer_links',
  'availability.person': 'availability',
  'coverasks.person': 'cover_requests',
  'covers.person': 'cover_searches',
  'covers.covered_by': 'done for the site; in the audit',
  'covers.paused_by': 'done for the site; in the audit',
  'covers.started_by': 'done for the site; in the audit',
  'calendar_feeds.person': 'calendar_subscription',
  'closures.person': 'waiting',
  'deliveries.person': 'messages',
  'event_contacts.person': 'contact_of',
  'email_changes.person': 'waiting',
  'phone_codes.person': 'waiting',
  'profileentries.person': 'profile',
  'questions.person': 'questions',
  'records.person': 'records',
  'requests.person': 'requests',
  'savedviews.person': 'saved_views',
  'sessions.person': 'sessions',
  'shifts.person': 'shifts',
  'swap_parts.person': 'swap_answers',
  'swaps.person': 'swaps',
  'swap_circles.ended_by': 'done for the site; in the audit',
  'waiting.person': 'waiting_lists',
  'time_requests.person': 'time_requests',
  'waitingoffers.offered_by': 'done for the site; in the audit',
  'told.person': 'told',
  'marks.person': "for less than a minute; no one's own",
  'withdrawn_shifts.person': 'withdrawn_shifts',
  'worked.person': 'former_shifts',
  'audit.person': 'audit',
  'audit.impersonator': 'audit',
  'apikeys.created_by': 'done for the site; in the audit',
  'imports.created_by': 'done for the site; in the audit',
  'messages.created_by': 'done for the site; in the audit',
  'messages.paused_by': 'done for the site; in the audit',
  'messages.sent_by': 'done for the site; in the audit',
  'messagetemplates.created_by': 'done for the site; in the audit',
  'news.author': 'done for the site; in the audit',
  'publications.created_by': 'done for the site; in the audit',
  'requests.declined_by': 'done for the site; in the audit',
  'time_requests.answered_by': 'done for the site; in the audit',
  'sessions.impersonator': 'done for the site; in the audit',
  'shifts.published_by': 'done for the site; in the audit',
}

test('the file covers every table that refers to the person', async ({ world, site }) => {
  const { rows } = await world.superuser.query<{ place: string }>(`
    select distinct c.relname || '.' || a.attname as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'core'::regnamespace and c.relkind = 'r' and (
      a.attname in ('person', 'created_by', 'author', 'declined_by', 'published_by', 'impersonator')
      or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'core.people'::regclass
        and a.attnum = any (k.conkey) and a.attname <> 'site_id'))`)
  const places = rows.map(({ place }) => place).sort()
  expect(
    places.filter((place) => !(place in PLACES)),
    'Tell it in `ownData` of the feature, and name that part in `PLACES` above; or say there why the file has none.',
  ).toEqual([])
  const me = await world.makePerson(site)
  const { session } = await ownAccountOf(world, site, me)
  const data = await world.act(site, session.actor, readOwnData)
  for (const place of places) if (!PLACES[place]?.includes(';')) expect(data).toHaveProperty(PLACES[place] ?? '')
})

test('the file has everything of the person, and nothing of others, of managers, or secret', async ({
  world,
  site,
}) => {
  const me = await world.makePerson(site, { name: 'Me Myself', notes: 'manager note', phone: '+61412345678' })
  const other = await world.makePerson(site, { name: 'Someone Else', phone: '+61400000009' })
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
    'Someone Else',
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
