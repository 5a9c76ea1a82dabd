import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { erasePerson } from '#server/platform/erase.ts'
import { publishAll } from '#server/publishing/commands.ts'
import { test as base, TIMES } from '#tests/support/cover.ts'
import { settle } from '#tests/support/messages/messaging.ts'
import { noFiles } from '#tests/support/pictures.ts'
import { log } from '#tests/support/world.ts'

const PAST = { start: '2027-06-10T08:00Z', end: '2027-06-10T16:00Z' }
const WINDOW = 25_000

const test = base
  .extend('asAdmin', async ({ api, site, admin, callApi }) => {
    const headers = await api.signIn(site, admin)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })
  /**
   * The holder's shifts: a confirmed and an unanswered one ahead, a draft, a past one, and one at an event that is
   * called off.
   */
  .extend('held', async ({ world, site, holder, shiftOf, act }) => {
    const off = await world.insert(site, 'events', {
      name: 'Off',
      ...TIMES,
      decision: 'off',
      decided_at: '2027-06-30T10:00Z',
    })
    const held = {
      confirmed: await shiftOf(holder, { draft: null }),
      asked: await shiftOf(holder, { draft: null, start: '2027-07-11T08:00Z', end: '2027-07-11T16:00Z' }),
      draft: await shiftOf(holder, { draft: null, start: '2027-07-12T08:00Z', end: '2027-07-12T16:00Z' }),
      past: await shiftOf(holder, PAST),
      off: await shiftOf(holder, { event: off.id }),
    }
    await act((ctx) => publishAll(ctx, { events: [], shifts: [held.confirmed, held.asked] }))
    await act((ctx) => answerShift(ctx, held.confirmed, { answer: 'confirmed', reason: '', release: false }))
    return held
  })
  .extend('shiftsNow', ({ world, held }) => async () => {
    const { rows } = await world.superuser.query(
      `select s.id::int, s.person::int, s.answer, (select c.state from core.covers c where c.shift = s.id order by c.id desc limit 1) as cover
       from core.shift_facts s where s.id = any ($1)`,
      [Object.values(held)],
    )
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
    return Object.fromEntries(Object.entries(held).map(([name, id]) => [name, byId.get(id)]))
  })
  .extend(
    'tick',
    ({ world }) =>
      () =>
        moveCovers({ pool: world.pool('worker'), clock: world.clock, log }),
  )

const untouched = (person: number) => ({
  confirmed: { person, answer: 'confirmed', cover: null },
  asked: { person, answer: 'asked', cover: null },
  draft: { person, answer: null, cover: null },
  past: { person, answer: 'asked', cover: null },
  off: { person, answer: 'asked', cover: null },
})

test('by default deactivating a person finds cover for their coming shifts, and answers how many there are', async ({
  asAdmin,
  holder,
  held,
  shiftsNow,
}) => {
  const answer = await asAdmin('PUT', '/people/', { id: holder.id, is_active: false })
  expect(answer).toMatchObject({ status: 200, body: { shifts_ahead: 3 } })
  expect(answer.body.results.people[holder.id].is_active).toBe(false)
  expect(await shiftsNow()).toEqual({
    ...untouched(holder.id),
    confirmed: { person: holder.id, answer: 'seeking_cover', cover: 'searching' },
    asked: { person: holder.id, answer: 'seeking_cover', cover: 'searching' },
    draft: { person: null, answer: null, cover: null },
  })
  const { body } = await asAdmin('GET', `/shifts/?id=${held.confirmed}`)
  expect(body.results.shifts[held.confirmed].unfit).toEqual({ inactive: true, missing: [] })
  expect((await asAdmin('PUT', '/people/', { id: holder.id, is_active: false })).body.shifts_ahead).toBeUndefined()
  expect((await asAdmin('PUT', '/people/', { id: holder.id, notes: 'Left' })).body.shifts_ahead).toBeUndefined()
})

test('keeps or opens them where the call says so, for each person', async ({
  asAdmin,
  holder,
  world,
  site,
  held,
  shiftOf,
  shiftsNow,
}) => {
  const other = await world.makePerson(site, { name: 'Ola Other' })
  const theirs = await shiftOf(other)
  const answer = await asAdmin('PUT', '/people/', [
    { id: holder.id, is_active: false, shifts: 'leave' },
    { id: other.id, is_active: false, shifts: 'release' },
  ])
  expect(answer).toMatchObject({ status: 200, body: { shifts_ahead: 4 } })
  expect(await shiftsNow()).toEqual(untouched(holder.id))
  const { rows } = await world.superuser.query(
    'select person, (select count(*)::int from core.covers c where c.shift = shifts.id) as covers from core.shifts where id = $1',
    [theirs],
  )
  expect(rows).toEqual([{ person: null, covers: 0 }])
  expect(held.confirmed).toBeGreaterThan(0)
})

test('an unknown choice is refused at its name, and changes nothing', async ({ asAdmin, holder, shiftsNow }) => {
  const before = await shiftsNow()
  for (const shifts of ['cover', '', 1, null, ['leave']]) {
    expect(await asAdmin('PUT', '/people/', { id: holder.id, is_active: false, shifts })).toMatchObject({
      status: 400,
      body: { shifts: ['Must be one of find_cover, leave, release.'] },
    })
    const many = { ids: [holder.id], changes: { is_active: false }, shifts }
    expect(await asAdmin('POST', '/people/bulk', many)).toMatchObject({
      status: 400,
      body: { shifts: [expect.any(String)] },
    })
  }
  expect(await asAdmin('DELETE', `/people/${holder.id}/?confirm=5&shifts=leave`)).toMatchObject({
    status: 400,
    body: { shifts: ['Must be one of find_cover, release.'] },
  })
  expect(await shiftsNow()).toEqual(before)
})

test.for(['find_cover', 'release'] as const)(
  '%s of many is previewed, and undone together with the deactivation',
  async (shifts, { site, asAdmin, holder, world, shiftsNow, tick }) => {
    const change = { ids: [holder.id], changes: { is_active: false }, shifts }
    expect((await asAdmin('POST', '/people/bulk', { ...change, preview: true })).body).toMatchObject({
      changed: 1,
      shifts_ahead: 3,
    })
    expect(await shiftsNow()).toEqual(untouched(holder.id))
    const queued = async () => {
      await settle(world)
      const { rows } = await world.superuser.query(
        `select kind, shift::int, channel from core.deliveries where state = 'queued' and site_id = $1 order by 1, 2, 3`,
        [site.id],
      )
      return rows
    }
    const before = await queued()
    const { status, body } = await asAdmin('POST', '/people/bulk', change)
    expect({ status, ahead: body.shifts_ahead }).toEqual({ status: 200, ahead: 3 })
    expect(await shiftsNow()).not.toEqual(untouched(holder.id))
    // No one is asked while it can still be undone.
    world.clock.set(new Date(world.clock.now().getTime() + WINDOW - 10_000))
    await tick()
    const asked = async () =>
      (await world.superuser.query('select count(*)::int as n from core.coverasks where site_id = $1', [site.id]))
        .rows[0].n
    expect(await asked()).toBe(0)
    expect((await asAdmin('POST', '/people/undo', { token: body.undo.token })).status).toBe(200)
    const back = await shiftsNow()
    for (const [name, row] of Object.entries(untouched(holder.id)))
      expect(back[name]).toEqual({ ...row, cover: back[name]?.cover === 'stopped' ? 'stopped' : row.cover })
    world.clock.set(new Date(world.clock.now().getTime() + 3_600_000))
    await tick()
    expect(await asked()).toBe(0)
    expect(await queued()).toEqual(before)
  },
)

test('an undo keeps a shift with the person who took it', async ({ asAdmin, holder, world, site, held, personOn }) => {
  const { body } = await asAdmin('POST', '/people/bulk', { ids: [holder.id], changes: { is_active: false } })
  const taker = await world.makePerson(site, { name: 'Tia Taker' })
  await asAdmin('PUT', `/shifts/${held.confirmed}/`, { person: taker.id })
  expect((await asAdmin('POST', '/people/undo', { token: body.undo.token })).status).toBe(200)
  expect(await personOn(held.confirmed)).toBe(taker.id)
  expect(await personOn(held.asked)).toBe(holder.id)
})

test('an existing search for cover continues, with its own reason', async ({
  asAdmin,
  holder,
  world,
  held,
  searchFor,
  coversOf,
}) => {
  const search = await searchFor(held.asked)
  await world.superuser.query(`update core.answers set reason = 'Holiday' where shift = $1`, [held.asked])
  const { body } = await asAdmin('POST', '/people/bulk', { ids: [holder.id], changes: { is_active: false } })
  const reason = async () =>
    (await world.superuser.query('select answer_reason, answer from core.shift_facts where id = $1', [held.asked]))
      .rows[0]
  expect(await reason()).toEqual({ answer_reason: 'Holiday', answer: 'seeking_cover' })
  await asAdmin('POST', '/people/undo', { token: body.undo.token })
  expect(await reason()).toEqual({ answer_reason: 'Holiday', answer: 'seeking_cover' })
  expect(await coversOf(held.asked)).toEqual([{ state: 'searching', ended: null, person: holder.id, covered_by: null }])
  expect(search).toBeGreaterThan(0)
})

test('deleting a person gives the number of coming shifts, finds cover for the published ones or opens them, and can be undone', async ({
  asAdmin,
  holder,
  held,
  coversOf,
  shiftsNow,
  personOn,
}) => {
  const asked = await asAdmin('DELETE', `/people/${holder.id}/`)
  expect(asked).toMatchObject({ status: 409, body: { confirm: 5, shifts_ahead: 3 } })
  const preview = { ids: [holder.id], remove: true, preview: true }
  expect((await asAdmin('POST', '/people/bulk', preview)).body).toMatchObject({ confirm: 5, shifts_ahead: 3 })
  const { status, body } = await asAdmin('POST', '/people/bulk', { ids: [holder.id], remove: true, confirm: 5 })
  expect({ status, ahead: body.shifts_ahead }).toEqual({ status: 200, ahead: 3 })
  for (const shift of [held.confirmed, held.asked])
    expect(await coversOf(shift)).toEqual([{ state: 'searching', ended: null, person: null, covered_by: null }])
  for (const shift of [held.draft, held.past, held.off]) expect(await coversOf(shift)).toEqual([])
  expect((await asAdmin('POST', '/people/undo', { token: body.undo.token })).status).toBe(200)
  expect((await shiftsNow()).confirmed).toMatchObject({ person: holder.id, answer: 'confirmed' })

  expect((await asAdmin('DELETE', `/people/${holder.id}/?confirm=5&shifts=release`)).status).toBe(204)
  expect(await personOn(held.asked)).toBeNull()
  expect((await coversOf(held.draft)).concat(await coversOf(held.past))).toEqual([])
})

test('erasing a person finds cover for their coming shifts unless the call opens them', async ({
  world,
  site,
  holder,
  held,
  shiftOf,
  coversOf,
  personOn,
}) => {
  const other = await world.makePerson(site, { name: 'Ola Other' })
  const theirs = await shiftOf(other)
  const parts = { pool: world.pool('platform'), storage: noFiles, now: world.clock.now() }
  const marks = async () =>
    (await world.superuser.query('select from core.marks where $1 in (person, actor)', [holder.id])).rows.length
  expect(await marks()).toBeGreaterThan(0)
  expect(await erasePerson(parts, site.slug, String(holder.id))).toMatchObject({ shifts_opened: 4, shifts_sought: 2 })
  expect(await marks()).toBe(0)
  expect(await personOn(held.confirmed)).toBeNull()
  expect(await coversOf(held.confirmed)).toEqual([{ state: 'searching', ended: null, person: null, covered_by: null }])
  expect(await coversOf(held.off)).toEqual([])
  const opened = await erasePerson({ ...parts, shifts: 'release' }, site.slug, String(other.id))
  expect(opened).toMatchObject({ shifts_opened: 1, shifts_sought: 0 })
  expect(await coversOf(theirs)).toEqual([])
})

test('a key that may not write shifts chooses nothing, and the rule of the club holds', async ({
  site,
  callApi,
  world,
  holder,
  shiftsNow,
}) => {
  const secret = mintSecret('wb', site.id)
  await world.insert(site, 'apikeys', {
    name: 'People only',
    scope: 'write',
    key_hash: hashSecret(secret),
    prefix: secret.slice(0, 9),
    scopes: ['people:read', 'people:write'],
  })
  const headers = { authorization: `Bearer ${secret}` }
  const leave = await callApi('PUT', '/people/', headers, { id: holder.id, is_active: false, shifts: 'leave' })
  expect(leave.status).toBe(403)
  expect(await shiftsNow()).toEqual(untouched(holder.id))
  expect((await callApi('PUT', '/people/', headers, { id: holder.id, is_active: false })).body.shifts_ahead).toBe(3)
  expect((await shiftsNow()).confirmed).toMatchObject({ answer: 'seeking_cover' })
})
