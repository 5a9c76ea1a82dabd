import { expect } from 'vitest'
import { listEventHours } from '#server/timesheets/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor } from '#tests/support/world.ts'

/** A Tuesday, 12:00 in London; the site is there. */
const NOW = '2027-06-15T11:00:00Z'
const PUBLISHED = '2027-01-01T09:00:00Z'

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('race', ({ world, site }) =>
    world.insert(site, 'events', { name: 'Race', start: '2027-06-12T08:00:00Z', end: '2027-06-12T16:00:00Z' }),
  )
  .extend('shift', ({ world, site, race, member }) => async (over: Record<string, unknown> = {}) => {
    const { id } = await world.insert(site, 'shifts', {
      event: race.id,
      person: member.id,
      draft: PUBLISHED,
      start: '2027-06-12T08:00:00Z',
      end: '2027-06-12T12:00:00Z',
      ...over,
    })
    return id
  })
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })

const worked = (start: string, end: string | null = null) => ({ actual_start: start, actual_end: end })
const JUNE = '/timesheets?start=2027-06-01&end=2027-06-30'

test('hours are added up by person and by month of the site’s calendar, with totals', async ({
  world,
  site,
  member,
  shift,
  asAdmin,
}) => {
  const other = await world.makePerson(site, { name: 'Olu Other' })
  await shift(worked('2027-06-12T08:00:00Z', '2027-06-12T11:45:00Z'))
  // 23:30 UTC on the last day of May is the first of June in London.
  const night = { start: '2027-05-31T23:30:00Z', end: '2027-06-01T04:00:00Z' }
  await shift({ ...night, ...worked('2027-05-31T23:30:00Z', '2027-06-01T00:30:00Z') })
  const may = { start: '2027-05-02T08:00:00Z', end: '2027-05-02T10:00:00Z' }
  await shift({ person: other.id, ...may, ...worked('2027-05-02T08:00:00Z', '2027-05-02T08:20:00Z') })
  // A draft and an unfinished shift have no hours; an earlier period is outside of the request.
  await shift({ draft: null, ...worked('2027-06-12T08:00:00Z', '2027-06-12T12:00:00Z') })
  await shift(worked('2027-06-12T08:00:00Z'))
  const april = { start: '2027-04-30T08:00:00Z', end: '2027-04-30T10:00:00Z' }
  await shift({ ...april, ...worked('2027-04-30T08:00:00Z', '2027-04-30T10:00:00Z') })

  const { status, body } = await asAdmin('GET', '/timesheets?start=2027-05-01&end=2027-06-30')
  expect(status).toBe(200)
  expect(body).toEqual({
    start: '2027-05-01',
    end: '2027-06-30',
    months: ['2027-05', '2027-06'],
    people: [
      { person: member.id, name: member.name, shifts: 2, hours: 4.75, by_month: [0, 4.75] },
      { person: other.id, name: 'Olu Other', shifts: 1, hours: 0.33, by_month: [0.33, 0] },
    ],
    total: { people: 2, shifts: 3, hours: 5.08, by_month: [0.33, 4.75] },
  })
})

test('the period is the current month unless given; an impossible one is refused at its field', async ({ asAdmin }) => {
  expect((await asAdmin('GET', '/timesheets')).body).toMatchObject({ start: '2027-06-01', end: '2027-06-15' })
  const asked = (query: string) => asAdmin('GET', `/timesheets?${query}`)
  expect(await asked('start=2027-02-30')).toMatchObject({ status: 400, body: { start: [expect.any(String)] } })
  expect(await asked('start=2027-06-02&end=2027-06-01')).toMatchObject({
    status: 400,
    body: { end: ['Must not be before the first day.'] },
  })
  expect(await asked('start=2020-01-01&end=2027-06-01')).toMatchObject({
    status: 400,
    body: { end: [expect.any(String)] },
  })
})

test('a CSV file has a row for each person, with a column for each month', async ({
  world,
  site,
  admin,
  api,
  shift,
}) => {
  const formula = await world.makePerson(site, { name: '=1+1, "Eve"' })
  await shift({ person: formula.id, ...worked('2027-06-12T08:00:00Z', '2027-06-12T10:30:00Z') })
  const headers = await api.signIn(site, admin)
  const answer = await api.call(site, {
    method: 'GET',
    path: '/timesheets/export.csv?start=2027-05-01&end=2027-06-30',
    headers,
  })
  expect(answer.status).toBe(200)
  expect(answer.text.replace(/^\ufeff/, '').split('\r\n')).toEqual([
    'person,name,2027-05,2027-06,shifts,hours',
    `${formula.id},"'=1+1, ""Eve""",0.00,2.50,1,2.50`,
    '',
  ])
})

test('a day sheet lists who was planned, who came and who forgot to sign out', async ({
  world,
  site,
  shift,
  asAdmin,
}) => {
  const late = await world.makePerson(site, { name: 'Ann Absent' })
  const forgotten = await shift(worked('2027-06-12T08:10:00Z'))
  const missing = await shift({ person: late.id })
  await shift({ start: '2027-06-13T08:00:00Z', end: '2027-06-13T12:00:00Z' })
  await shift({ person: null })
  const { status, body } = await asAdmin('GET', '/timesheets/day?date=2027-06-12')
  expect(status).toBe(200)
  expect(body.shifts.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
    [forgotten, 'forgotten'],
    [missing, 'missing'],
  ])
  expect(body).toMatchObject({ date: '2027-06-12', hours: 0, shifts: [{ event_name: 'Race', hours: null }, {}] })
})

test('no one is missing at an event that is called off, and recorded hours there count', async ({
  world,
  site,
  race,
  shift,
  asAdmin,
}) => {
  const absent = await shift()
  const other = await world.makePerson(site)
  const came = await shift({ person: other.id, ...worked('2027-06-12T08:00:00Z', '2027-06-12T09:00:00Z') })
  await world.superuser.query(`update core.events set decision = 'off', decided_at = $2 where id = $1`, [race.id, NOW])
  const { body } = await asAdmin('GET', '/timesheets/day?date=2027-06-12')
  expect(body.shifts.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
    [absent, 'called_off'],
    [came, 'ended'],
  ])
  const events = await world.act(site, adminActor(await world.makePerson(site, { role: 'admin' })), (ctx) =>
    listEventHours(ctx, { start: '2027-06-01', end: '2027-06-30' }),
  )
  expect(events).toMatchObject([{ id: race.id, people: 2, ended: 1, missing: 0, called_off: 1, hours: 1 }])
})

test('forgotten shifts are ended as planned together, and no one else’s', async ({
  world,
  site,
  shift,
  asAdmin,
  member,
}) => {
  const forgotten = await shift(worked('2027-06-12T08:10:00Z'))
  // Started after the planned end: only a person knows when it ended.
  const after = await shift(worked('2027-06-12T13:00:00Z'))
  const today = await shift({
    start: '2027-06-15T08:00:00Z',
    end: '2027-06-15T10:00:00Z',
    ...worked('2027-06-15T08:00:00Z'),
  })
  const done = await shift(worked('2027-06-12T08:00:00Z', '2027-06-12T09:00:00Z'))
  const before = await asAdmin('GET', '/timesheets/forgotten')
  expect(before.body.shifts.map(({ id }: { id: number }) => id)).toEqual([forgotten, after])
  const answer = await asAdmin('PUT', '/timesheets/end_as_planned', { shifts: [forgotten, after, today, done] })
  expect(answer).toEqual({ status: 200, body: { ended: [forgotten] } })
  const rows = await world.superuser.query(
    'select id::int, actual_end, hours from core.shifts where site_id = $1 order by id',
    [site.id],
  )
  expect(rows.rows).toEqual([
    { id: forgotten, actual_end: new Date('2027-06-12T12:00:00Z'), hours: 3.83 },
    { id: after, actual_end: null, hours: null },
    { id: today, actual_end: null, hours: null },
    { id: done, actual_end: new Date('2027-06-12T09:00:00Z'), hours: 1 },
  ])
  expect((await asAdmin('GET', JUNE)).body.people).toMatchObject([{ person: member.id, hours: 4.83 }])
  const log = await asAdmin('GET', '/audit?event=shift')
  expect(log.body.lines).toMatchObject([{ action: 'shift.end', subject_id: forgotten }])
  expect((await asAdmin('PUT', '/timesheets/end_as_planned', { shifts: [] })).status).toBe(400)
})

test('a shift far longer than planned is queried until its hours are kept or corrected', async ({ shift, asAdmin }) => {
  const day = { start: '2027-06-12T08:00:00Z', end: '2027-06-12T11:00:00Z' }
  const over = (until: string) => ({ ...day, ...worked(day.start, until) })
  const far = await shift(over('2027-06-12T14:00:00Z'))
  await shift(over('2027-06-12T13:59:00Z'))
  // The agreed times count as planned.
  await shift({ ...over('2027-06-12T14:00:00Z'), modified_end: '2027-06-12T12:00:00Z' })
  await shift({ ...over('2027-06-12T14:00:00Z'), draft: null })
  // Of eight planned hours half as many are four.
  const long = { start: '2027-06-12T02:00:00Z', end: '2027-06-12T10:00:00Z' }
  await shift({ ...long, ...worked(long.start, '2027-06-12T13:59:00Z') })
  const old = { start: '2027-03-01T08:00:00Z', end: '2027-03-01T09:00:00Z' }
  await shift({ ...old, ...worked(old.start, '2027-03-01T20:00:00Z') })
  const asked = async () =>
    (await asAdmin('GET', '/timesheets/far_longer')).body.shifts.map(({ id }: { id: number }) => id)
  const keep = async (body: object) => (await asAdmin('PUT', '/timesheets/keep_hours', body)).body

  expect(await asked()).toEqual([far])
  const { body: sheet } = await asAdmin('GET', '/timesheets/day?date=2027-06-12')
  expect(sheet.shifts[0]).toMatchObject({ id: far, state: 'ended', far_longer: true })
  expect(sheet.shifts.filter((one: { far_longer: boolean }) => one.far_longer)).toHaveLength(1)
  expect(await keep({ shifts: [far] })).toEqual({ changed: [far] })
  expect(await asked()).toEqual([])
  expect(await keep({ shifts: [far] })).toEqual({ changed: [] })
  expect((await asAdmin('PUT', '/timesheets/end_as_planned', { shifts: [far] })).body).toEqual({ ended: [] })
  expect(await keep({ shifts: [far], keep: false })).toEqual({ changed: [far] })
  expect(await asked()).toEqual([far])
  await keep({ shifts: [far] })
  await asAdmin('PUT', '/shifts', { id: far, actual_end: '2027-06-12T15:00:00Z' })
  expect(await asked()).toEqual([far])
  const log = await asAdmin('GET', '/audit?event=shift')
  expect(log.body.lines.map(({ action }: { action: string }) => action)).toEqual([
    'shift.keep_hours',
    'shift.ask_hours',
    'shift.keep_hours',
  ])
  expect((await asAdmin('PUT', '/timesheets/keep_hours', { shifts: [] })).status).toBe(400)
})

test('a shift far longer than planned is ended as planned, but not one that was signed in after that', async ({
  shift,
  asAdmin,
}) => {
  const day = { start: '2027-06-12T08:00:00Z', end: '2027-06-12T11:00:00Z' }
  const far = await shift({
    ...day,
    ...worked(day.start, '2027-06-12T20:00:00Z'),
    modified_end: '2027-06-12T10:30:00Z',
  })
  const late = await shift({ ...day, ...worked('2027-06-12T12:00:00Z', '2027-06-12T20:00:00Z') })
  const { body } = await asAdmin('PUT', '/timesheets/end_as_planned', { shifts: [far, late] })
  expect(body).toEqual({ ended: [far] })
  const { results } = (await asAdmin('GET', `/shifts/${far}`)).body
  expect(results.shifts[far]).toMatchObject({ hours: 2.5 })
  const log = await asAdmin('GET', '/audit?event=shift')
  expect(log.body.lines).toMatchObject([
    { action: 'shift.end', details: { from: '2027-06-12T20:00:00.000Z', to: '2027-06-12T10:30:00.000Z' } },
  ])
})

test('members read no timesheets', async ({ api, site, member, callApi }) => {
  const headers = await api.signIn(site, member)
  for (const path of [
    '/timesheets',
    '/timesheets/day?date=2027-06-12',
    '/timesheets/export.csv',
    '/timesheets/forgotten',
    '/timesheets/far_longer',
  ])
    expect([path, (await callApi('GET', path, headers)).status]).toEqual([path, 403])
  for (const path of ['/timesheets/end_as_planned', '/timesheets/keep_hours'])
    expect([path, (await callApi('PUT', path, headers, { shifts: [1] })).status]).toEqual([path, 403])
})
