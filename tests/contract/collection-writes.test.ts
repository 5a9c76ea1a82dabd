import { expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { type Caller, callerOf, shapeOf } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()

const test = base
  .extend('boss', ({ world, site }) => world.makePerson(site, { role: 'admin' }))
  .extend('asAdmin', { auto: true }, ({ world, site, boss }) => callerOf(world, engine, site, adminActor(boss)))
  .extend('event', { auto: true }, ({ world, site }) =>
    world.insert(site, 'events', { name: 'E', start: '2027-05-01T09:00Z', end: '2027-05-01T12:00Z' }),
  )
  .extend(
    'stored',
    ({ world, site }) =>
      async (id: number) =>
        (await world.superuser.query('select * from shifts where site_id = $1 and id = $2', [site.id, id])).rows[0],
  )

const only = (text: Awaited<ReturnType<Caller>>, name: string) => {
  const { order, results } = shapeOf(text)
  return results[name]?.[order[0] ?? 0] as Record<string, unknown> & { id: number }
}

test('a shift takes the times of its event, is unpublished, and records since when it has its person', async ({
  world,
  asAdmin,
  event,
  stored,
  boss,
}) => {
  const now = new Date('2027-04-01T10:00:00Z')
  world.clock.set(now)
  const shift = only(await asAdmin('POST', 'shifts', { body: { event: event.id } }), 'shifts')
  expect(shift).toMatchObject({
    start: '2027-05-01T09:00:00.000Z',
    end: '2027-05-01T12:00:00.000Z',
    draft: null,
    published_by: null,
    hours: null,
  })
  expect(await stored(shift.id)).toMatchObject({ assigned_at: null, start_changed_at: null, sequence: 0 })
  const change = async (body: Record<string, unknown>) => {
    await asAdmin('PUT', 'shifts', { body: [{ id: shift.id, ...body }] })
    return stored(shift.id)
  }
  const near = (date: Date) => Math.abs(date.getTime() - now.getTime()) < 60_000
  const assigned = await change({ person: boss.id })
  expect(near(assigned.assigned_at)).toBe(true)
  expect(assigned).toMatchObject({ sequence: 1, start_changed_at: null })
  const moved = await change({ start: '2027-05-01T09:30:00Z' })
  expect(near(moved.start_changed_at)).toBe(true)
  expect(moved.sequence).toBe(2)
  expect((await change({ start: '2027-05-01T10:30:00+01:00' })).sequence).toBe(2)
  expect((await change({ notes: 'Bring a coat' })).sequence).toBe(2)
  expect((await change({ person: null })).assigned_at).toBeNull()
  world.clock.set(null)
})

test('times are instants under their own names: a new one replaces the old and drops the agreed time', async ({
  world,
  site,
  event,
  asAdmin,
}) => {
  const words = [
    'start',
    'end',
    'modified_start',
    'modified_end',
    'made',
    'actual_start',
    'actual_end',
    'posted',
    'show_until',
  ]
  const kinds = engine.declarations.flatMap(({ contract }) =>
    Object.entries(contract.fields).flatMap(([name, { kind }]) => (words.includes(name) ? [kind] : [])),
  )
  expect(kinds.length).toBeGreaterThan(10)
  expect(new Set(kinds)).toEqual(new Set(['instant']))
  const at = { start: '2027-07-01T10:00:00Z', end: '2027-07-01T12:00:00Z' }
  const shift = await world.insert(site, 'shifts', { event: event.id, ...at })
  const body = { id: shift.id, start: '2027-07-01T10:30:00Z' }
  const changed = only(await asAdmin('PUT', 'shifts', { body }), 'shifts')
  expect(new Date(String(changed.start)).toISOString()).toBe('2027-07-01T10:30:00.000Z')
  expect(new Date(String(changed.end)).toISOString()).toBe('2027-07-01T12:00:00.000Z')
  expect(changed).toMatchObject({ modified_start: null, modified_end: null })
})

test('publishing sets author and time, null reverts it, and a future time becomes now', async ({
  asAdmin,
  event,
  boss,
  world,
}) => {
  const shift = only(await asAdmin('POST', 'shifts', { body: { event: event.id } }), 'shifts')
  const put = async (draft: string | null) =>
    only(await asAdmin('PUT', 'shifts', { body: { id: shift.id, draft } }), 'shifts')
  expect(await put('2026-01-01T00:00:00Z')).toMatchObject({ draft: '2026-01-01T00:00:00.000Z', published_by: boss.id })
  expect(await put(null)).toMatchObject({ draft: null, published_by: null })
  expect(Date.parse(String((await put('2999-01-01T00:00:00Z')).draft))).toBeLessThan(world.clock.epochMs() + 1000)
})

test('impossible times are refused under their field', async ({ asAdmin, event }) => {
  const post = (body: Record<string, unknown>) => asAdmin('POST', 'shifts', { body: { event: event.id, ...body } })
  await expect(post({ end: '2027-05-01T09:00:00Z' })).rejects.toMatchObject({
    extras: { issues: { end: ['Must be after the start.'] } },
  })
  await expect(post({ actual_end: '2027-05-01T09:00:00Z' })).rejects.toMatchObject({
    extras: { issues: { actual_start: [expect.any(String)] } },
  })
  await expect(post({ start: '2027-05-01T09:00:00' })).rejects.toMatchObject({
    extras: { issues: { start: [expect.stringContaining('with a zone')] } },
  })
  await expect(asAdmin('PUT', 'events', { body: { id: event.id, end: '2027-05-01T08:00:00Z' } })).rejects.toMatchObject(
    {
      extras: { issues: { end: ['Must not be before the start.'] } },
    },
  )
  const done = only(
    await post({ actual_start: '2026-05-01T09:10:00Z', actual_end: '2026-05-01T11:25:00Z', hours: 99 }),
    'shifts',
  )
  expect(done.hours).toBe(2.25)
})

test('a write wakes the planner once, after the commit', async ({ world, asAdmin, event }) => {
  world.woken.length = 0
  await asAdmin('POST', 'shifts', { body: [{ event: event.id }, { event: event.id }] })
  expect(world.woken).toEqual(['reminders.plan'])
  await expect(asAdmin('POST', 'shifts', { body: [{ event: event.id }, {}] })).rejects.toMatchObject({
    code: 'invalid',
  })
  await asAdmin('POST', 'locations', { body: { name: 'Pontoon' } })
  expect(world.woken).toEqual(['reminders.plan'])
})

test('a new person is linked to the shared account of the email, once per site', async ({ world, asAdmin }) => {
  const other = await world.makeSite()
  const known = await world.makePerson(other, { email: 'shared@example.org' })
  const person = only(
    await asAdmin('POST', 'people', { body: { name: 'Shared', email: ' Shared@Example.org ' } }),
    'people',
  )
  expect(person.email).toBe('shared@example.org')
  const { rows } = await world.superuser.query(
    'select count(distinct account_id)::int as accounts from people where id = any ($1)',
    [[person.id, known.id]],
  )
  expect(rows).toEqual([{ accounts: 1 }])
  await expect(
    asAdmin('POST', 'people', { body: { name: 'Again', email: 'shared@example.org' } }),
  ).rejects.toMatchObject({ extras: { issues: { email: [expect.stringContaining('already exists')] } } })
  const twice = [
    { name: 'A', email: 'twice@example.org' },
    { name: 'B', email: 'TWICE@example.org' },
  ]
  await expect(asAdmin('POST', 'people', { body: twice })).rejects.toMatchObject({
    extras: { items: [null, { email: [expect.any(String)] }] },
  })
  await expect(asAdmin('POST', 'people', { body: { name: 'No address' } })).rejects.toMatchObject({
    extras: { issues: { email: ['Required.'] } },
  })
  await expect(asAdmin('POST', 'people', { body: { name: 'X', email: 'nope' } })).rejects.toMatchObject({
    extras: { issues: { email: ['Invalid email.'] } },
  })
})

test('only its owner changes an email; sending the same one is accepted', async ({ world, site, asAdmin }) => {
  const person = await world.makePerson(site, { phone: '+447700900001', sms_verified: true })
  await expect(asAdmin('PUT', 'people', { body: { id: person.id, email: 'evil@example.org' } })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const same = await asAdmin('PUT', 'people', {
    body: { id: person.id, email: person.email, name: 'Renamed', sms_verified: true },
  })
  expect(only(same, 'people')).toMatchObject({ name: 'Renamed', sms_verified: true })
  expect(
    only(
      await asAdmin('PUT', 'people', { body: { id: person.id, phone: '+447700900002', sms_verified: true } }),
      'people',
    ).sms_verified,
  ).toBe(false)
})

test('activating a pending person makes them a member', async ({ world, site, asAdmin }) => {
  const pending = await world.makePerson(site, { role: 'new', is_active: false })
  expect(
    only(await asAdmin('PUT', 'people', { body: [{ id: pending.id, role: 'new', is_active: true }] }), 'people'),
  ).toMatchObject({ role: 'user', is_active: true })
  expect(
    only(await asAdmin('PUT', 'people', { body: [{ id: pending.id, is_active: false }] }), 'people'),
  ).toMatchObject({
    role: 'user',
    is_active: false,
  })
})

test('no one can lock themselves out', async ({ asAdmin, boss }) => {
  for (const body of [{ role: 'user' }, { is_active: false }])
    await expect(asAdmin('PUT', 'people', { body: { id: boss.id, ...body } })).rejects.toMatchObject({
      code: 'invalid',
    })
  await expect(asAdmin('DELETE', 'people', { segments: [String(boss.id)] })).rejects.toMatchObject({ code: 'invalid' })
})

test('a member may change their own name, no other field and no one else', async ({ world, site, boss }) => {
  const me = await world.makePerson(site, { notes: 'Owes a round' })
  const member = callerOf(world, engine, site, memberActor(me))
  expect(only(await member('PUT', 'people', { body: { id: me.id, name: 'New name' } }), 'people')).toMatchObject({
    name: 'New name',
    email: me.email,
  })
  await expect(member('PUT', 'people', { body: { id: boss.id, name: 'X' } })).rejects.toMatchObject({
    code: 'forbidden',
  })
  for (const body of [
    { role: 'admin' },
    { is_active: false },
    { email: 'x@example.org' },
    { phone: '+447700900009' },
    { notes: 'x' },
    { notes: 'Owes a round' },
  ])
    await expect(member('PUT', 'people', { body: { id: me.id, ...body } })).rejects.toMatchObject({ code: 'forbidden' })
  const { rows } = await world.superuser.query('select role, email, phone from people where id = $1', [me.id])
  expect(rows).toEqual([{ role: 'user', email: me.email, phone: null }])
})

test('writers of the same rows in opposite orders wait for each other; none is lost, none deadlocks', async ({
  asAdmin,
}) => {
  const ids = shapeOf(
    await asAdmin('POST', 'locations', { body: Array.from({ length: 20 }, (_, i) => ({ name: `L${i}` })) }),
  ).order
  const rounds = Array.from({ length: 24 }, (_, n) => {
    const order = n % 2 ? ids : [...ids].reverse()
    return asAdmin('PUT', 'locations', {
      body: order.map((id) => (n % 3 ? { id, order: n } : { id, address: `a${n}` })),
    })
  })
  await Promise.all(rounds)
  const { results } = shapeOf(await asAdmin('GET', 'locations', {}))
  const all = Object.values(results.locations ?? {})
  expect(new Set(all.map((row) => row.order)).size).toBe(1)
  expect(new Set(all.map((row) => row.address)).size).toBe(1)
  expect(all[0]?.address).toMatch(/^a\d+$/)
})

test('missing fields are reported in one sentence', async ({ asAdmin }) => {
  for (const email of ['', undefined])
    await expect(asAdmin('POST', 'people', { body: { name: 'A', email } })).rejects.toMatchObject({
      extras: { issues: { email: ['Required.'] } },
    })
  await expect(asAdmin('POST', 'records', { body: { achieved: '' } })).rejects.toMatchObject({
    extras: { issues: { achieved: ['Required.'] } },
  })
})

test('a list that is no list is refused with a message', async ({ asAdmin }) => {
  const body = { name: 'A', email: 'a@example.org', tags: 'keyholder' }
  await expect(asAdmin('POST', 'people', { body })).rejects.toMatchObject({
    extras: { issues: { tags: ['Must be a list.'] } },
  })
})

test('of two concurrent creations of one email one is stored and the other refused', async ({ asAdmin }) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => asAdmin('POST', 'people', { body: { name: 'Race', email: 'race@example.org' } })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'invalid', extras: { issues: { email: [expect.any(String)] } } })
})

test('the audit log records who changed what, without personal data', async ({ world, site, asAdmin, boss }) => {
  const person = await world.makePerson(site)
  await asAdmin('PUT', 'people', { body: { id: person.id, name: 'Secret Name' } })
  const place = only(await asAdmin('POST', 'locations', { body: { name: 'Old' } }), 'locations')
  await asAdmin('PUT', 'locations', { body: { id: place.id, name: 'New', details: 'long text' } })
  const { rows } = await world.superuser.query(
    'select person::int, actor, action, subject_id::int, details from audit where site_id = $1 order by id',
    [site.id],
  )
  expect(rows).toEqual([
    {
      person: boss.id,
      actor: `person:${boss.id}`,
      action: 'people.update',
      subject_id: person.id,
      details: { name: true },
    },
    {
      person: boss.id,
      actor: `person:${boss.id}`,
      action: 'locations.create',
      subject_id: place.id,
      details: { name: [null, 'Old'] },
    },
    {
      person: boss.id,
      actor: `person:${boss.id}`,
      action: 'locations.update',
      subject_id: place.id,
      details: { name: ['Old', 'New'], details: true },
    },
  ])
})
