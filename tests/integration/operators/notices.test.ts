import { expect } from 'vitest'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { MAX_NOTICE, MAX_NOTICES } from '#server/operators/contract.ts'
import { openFor } from '#tests/support/accounts.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { readText, startPages } from '#tests/support/pages.ts'
import type { Person } from '#tests/support/world.ts'

const NOW = '2027-03-01T09:00:00Z'
const NOTICE = { text: 'Maintenance: pages answer slowly.', audience: 'everyone' }
const TIMES = { starts_at: '2027-03-07T06:00', ends_at: '2027-03-07T06:15' }
const FROM_NOW = { ...TIMES, shown_from: '2027-03-01 09:00' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW) as Date | null)
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('by', { scope: 'file' }, async ({ world }) => {
    const { rows } = await world.superuser.query(
      "insert into identity.accounts (email, proved_at) values ('operator@example.org', now()) returning id::int",
    )
    return { account: rows[0].id as number, ip: '192.0.2.7' }
  })
  /** Two clubs in zones far apart, each with an admin and a member. */
  .extend('clubs', { scope: 'file' }, ({ world }) =>
    Promise.all(
      ['Europe/London', 'Australia/Sydney'].map(async (timezone) => {
        const site = await world.makeSite({ timezone })
        return { site, admin: await world.makePerson(site, { role: 'admin' }), member: await world.makePerson(site) }
      }),
    ),
  )
  .extend('london', { scope: 'file' }, ({ clubs }) => clubs[0]!)
  .extend('sydney', { scope: 'file' }, ({ clubs }) => clubs[1]!)
  /** The words of a club's page, for a person of it or for a visitor. */
  .extend(
    'read',
    { scope: 'file' },
    ({ world, pages }) =>
      async ({ site }: { site: Parameters<typeof openFor>[1] }, person?: Person, cookies = '') => {
        const cookie = person ? `__Host-sid=${(await openFor(world, site, person)).cookie}; ${cookies}` : cookies
        const { text, status } = await pages.ask({
          path: person ? '/dashboard' : '/hello',
          host: pages.hostOf(site.slug),
          headers: { cookie },
        })
        expect(status).toBe(200)
        return readText(text)
      },
  )
  .extend('save', { scope: 'file' }, ({ api, by }) => (input: object, id: number | null = null) => {
    const { console } = api.context
    return console.saveNotice(by, id, input as Record<string, unknown>)
  })
  .extend(
    'issuesOf',
    { scope: 'file' },
    ({ save }) =>
      (input: object) =>
        save(input).then(
          () => 'saved',
          (error: DomainError) => error.extras.issues,
        ),
  )

test.beforeEach(async ({ world }) => {
  await world.superuser.query('delete from platform.notices')
  world.clock.set(new Date(NOW))
})

test('a notice is a line on the pages of every club, with its times in the zone of each, and signed-out visitors never see it', async ({
  save,
  read,
  london,
  sydney,
}) => {
  await save({ ...NOTICE, ...FROM_NOW })
  expect(await read(london, london.member)).toContain(
    'Maintenance: pages answer slowly. (Sun 7 Mar, 6:00 am – 6:15 am)',
  )
  expect(await read(sydney, sydney.admin)).toContain('Maintenance: pages answer slowly. (Sun 7 Mar, 5:00 pm – 5:15 pm)')
  expect(await read(london)).not.toContain('Maintenance')
})

test('a notice to admins is shown to them and not to members', async ({ save, read, london }) => {
  await save({ ...NOTICE, ...FROM_NOW, audience: 'admins' })
  expect(await read(london, london.admin)).toContain('Maintenance')
  expect(await read(london, london.member)).not.toContain('Maintenance')
})

test('a notice is shown from its start, or from the earlier time that was set, until its end', async ({
  world,
  save,
  read,
  london,
}) => {
  const seenAt = async (instant: string) => {
    world.clock.set(new Date(instant))
    return (await read(london, london.member)).includes('Maintenance')
  }
  const { id } = await save({ ...NOTICE, ...TIMES, shown_from: '' })
  expect(await seenAt('2027-03-07T05:59:00Z')).toBe(false)
  expect(await seenAt('2027-03-07T06:00:00Z')).toBe(true)
  world.clock.set(new Date(NOW))
  await save({ ...NOTICE, ...TIMES, shown_from: '2027-03-05T12:00' }, id)
  expect(await seenAt('2027-03-05T11:59:00Z')).toBe(false)
  expect(await seenAt('2027-03-05T12:00:00Z')).toBe(true)
  expect(await seenAt('2027-03-07T06:14:00Z')).toBe(true)
  expect(await seenAt('2027-03-07T06:15:00Z')).toBe(false)
})

test('whoever dismissed a notice sees it again once it was changed, and no longer once it was ended', async ({
  api,
  by,
  save,
  read,
  london,
}) => {
  const { id } = await save({ ...NOTICE, ...FROM_NOW })
  expect(await read(london, london.member, `notices=${id}-1`)).not.toContain('Maintenance')
  await save({ ...NOTICE, ...FROM_NOW, text: 'Maintenance is put off.' }, id)
  expect(await read(london, london.member, `notices=${id}-1`)).toContain('Maintenance is put off.')
  await api.context.console.endNotice(by, id)
  expect(await read(london, london.member)).not.toContain('Maintenance')
  for (const late of [() => api.context.console.endNotice(by, id), () => save({ ...NOTICE, ...FROM_NOW }, id)])
    await expect(late()).rejects.toMatchObject({ code: 'conflict' })
})

test('pages ask the database nothing more for notices, and every process is told of a change', async ({
  world,
  api,
  london,
  save,
}) => {
  let asked = 0
  const pool = world.pool('auth')
  const connect = () => {
    asked += 1
    return pool.connect()
  }
  const process = createResolveSite({ ...pool, connect }, world.clock, () => true)
  const texts = () => process.notices().map(({ text }) => text)
  await process(london.site.slug)
  for (let n = 0; n < 20; n++) await process(london.site.slug)
  expect([asked, texts()]).toEqual([1, []])
  const { resolveSite } = api.context
  await resolveSite(london.site.slug)
  // Another process writes it: this one hears of it from the database.
  const other = world.pool('platform')
  await other.connect().then((client) =>
    client
      .query(
        `insert into platform.notices (text, audience, shown_from, starts_at, ends_at, written_at)
         values ('From another process.', 'everyone', $1, $1, $2, $1)`,
        [NOW, '2027-03-02T09:00:00Z'],
      )
      .finally(() => client.release()),
  )
  await expect
    .poll(async () => {
      await resolveSite(london.site.slug)
      return resolveSite.notices().map(({ text }) => text)
    })
    .toEqual(['From another process.'])
  process.forget('*')
  await process(london.site.slug)
  expect([asked, texts()]).toEqual([2, ['From another process.']])
  await save({ ...NOTICE, ...FROM_NOW })
})

test.for<[string, object, string, string]>([
  ['no text', { text: ' ' }, 'text', 'Required.'],
  ['too long a text', { text: 'x'.repeat(MAX_NOTICE + 1) }, 'text', `At most ${MAX_NOTICE} characters.`],
  ['another audience', { audience: 'kiosks' }, 'audience', 'Must be admins or everyone.'],
  ['no start', { starts_at: '' }, 'starts_at', 'Required.'],
  [
    'a day that does not exist',
    { starts_at: '2027-02-30T06:00' },
    'starts_at',
    'Must be a day and a time, such as 2026-12-06 06:00.',
  ],
  ['a long time', { ends_at: '2'.repeat(10_000) }, 'ends_at', 'Must be a day and a time, such as 2026-12-06 06:00.'],
  ['an end before the start', { ends_at: '2027-03-07T05:00' }, 'ends_at', 'Must be after the start.'],
  [
    'an end in the past',
    { starts_at: '2027-02-01T06:00', ends_at: '2027-02-02T06:00' },
    'ends_at',
    'Must be in the future.',
  ],
  ['an end in another year', { ends_at: '2028-04-01T06:00' }, 'ends_at', 'Must be within a year.'],
  ['a start long ago', { starts_at: '0001-01-01T06:00' }, 'starts_at', 'Must be within a year.'],
  ['a time that is none', { shown_from: 'soon' }, 'shown_from', 'Must be a day and a time, such as 2026-12-06 06:00.'],
  ['an instant after the start', { shown_from: '2027-03-07T06:01' }, 'shown_from', 'Must not be after the start.'],
])('%s is refused at its field, and nothing is stored', async ([_what, change, field, message], { issuesOf, api }) => {
  expect(await issuesOf({ ...NOTICE, ...TIMES, ...change })).toMatchObject({ [field]: [message] })
  expect(await api.context.console.notices()).toEqual([])
})

test('there are at most five notices at a time, also when operators write together', async ({
  save,
  issuesOf,
  api,
  by,
}) => {
  const outcomes = await Promise.all(Array.from({ length: MAX_NOTICES + 3 }, () => issuesOf({ ...NOTICE, ...TIMES })))
  expect(outcomes.filter((one) => one === 'saved')).toHaveLength(MAX_NOTICES)
  expect(outcomes.filter((one) => one !== 'saved')).toEqual(
    Array(3).fill({ non_field_errors: ['At most 5 notices at a time. End another one first.'] }),
  )
  await api.context.console.endNotice(by, (await api.context.console.notices())[0]!.id)
  await save({ ...NOTICE, ...TIMES })
})

test('the console lists who wrote a notice, and the operators’ log each change with its text; no mail is sent', async ({
  world,
  api,
  by,
  save,
}) => {
  const { console } = api.context
  await world.superuser.query('delete from platform.operator_mails')
  const { id } = await save({ ...NOTICE, ...TIMES, text: ' Maintenance:\n slow ' })
  await save({ ...NOTICE, ...TIMES, text: 'Maintenance: slower' }, id)
  await console.endNotice(by, id)
  expect(await console.notices()).toMatchObject([
    {
      id,
      text: 'Maintenance: slower',
      state: 'ended',
      written_by: 'operator@example.org',
      ended_at: expect.stringMatching(/^2027-03-01T09:00:0/),
    },
  ])
  const acts = (await console.acts()).filter(({ note }) => note?.startsWith('Maintenance: slow'))
  expect(acts.map(({ action, note, operator }) => [action, note, operator])).toEqual([
    ['notice.end', 'Maintenance: slower', 'operator@example.org'],
    ['notice.change', 'Maintenance: slower', 'operator@example.org'],
    ['notice.add', 'Maintenance: slow', 'operator@example.org'],
  ])
  const { rows } = await world.superuser.query(
    'select (select count(*) from platform.operator_mails)::int + (select count(*) from core.deliveries)::int as queued',
  )
  expect(rows).toEqual([{ queued: 0 }])
})

test('the roles of the clubs’ pages cannot write a notice', async ({ world }) => {
  for (const role of ['app', 'auth'] as const)
    await expect(
      world
        .pool(role)
        .connect()
        .then((client) => client.query('delete from platform.notices').finally(() => client.release())),
    ).rejects.toThrow('permission denied')
})
