import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { DEMO_OPERATOR, DEMO_PASSWORD, seedDemo } from '#server/platform/demo/seed.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { createWorld, log, type World } from '#tests/support/world.ts'

/** Awkward first starts: in the night, late in the evening, across both zones' clock changes. */
const STARTS = ['2026-11-21T06:15:00Z', '2027-03-27T23:40:00Z', '2027-10-02T15:10:00Z', '2028-02-29T12:00:00Z']
const SITES = [
  { slug: 'harbour', zone: 'Europe/London', sms: true, timesheets: true, code: 'GB' },
  { slug: 'ridge', zone: 'Australia/Sydney', sms: false, timesheets: false, code: 'AU' },
]
const TABLES =
  `people locations eventtypes roles assignments competencies training series events shifts requests records news
  availability profilefields profileentries kiosks deliveries audit`.split(/\s+/)

describe.each(STARTS)('the demo, first started at %s', (start) => {
  let world: World
  const now = new Date(start)
  const ask = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await world.superuser.query(text, values)).rows as T[]
  const number = async (text: string, values: unknown[] = []) =>
    Number((await ask<{ n: string }>(`select (${text}) as n`, values))[0]!.n)
  const seed = () =>
    seedDemo({ platformPool: world.pool('platform'), passwords: createPasswords(), clock: world.clock, log })
  const everything = async () => {
    const parts = await Promise.all(
      ['core.sites', 'identity.accounts', 'platform.operators', ...TABLES.map((table) => `core.${table}`)].map(
        (table) => ask(`select coalesce(json_agg(t order by t::text), '[]')::text as all from ${table} t`),
      ),
    )
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  }

  beforeAll(async () => {
    world = await createWorld()
    world.clock.set(now)
    expect(await seed()).toEqual(['harbour', 'ridge'])
  })
  afterAll(() => world.close())

  test('a request has the time and place of its event, so that its shift is confirmed when it is accepted', async () => {
    const differing = `select count(*) from core.requests r join core.events e on e.site_id = r.site_id and e.id = r.event
      where r.asked_start is distinct from e.start or r.asked_location is distinct from e.location`
    expect([await number(differing), (await number('select count(*) from core.requests')) > 0]).toEqual([0, true])
  })

  test('seeding again changes nothing', async () => {
    const before = await everything()
    expect(await seed()).toEqual([])
    expect(await everything()).toBe(before)
  })

  test.each(SITES)(
    '$slug has its own settings, and the promised amounts',
    async ({ slug, zone, sms, timesheets, code }) => {
      const [site] = await ask('select * from core.sites where slug = $1', [slug])
      expect(site).toMatchObject({
        timezone: zone,
        sms_enabled: sms,
        feature_timesheets: timesheets,
        default_country_code: code,
        status: 'active',
      })
      expect(site!.contact_name).not.toBe('')
      expect(existsSync(path.join('public', String(site!.logo)))).toBe(true)
      const of = (table: string, where = 'true') =>
        number(`select count(*) from core.${table} t where site_id = ${site!.id} and ${where}`)
      const weeks = (n: number) => `interval '${n} weeks'`
      const at = `'${start}'::timestamptz`
      const minimum: Record<string, [number, number]> = {
        people: [await of('people'), 40],
        events: [await of('events', `start between ${at} - ${weeks(8.3)} and ${at} + ${weeks(8.3)}`), 30],
        'events before': [await of('events', `"end" < ${at}`), 10],
        'events after': [await of('events', `start > ${at}`), 10],
        series: [await of('series'), 2],
        'event types with colours': [await of('eventtypes', 'color is not null'), 3],
        assignments: [await of('assignments'), 4],
        roles: [await of('roles'), 3],
        'locations with addresses': [await of('locations', "address <> ''"), 4],
        'worked shifts': [await of('shifts', 'hours > 0'), 20],
        'past without an end': [
          await of('shifts', `"end" < ${at} and actual_start is not null and actual_end is null`),
          1,
        ],
        'past and never started': [
          await of('shifts', `"end" < ${at} and person is not null and actual_start is null`),
          1,
        ],
        'published and assigned': [
          await of('shifts', `start > ${at} and draft is not null and person is not null`),
          20,
        ],
        'published and open': [await of('shifts', `start > ${at} and draft is not null and person is null`), 5],
        unpublished: [await of('shifts', `start > ${at} and draft is null`), 5],
        'unpublished and assigned': [await of('shifts', `start > ${at} and draft is null and person is not null`), 2],
        'published just now': [await of('shifts', `draft > ${at} - interval '10 minutes'`), 1],
        'outstanding requests': [await of('requests', 'declined_at is null and new'), 8],
        'requests with comments': [await of('requests', "comments <> ''"), 3],
        'declined requests': [await of('requests', 'declined_at is not null and declined_by is not null'), 1],
        'pinned news': [await of('news', 'pinned'), 1],
        'news that is over': [await of('news', `show_until < ${at}`), 1],
        'news to come': [await of('news', `posted > ${at}`), 1],
        competencies: [await of('competencies'), 3],
        training: [await of('training'), 3],
        'current records': [await of('records', `coalesce(expires >= ${at}::date, true)`), 10],
        'expired records': [await of('records', `expires < ${at}::date`), 1],
        availability: [await of('availability'), 20],
        'kinds of availability': [
          await number(`select count(distinct available) from core.availability where site_id = ${site!.id}`),
          3,
        ],
        'shifts to come without an answer': [await of('shift_facts', `start > ${at} and answer = 'asked'`), 5],
        'silent, asked a second time': [await of('shift_facts', `start > ${at} and answer = 'asked' and nudged`), 1],
        'shifts to come that are confirmed': [await of('shift_facts', `start > ${at} and answer = 'confirmed'`), 15],
        'confirmed by a coordinator': [
          await of(
            'shift_facts',
            `answer = 'confirmed' and answered_by is distinct from person and answered_by is not null`,
          ),
          1,
        ],
        'shifts that seek cover': [await of('shift_facts', `start > ${at} and answer = 'seeking_cover'`), 3],
        'released shifts': [await of('answers', "answer = 'released'"), 1],
        'searches that go on': [await of('covers', `state = 'searching' and next_rung_at > ${at} and rung = 2`), 1],
        'searches that have no one left': [await of('covers', "state = 'exhausted'"), 1],
        'people asked to cover': [await of('coverasks'), 8],
        'refused requests to cover': [await of('coverasks', "answer = 'no'"), 3],
        'swaps that wait': [await of('swaps', "state = 'proposed'"), 4],
        'circles of three': [await of('swap_circles', "state = 'proposed' and size = 3"), 1],
        'places on a waiting list': [await of('waiting'), 4],
        'shifts held for the member': [
          await of('waitingoffers', `ended is null and hold_until > ${at} and offered_at < ${at}`),
          1,
        ],
        'events to decide on': [await of('events', `decide_at > ${at} and decision is null and minimum > 0`), 1],
        'profile fields': [await of('profilefields'), 3],
        'profile entries': [await of('profileentries'), 10],
      }
      expect(Object.entries(minimum).filter(([, [found, least]]) => found < least)).toEqual([])
      expect(await of('kiosks')).toBe(1)
      expect(await of('series', 'consecutive')).toBe(1)
      expect(await of('deliveries')).toBe(0)
    },
  )

  test('the roster is plausible', async () => {
    const none = async (what: string, text: string) => expect([what, await ask(text)]).toEqual([what, []])
    await none(
      'no one stands in two places at once',
      `select a.id from core.shifts a join core.shifts b on b.site_id = a.site_id and b.person = a.person and b.id > a.id
        and b.start < a."end" and b."end" > a.start`,
    )
    await none(
      'only active people have shifts to come',
      `select s.id from core.shifts s join core.people p on p.site_id = s.site_id and p.id = s.person
        where s.start > '${start}' and not p.is_active`,
    )
    await none(
      'nothing was recorded, assigned or published in the future',
      `select id from core.shifts where greatest(actual_start, actual_end, assigned_at, draft, created_at) > '${start}'`,
    )
    await none(
      'events begin and end within the day',
      `select e.name from core.events e join core.sites t on t.id = e.site_id where (e.start at time zone t.timezone)::time < '06:00'
        or (e."end" at time zone t.timezone)::date > (e.start at time zone t.timezone)::date`,
    )
    await none(
      'phone numbers have the length that their country gives them',
      `select phone from core.people where phone !~ '^(\\+447\\d{9}|\\+614\\d{8})$'`,
    )
    await none(
      'no one asks for an event twice over, or for one without published shifts',
      `select r.id from core.requests r where not exists (
        select from core.shifts s where s.site_id = r.site_id and s.event = r.event and s.draft is not null)`,
    )
  })

  test('answers, searches and swaps fit the roster', async () => {
    const none = async (what: string, text: string) => expect([what, await ask(text)]).toEqual([what, []])
    await none(
      'no one answered in the future, or before they were asked',
      `select id from core.shift_facts where answered_at > '${start}' or answered_at < draft`,
    )
    await none(
      'each answer has a line in the history',
      `select s.id from core.shift_facts s where s.answer in ('confirmed', 'seeking_cover') and not exists (
        select from core.answers a where a.shift = s.id and a.person = s.person and a.answer = s.answer and a.at = s.answered_at)`,
    )
    const taken = `exists (select from core.shifts o where o.site_id = s.site_id and o.person = a.person
      and o.id <> s.id and o.start < s."end" and o."end" > s.start)`
    await none(
      'no one is asked to cover a shift at the time of another',
      `select a.id from core.coverasks a join core.covers c on c.id = a.cover join core.shifts s on s.id = c.shift where ${taken}`,
    )
    await none(
      'no one waits for a shift at the time of another',
      `select a.id from core.waiting a join core.shifts s on s.event = a.event and s.assignment = a.assignment where ${taken}`,
    )
    await none(
      'no one is asked twice, or before the search began',
      `select a.id from core.coverasks a join core.covers c on c.id = a.cover
        where a.person = c.person or a.asked_at < c.started_at or a.asked_at > '${start}'`,
    )
    await none(
      'what is given in a swap belongs to the person who gives it',
      `select p.id from core.swap_parts p join core.shifts s on s.id = p.gives where s.person <> p.person`,
    )
  })

  test('the sign-ins: roles, one account on two sites, one password', async () => {
    const rows = await ask<{ email: string; role: string; is_active: boolean; password_hash: string | null }>(
      `select t.slug || ' ' || p.email as email, p.role, p.is_active, a.password_hash from core.people p
        join core.sites t on t.id = p.site_id join identity.accounts a on a.id = p.account_id and a.email = p.email`,
    )
    expect(rows.length).toBe(await number('select count(*) from core.people'))
    const passwords = createPasswords()
    for (const { slug } of SITES) {
      for (const [email, role, active] of [
        [`admin@${slug}.test`, 'admin', true],
        [`member@${slug}.test`, 'user', true],
        [`newcomer@${slug}.test`, 'new', false],
        ['both@watchbill.test', 'user', true],
      ]) {
        const row = rows.find((person) => person.email === `${slug} ${email}`)
        expect(row).toMatchObject({ role, is_active: active })
        expect(await passwords.verify(row!.password_hash, DEMO_PASSWORD)).toBe(true)
      }
    }
    expect(rows.filter(({ password_hash }) => password_hash).length).toBe(8)
    const operators = await ask<{ email: string; password_hash: string }>(
      'select a.email, a.password_hash from platform.operators o join identity.accounts a on a.id = o.account_id',
    )
    expect(operators.map(({ email }) => email)).toEqual([DEMO_OPERATOR])
    expect(await passwords.verify(operators[0]!.password_hash, DEMO_PASSWORD)).toBe(true)
  })

  test.each(SITES)('the member of $slug has shifts today, tomorrow and in six days', async ({ slug, zone }) => {
    const [member] = await ask('select p.* from core.people p where email = $1', [`member@${slug}.test`])
    if (slug === 'harbour')
      expect(member).toMatchObject({
        phone: '+447700900101',
        sms_verified: true,
        sms_notifications: true,
        email_reminders: true,
      })
    const shifts = await ask<{ start: Date; actual_start: Date | null; actual_end: Date | null; assigned_at: Date }>(
      'select * from core.shifts where person = $1 and draft is not null order by start',
      [member!.id],
    )
    const day = (at: Date) => Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()
    const today = shifts.find((shift) => day(shift.start) === day(now))!
    expect(today.actual_end).toBeNull()
    expect(today.actual_start === null).toBe(today.start >= now)
    const hours = shifts.map((shift) => (shift.start.getTime() - now.getTime()) / 3_600_000)
    expect(hours.filter((until) => until > 8 && until <= 31).length).toBeGreaterThanOrEqual(1)
    expect(hours.filter((until) => until > 5.4 * 24 && until < 6.6 * 24).length).toBeGreaterThanOrEqual(1)
    expect(hours.filter((until) => until > 8 * 24).length).toBeGreaterThanOrEqual(2)
    expect(shifts.some(({ start: at, actual_start, actual_end }) => at < now && actual_start && actual_end)).toBe(true)
    for (const { start: at, assigned_at } of shifts)
      if (at > now) expect(now.getTime() - assigned_at.getTime()).toBeGreaterThan(10 * 86_400_000)
    const pending = await ask(
      `select r.id from core.requests r join core.events e on e.site_id = r.site_id and e.id = r.event
        where r.person = $1 and r.declined_at is null and e.start > $2
        and not exists (select from core.shifts s where s.site_id = r.site_id and s.event = r.event and s.person = r.person)`,
      [member!.id, now],
    )
    expect(pending.length).toBeGreaterThanOrEqual(1)
  })

  test('people know of their shifts, so that the first tick of the worker notifies no one', async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.plan()
    await messaging.stop()
    const sent = [...transports.email.sent, ...transports.sms.sent].map(({ kind }) => kind)
    expect(sent.filter((kind) => /^(shift\.(assigned|changed|cancelled)|reminder\.)/.test(kind))).toEqual([])
  })

  test('two concurrent first starts make the same people and roster', async () => {
    const other = await createWorld()
    try {
      other.clock.set(now)
      await seedDemo({ platformPool: other.pool('platform'), passwords: createPasswords(), clock: other.clock, log })
      const roster = (of: World) =>
        of.superuser
          .query(
            `select p.name, p.email, p.phone, e.name as event, s.start, s.actual_end from core.shifts s join core.events e on e.site_id = s.site_id and e.id = s.event
              left join core.people p on p.site_id = s.site_id and p.id = s.person order by s.site_id, s.id`,
          )
          .then(({ rows }) => rows.map((row) => [row.name, row.email, row.phone, row.event]))
      expect(await roster(other)).toEqual(await roster(world))
    } finally {
      await other.close()
    }
  })
})
