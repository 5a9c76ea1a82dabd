import { expect } from 'vitest'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base, NOW, SHIFT_START } from '#tests/support/answer-links.ts'

const MINUTE = 60_000
const END = '2027-03-20T13:00:00Z'
const NOON = new Date(NOW.getTime() + 60 * MINUTE)

const test = base
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('shifts', async ({ world, site, member }) => {
    const made: { event: number; id: number }[] = []
    for (const name of ['Race 1', 'Race 2', 'Race 3']) {
      const { id: event } = await world.insert(site, 'events', { name, start: SHIFT_START, end: END })
      const row = { event, person: member.id, start: SHIFT_START, end: END }
      made.push({ event, id: (await world.insert(site, 'shifts', row)).id })
    }
    return made
  })
  .extend('plan', ({ callApi, headers, shifts }) => async () => {
    const ids = shifts.map(({ id }) => id)
    const input = { shifts: ids, at: NOON.toISOString() }
    const { status, body } = await callApi('POST', '/roster/publish/later', headers, input)
    expect([status, body.shifts]).toEqual([201, ids.length])
    return ids
  })
  .extend('atNoon', ({ world, outbox, shifts }) => async () => {
    world.clock.set(NOON)
    const { mails } = await outbox()
    const { rows } = await world.superuser.query<{ id: number }>(
      'select id::int from core.shifts where id = any ($1) and draft is not null order by id',
      [shifts.map(({ id }) => id)],
    )
    return { published: rows.map(({ id }) => id), mails }
  })

const unpublishings = {
  'by its own call': (id: number) => ['PUT', `/shifts/${id}/unpublish`] as const,
  'as a field': (id: number) => ['PUT', '/shifts', [{ id, draft: null }]] as const,
  'with others': (id: number) => ['POST', '/shifts/bulk', { ids: [id], changes: { draft: null } }] as const,
}

test.for(Object.keys(unpublishings) as (keyof typeof unpublishings)[])(
  'a shift published and then unpublished by hand, %s, is not published by its earlier plan',
  async (how, { callApi, headers, shifts, plan, atNoon }) => {
    const [first, ...others] = await plan()
    expect((await callApi('PUT', `/shifts/${first}/publish`, headers)).status).toBeLessThan(300)
    const [method, path, body] = unpublishings[how](first!)
    expect((await callApi(method, path, headers, body)).status).toBeLessThan(300)
    const { results } = (await callApi('GET', `/shifts/${first}`, headers)).body
    expect(results.shifts[first!].draft).toBeNull()
    const { published, mails } = await atNoon()
    expect(published).toEqual(others)
    // A coordinator's deliberate action notifies no one.
    expect(mails.map(({ kind }) => kind)).toEqual(['shift.assigned'])
    expect(shifts).toHaveLength(3)
  },
)

test('an undone publication by hand keeps the plan unchanged', async ({ callApi, headers, plan, atNoon }) => {
  const ids = await plan()
  const { body } = await callApi('PUT', '/roster/publish', headers, { shifts: ids })
  const undone = await callApi('PUT', '/roster/publish/undo', headers, { shifts: body.shifts, at: body.at })
  expect(undone.status).toBe(200)
  expect((await atNoon()).published).toEqual(ids)
})

test('archived and called-off shifts are left out, and the admin who planned them is told', async ({
  callApi,
  headers,
  admin,
  member,
  shifts,
  plan,
  atNoon,
}) => {
  const ids = await plan()
  const [archived, off] = shifts
  await callApi('PUT', '/events', headers, [{ id: archived!.event, archived: true }])
  await callApi('PUT', `/events/${off!.event}/decide`, headers, { decision: 'off' })
  const { published, mails } = await atNoon()
  expect(published).toEqual([ids[2]])
  expect(mails.filter(({ kind }) => kind === 'shift.assigned').map(({ to }) => to)).toEqual([member.email])
  const told = mails.filter(({ kind }) => kind === 'publication.left_out')
  expect(told).toMatchObject([{ to: admin.email, subject: 'Not published: 2 shifts of 3' }])
  for (const words of ['1 shift was published', '1 shift: Race 1 is archived.', '1 shift: Race 2 is called off.'])
    expect(told[0]!.text).toContain(words)
})

test('a plan with no shifts left to publish publishes nothing, once, and says so', async ({
  world,
  shifts,
  plan,
  atNoon,
  outbox,
}) => {
  await plan()
  await world.superuser.query('update core.events set archived = true where id = any ($1)', [
    shifts.map(({ event }) => event),
  ])
  const { published, mails } = await atNoon()
  expect(published).toEqual([])
  expect(mails).toMatchObject([{ kind: 'publication.left_out', text: expect.stringContaining('None were published.') }])
  expect((await outbox()).mails).toEqual([])
})

test('the roster of an event says that its shifts will be left out', async ({ world, site, shifts, plan }) => {
  await plan()
  await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where id = $1`, [
    shifts[0]!.event,
  ])
  const zone = site.timezone
  const editors = await Promise.all(
    shifts.slice(0, 2).map(({ event }) => world.withSite(site.id, (db) => getRosterEditor(db, { event, zone }))),
  )
  expect(editors.map(({ planned }) => planned.map(({ left_out }) => left_out))).toEqual([['called_off'], [null]])
})
