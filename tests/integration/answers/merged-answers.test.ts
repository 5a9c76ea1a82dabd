import { expect } from 'vitest'
import { test as base } from '#tests/support/fixture.ts'

const SPAN = { start: new Date('2027-06-01T09:00:00Z'), end: new Date('2027-06-01T12:00:00Z') }
const AT = new Date('2027-05-01T09:00:00Z')

/** A club with two records of a list that mean the same, and a shift on which Ann has confirmed. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => AT)
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('merge', ({ callApi, asAdmin }) => async (collection: string, id: number, into: number) => {
    const { status, body } = await callApi('POST', '/setup/merge', asAdmin, { collection, id, into })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.moved as Record<string, number>
  })
  .extend('pair', ({ world, site }) => async (collection: string) => {
    const { id: old } = await world.insert(site, collection, { name: 'Old' })
    const { id: into } = await world.insert(site, collection, { name: 'New' })
    return { old, into }
  })
  .extend('makeShift', ({ world, site, member }) => async (duty: object, ofEvent: object = {}) => {
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN, ...ofEvent })
    const shift = await world.insert(site, 'shifts', { event, ...SPAN, person: member.id, draft: AT, ...duty })
    await world.superuser.query(
      "insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', $2 from core.shifts where id = $1",
      [shift.id, AT],
    )
    return { event, shift: shift.id }
  })
  .extend('rows', ({ world }) => async (query: string, ...values: unknown[]) => {
    return (await world.superuser.query(query, values)).rows
  })

test('a merge of locations asks no one again', async ({ world, site, pair, merge, makeShift, rows }) => {
  const { old, into } = await pair('locations')
  const made = [await makeShift({ location: old }), await makeShift({}, { location: old })]
  const search = await world.insert(site, 'covers', {
    ...{ shift: made[0]!.shift, started_at: AT, next_rung_at: AT, sought_start: SPAN.start, sought_location: old },
  })
  await merge('locations', old, into)
  expect(await rows('select sought_location::int as at from core.covers where id = $1', search.id)).toEqual([
    { at: into },
  ])
  for (const { shift } of made)
    expect(
      await rows(
        'select s.answer, a.location::int from core.shift_facts s join core.answers a on a.shift = s.id where s.id = $1',
        shift,
      ),
    ).toEqual([{ answer: 'confirmed', location: into }])
})

test.for([
  ['locations', 'location'],
  ['assignments', 'assignment'],
  ['roles', 'role'],
] as const)(
  'an answer survives a merge of %s',
  async ([table, field], { world, site, member, pair, merge, makeShift, rows }) => {
    const { old, into } = await pair(table)
    const { shift } = await makeShift({ [field]: old })
    const answer = {
      shift,
      person: member.id,
      answer: 'confirmed',
      given_by: member.id,
      via: 'screen',
      at: AT,
    }
    await world.insert(site, 'answers', answer)
    await merge(table, old, into)
    expect(await rows(`select answer, ${field}::int as at from core.shift_facts where id = $1`, shift)).toEqual([
      { answer: 'confirmed', at: into },
    ])
  },
)

test('a merge keeps open offers of swaps and open questions', async ({
  world,
  site,
  member,
  pair,
  merge,
  makeShift,
  rows,
  callApi,
  api,
}) => {
  const [assignments, locations] = [await pair('assignments'), await pair('locations')]
  const { shift } = await makeShift({ assignment: assignments.old, location: locations.old })
  const priya = await world.makePerson(site, { name: 'Priya' })
  const asked = await callApi('POST', '/swaps', await api.signIn(site, member), {
    ...{ shift, kind: 'hand_over', to: priya.id },
  })
  const offer = async (ids: number[], state: string) => {
    const { shift: other } = await makeShift({})
    const wants = JSON.stringify({ assignments: ids, weekdays: [6] })
    const row = { person: member.id, kind: 'offer', shift: other, wants, state, created_at: AT }
    return (await world.insert(site, 'swaps', row)).id
  }
  const { old, into } = assignments
  const offers = [
    await offer([old], 'offered'),
    await offer([old, into], 'offered'),
    await offer([into], 'offered'),
    await offer([old], 'withdrawn'),
  ]
  expect(await merge('assignments', old, into)).toMatchObject({ swaps: 2 })
  await merge('locations', locations.old, locations.into)
  const stored = await rows('select wants from core.swaps where id = any ($1) order by id', offers)
  expect(stored.map(({ wants }) => wants.assignments)).toEqual([[into], [into], [into], [old]])
  const accepted = await callApi('PUT', `/swaps/${asked.body.id}/accept`, await api.signIn(site, priya))
  expect(accepted.body).toMatchObject({ state: 'done' })
})

test('a merge keeps the older of two places on waiting lists, with the shifts offered to either', async ({
  world,
  site,
  member,
  pair,
  merge,
  makeShift,
  rows,
}) => {
  const { old, into } = await pair('assignments')
  const { event } = await makeShift({ assignment: into })
  const place = async (assignment: number) =>
    (await world.insert(site, 'waiting', { event, assignment, person: member.id, looked_at: AT, created_at: AT })).id
  const open = async (assignment: number) =>
    (await world.insert(site, 'shifts', { event, ...SPAN, assignment, draft: AT })).id
  const offer = async (waiting: number, shift: number, ended: string | null) => {
    const offered = { exclusive: true, hold_until: SPAN.start, offered_at: AT, ended, ended_at: ended && AT }
    return (await world.insert(site, 'waitingoffers', { waiting, shift, ...offered })).id
  }
  const [first, second] = [await place(old), await place(into)]
  const kept = [
    await offer(first, await open(old), 'no'),
    await offer(first, await open(old), null),
    await offer(second, await open(into), 'no'),
  ]
  const forgotten = await offer(second, await open(into), null)
  await merge('assignments', old, into)
  expect(await rows('select id::int, assignment::int from core.waiting where event = $1', event)).toEqual([
    { id: first, assignment: into },
  ])
  const offers = await rows('select id::int, ended from core.waitingoffers where waiting = $1 order by id', first)
  expect(offers).toEqual(kept.map((id, at) => ({ id, ended: at === 1 ? null : 'no' })))
  expect(await rows('select from core.waitingoffers where id = $1', forgotten)).toEqual([])
})
