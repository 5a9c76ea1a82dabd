import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { listSwapMonths, swapOptionsFor } from '#server/swaps/queries.ts'
import { NOW, test } from '#tests/support/swaps.ts'
import { memberActor, type Person } from '#tests/support/world.ts'

test('the person asked takes a shift over for good, and no one is notified twice', async ({
  as,
  member,
  admin,
  others,
  shiftOn,
  holders,
  messages,
  world,
}) => {
  const [priya] = others as [Person]
  const [ann, pri] = [await as(member), await as(priya)]
  const shift = await shiftOn(3, member)
  const asked = await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id, comments: 'A wedding' })
  expect(asked).toMatchObject({
    status: 201,
    body: {
      state: 'proposed',
      circle: [
        { person: member.id, gives: shift, gets: null, accepted: true },
        { person: priya.id, gives: null, gets: shift, accepted: null },
      ],
    },
  })
  expect(await holders(shift)).toEqual([member.id])
  expect((await pri('GET', '/swaps')).body).toMatchObject({ count: 1, swaps: [{ id: asked.body.id }] })
  for (const _ of [1, 2])
    expect((await pri('PUT', `/swaps/${asked.body.id}/accept`)).body).toMatchObject({ state: 'done' })
  expect(await holders(shift)).toEqual([priya.id])
  expect(await messages(priya)).toEqual(['swap.asked cancelled'])
  expect(await messages(member)).toEqual(['swap.done queued'])
  expect(await messages(admin)).toEqual(['swap.done queued'])
  const { rows } = await world.superuser.query(
    'select answer, answered_by::int as by from core.shift_facts where id = $1',
    [shift],
  )
  expect(rows).toEqual([{ answer: 'confirmed', by: priya.id }])
  expect((await pri('PUT', `/shifts/${shift}/give_back`)).status).toBe(409)
  expect(await holders(shift)).toEqual([priya.id])
})

test('two swap, and three in a circle, together at the last yes', async ({ as, member, others, shiftOn, holders }) => {
  const [priya, tomasz] = others as [Person, Person]
  const calls = [await as(member), await as(priya), await as(tomasz)] as const
  const [a, b, c] = [await shiftOn(3, member), await shiftOn(4, priya), await shiftOn(10, tomasz)]
  const direct = await calls[0]('POST', '/swaps', { shift: a, kind: 'swap', for: b })
  expect((await calls[1]('PUT', `/swaps/${direct.body.id}/accept`)).body.state).toBe('done')
  expect(await holders(a, b)).toEqual([priya.id, member.id])

  const offers = [
    await calls[0]('POST', '/swaps', { shift: b, kind: 'offer', wants: { shifts: [c] } }),
    await calls[1]('POST', '/swaps', { shift: a, kind: 'offer', wants: { weekdays: [7], start: '2027-07-04' } }),
  ]
  expect(offers.map(({ body }) => body.state)).toEqual(['offered', 'offered'])
  offers.push(await calls[2]('POST', '/swaps', { shift: c, kind: 'offer', wants: { end: '2027-07-03' } }))
  const circle = offers[2]!.body
  expect(circle.state).toBe('proposed')
  expect(circle.circle).toMatchObject([
    { person: member.id, gives: b, gets: c },
    { person: tomasz.id, gives: c, gets: a },
    { person: priya.id, gives: a, gets: b },
  ])
  for (const at of [0, 1] as const)
    expect((await calls[at]('PUT', `/swaps/${offers[at]!.body.id}/accept`)).body.state).toBe('proposed')
  expect(await holders(a, b, c)).toEqual([priya.id, member.id, tomasz.id])
  expect((await calls[2]('PUT', `/swaps/${circle.id}/accept`)).body.state).toBe('done')
  expect(await holders(a, b, c)).toEqual([tomasz.id, priya.id, member.id])
})

test('a no or 48 hours of silence ends it for those, and the search continues for the others', async ({
  as,
  at,
  member,
  others,
  shiftOn,
  holders,
  tick,
  world,
  messages,
}) => {
  const [priya, tomasz] = others as [Person, Person]
  const [ann, pri, tom] = [await as(member), await as(priya), await as(tomasz)]
  const [a, b, c] = [await shiftOn(3, member), await shiftOn(4, priya), await shiftOn(10, tomasz)]
  const anns = (await ann('POST', '/swaps', { shift: a, kind: 'offer' })).body.id
  const pris = (await pri('POST', '/swaps', { shift: b, kind: 'offer' })).body
  expect(pris.state).toBe('proposed')
  const toms = (await tom('POST', '/swaps', { shift: c, kind: 'offer' })).body
  expect(toms.state).toBe('offered')
  await ann('PUT', `/swaps/${anns}/accept`)
  const declined = (await pri('PUT', `/swaps/${pris.id}/decline`)).body
  expect(declined).toMatchObject({ state: 'declined', declined_by_club: false })
  expect((await ann('GET', '/swaps')).body.swaps[0]).toMatchObject({
    id: anns,
    state: 'proposed',
    circle: [
      { person: member.id, gives: a, gets: c },
      { person: tomasz.id, gives: c, gets: a },
    ],
  })
  expect(await messages(member)).toContain('swap.declined queued')
  await ann('PUT', `/swaps/${anns}/accept`)
  world.clock.set(new Date(NOW.getTime() + 49 * 3_600_000))
  try {
    expect(await tick()).toBe(1)
    expect(await tick()).toBe(0)
    const [annLater, tomLater] = [await as(member), await as(tomasz)]
    expect((await tomLater('GET', '/swaps')).body.swaps[0].state).toBe('expired')
    expect((await annLater('GET', '/swaps')).body.swaps[0]).toMatchObject({ state: 'offered', circle: [] })
    expect(await holders(a, b, c)).toEqual([member.id, priya.id, tomasz.id])
    expect((await tomLater('PUT', `/swaps/${toms.id}/accept`)).status).toBe(409)
  } finally {
    at()
  }
})

test('the rules are checked when it is offered and again when it moves', async ({
  as,
  member,
  others,
  shiftOn,
  holders,
  world,
  tick,
}) => {
  const [priya, tomasz] = others as [Person, Person]
  const [ann, pri] = [await as(member), await as(priya)]
  const shift = await shiftOn(3, member)
  await shiftOn(3, tomasz)
  expect(await ann('POST', '/swaps', { shift, kind: 'hand_over', to: tomasz.id })).toMatchObject({
    status: 400,
    body: { to: ['They can’t take this shift. Choose someone else.'] },
  })
  const open = await shiftOn(20, null)
  const { body } = await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
  await shiftOn(3, priya)
  const late = await pri('PUT', `/swaps/${body.id}/accept`)
  expect(late).toMatchObject({ status: 409, body: { detail: 'You are on Race 3 at that time.', instead: [open] } })
  expect(await holders(shift)).toEqual([member.id])
  // A coordinator gives the shift to another person: the next tick ends the open questions.
  await world.superuser.query('update core.shifts set person = null where id = $1', [shift])
  expect((await pri('PUT', `/swaps/${body.id}/accept`)).status).toBe(409)
  await tick()
  expect((await ann('GET', '/swaps')).body.swaps[0].state).toBe('withdrawn')
})

type Made = {
  shiftOn: (day: number, person: Person | null, more?: object) => Promise<number>
  others: Person[]
  member: Person
}

test.for([
  ['someone else’s shift', async (s) => s.shiftOn(3, s.others[0]!), { shift: ['This shift is not yours.'] }],
  [
    'an unpublished one',
    async (s) => s.shiftOn(3, s.member, { draft: null }),
    { shift: ['This shift does not exist.'] },
  ],
  [
    'one that has begun',
    async (s) => s.shiftOn(3, s.member, { actual_start: '2027-06-19T05:00Z' }),
    { shift: ['This shift has started.'] },
  ],
] as [string, (s: Made) => Promise<number>, object][])(
  'refuses to offer %s',
  async ([_what, make, issues], { as, member, others, shiftOn }) => {
    const ann = await as(member)
    const shift = await make({ member, others, shiftOn })
    expect(await ann('POST', '/swaps', { shift, kind: 'offer' })).toMatchObject({ status: 400, body: issues })
  },
)

test('one site whose swaps fail blocks no other', async ({ as, at, member, others, shiftOn, tick, world, site }) => {
  const ann = await as(member)
  const { id } = (await ann('POST', '/swaps', { shift: await shiftOn(3, member), kind: 'offer' })).body
  const before = await world.makeSite({ timezone: 'UTC' })
  // The other site comes first in the list of those that are due, whatever their ids.
  await world.superuser.query(
    `create function core.fail_here() returns trigger language plpgsql as $$ begin
      if new.site_id <> ${site.id} then raise exception 'broken'; end if; return new; end $$;
    create trigger fail_here before update on core.swaps for each row execute function core.fail_here()`,
  )
  for (const wrong of [before, await world.makeSite({ timezone: 'UTC' })]) {
    const person = await world.makePerson(wrong)
    const span = { start: '2027-07-03T09:00:00Z', end: '2027-07-03T12:00:00Z' }
    const event = (await world.insert(wrong, 'events', { name: 'Race', ...span })).id
    const shift = (await world.insert(wrong, 'shifts', { event, person: person.id, draft: NOW, ...span })).id
    await world.insert(wrong, 'swaps', { person: person.id, kind: 'offer', shift, state: 'offered', created_at: NOW })
  }
  world.clock.set(new Date('2027-07-03T09:00:30Z'))
  try {
    await tick()
    const { rows } = await world.superuser.query('select state from core.swaps where id = $1', [id])
    expect(rows).toEqual([{ state: 'expired' }])
  } finally {
    at()
    await world.superuser.query('drop function core.fail_here() cascade')
  }
  expect(others).toHaveLength(2)
})

test('one swap is visible to its participants, and to admins', async ({ as, member, admin, others, shiftOn }) => {
  const [priya, tomasz] = others as [Person, Person]
  const ann = await as(member)
  const made = (await ann('POST', '/swaps', { shift: await shiftOn(3, member), kind: 'hand_over', to: priya.id })).body
  for (const person of [member, priya, admin])
    expect(await (await as(person))('GET', `/swaps/${made.id}`)).toMatchObject({ status: 200, body: { id: made.id } })
  expect((await (await as(tomasz))('GET', `/swaps/${made.id}`)).status).toBe(404)
})

test('a shift on hold for a waiting list is not offered instead', async ({
  as,
  member,
  others,
  shiftOn,
  world,
  site,
}) => {
  const [priya, tomasz] = others as [Person, Person]
  const [ann, pri] = [await as(member), await as(priya)]
  const shift = await shiftOn(3, member)
  const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
  const [held, open] = [await shiftOn(20, null, { assignment }), await shiftOn(21, null)]
  const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [held])
  const place = await world.insert(site, 'waiting', {
    ...{ event: Number(rows[0].event), assignment, person: tomasz.id, created_at: NOW, looked_at: NOW },
  })
  await world.insert(site, 'waitingoffers', {
    ...{ waiting: place.id, shift: held, offered_at: NOW, hold_until: '2027-07-19T09:00:00Z', exclusive: true },
  })
  const { id } = (await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })).body
  await shiftOn(3, priya)
  expect((await pri('PUT', `/swaps/${id}/accept`)).body.instead).toEqual([open])
})

test('a shift is in one open swap; withdrawing frees it', async ({ as, member, others, shiftOn }) => {
  const ann = await as(member)
  const shift = await shiftOn(3, member)
  const { id } = (await ann('POST', '/swaps', { shift, kind: 'offer' })).body
  expect((await ann('POST', '/swaps', { shift, kind: 'hand_over', to: others[0]!.id })).body).toMatchObject({
    shift: ['You’ve already offered this shift. Withdraw that offer first.'],
  })
  for (const _ of [1, 2]) expect((await ann('PUT', `/swaps/${id}/withdraw`)).body.state).toBe('withdrawn')
  expect((await ann('POST', '/swaps', { shift, kind: 'hand_over', to: others[0]!.id })).status).toBe(201)
})

test('lists who could take a shift and what its person could get for it', async ({ as, member, others, shiftOn }) => {
  const [priya, tomasz] = others as [Person, Person]
  const ann = await as(member)
  const shift = await shiftOn(3, member)
  const sameTime = await shiftOn(3, tomasz)
  const b = await shiftOn(4, priya)
  const { body } = await ann('GET', `/swaps/options?shift=${shift}`)
  expect(body.people.map(({ id }: { id: number }) => id)).toContain(priya.id)
  expect(body.people.map(({ id }: { id: number }) => id)).not.toContain(tomasz.id)
  expect(body.shifts).toMatchObject([
    { id: sameTime, direct: true },
    { id: b, direct: true },
  ])
})

test('offers can name any month in which others have shifts, and the search for matches covers that month', async ({
  world,
  site,
  member,
  others,
  shiftOn,
}) => {
  const given = await shiftOn(3, member)
  const inMonth = async (month: string, more: object = {}) => {
    const span = { start: `${month}-12T09:00:00Z`, end: `${month}-12T12:00:00Z` }
    return shiftOn(4, others[0]!, { ...span, ...more })
  }
  const months = ['2027-08', '2027-09', '2027-11', '2027-12', '2028-05']
  const shifts: number[] = []
  for (const month of months) shifts.push(await inMonth(month))
  await inMonth('2028-06', { draft: null })
  await inMonth('2028-07', { person: member.id })
  const read = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, memberActor(member), work)
  expect(await read((ctx) => listSwapMonths(ctx))).toEqual(months)
  const may = { start: '2028-05-01', end: '2028-05-31' }
  const { shifts: fits } = await read((ctx) => swapOptionsFor(ctx, given, may))
  expect(fits.map(({ id }) => id)).toEqual([shifts[4]])
})

test('calling off keeps proposals while it can be undone, and ends them afterwards', async ({
  as,
  at,
  member,
  admin,
  others,
  shiftOn,
  tick,
  world,
  messages,
}) => {
  const [priya] = others as [Person]
  const [ann, pri, ada] = [await as(member), await as(priya), await as(admin)]
  const [given, offered] = [await shiftOn(3, member), await shiftOn(4, member)]
  const { rows } = await world.superuser.query('select event from core.shifts where id = any ($1)', [[given, offered]])
  const decide = async (decision: 'off' | null) => {
    for (const { event } of rows) await ada('PUT', `/events/${event}/decide`, { decision })
  }
  await ann('POST', '/swaps', { shift: given, kind: 'hand_over', to: priya.id })
  await ann('POST', '/swaps', { shift: offered, kind: 'offer' })
  const states = async () => {
    const { swaps } = (await ann('GET', '/swaps')).body
    return swaps
      .sort((a: { id: number }, b: { id: number }) => a.id - b.id)
      .map(({ state }: { state: string }) => state)
  }
  const id = (await pri('GET', '/swaps')).body.swaps[0].id
  await decide('off')
  world.clock.set(new Date(NOW.getTime() + UNDO_WINDOW_MS - 10_000))
  try {
    await tick()
    expect((await pri('PUT', `/swaps/${id}/accept`)).status).toBe(200)
    expect(await states()).toEqual(['proposed', 'offered'])
    await decide(null)
    await tick()
    expect(await states()).toEqual(['proposed', 'offered'])
    expect(await messages(member)).not.toContain('swap.declined queued')
    await decide('off')
    world.clock.set(new Date(NOW.getTime() + 3 * UNDO_WINDOW_MS))
    await tick()
    expect(await states()).toEqual(['withdrawn', 'expired'])
  } finally {
    at()
  }
})

/** Ann and Priya are asked for their offers; Tomasz has no match yet. */
const offering = test.extend('asked', async ({ as, member, others, shiftOn }) => {
  const [priya, tomasz] = others as [Person, Person]
  const offer = async (who: Person, day: number) => {
    const shift = await shiftOn(day, who)
    const { body } = await (await as(who))('POST', '/swaps', { shift, kind: 'offer' })
    return { shift, id: body.id as number, state: body.state as string }
  }
  const [ann, pri, tom] = [await offer(member, 3), await offer(priya, 4), await offer(tomasz, 10)]
  expect([pri.state, tom.state]).toEqual(['proposed', 'offered'])
  return { ann, pri, tom, priya, tomasz }
})

offering(
  'a yes to a circle that the roster now forbids ends it, frees all of its offers and continues the search',
  async ({ as, member, asked: { ann, pri, tom, priya, tomasz }, shiftOn, holders, messages }) => {
    const [anns, pris] = [await as(member), await as(priya)]
    expect((await anns('PUT', `/swaps/${ann.id}/accept`)).body.state).toBe('proposed')
    await shiftOn(3, priya)
    expect(await pris('PUT', `/swaps/${pri.id}/accept`)).toMatchObject({
      status: 409,
      body: { detail: 'You are on Race 3 at that time.', instead: [] },
    })
    expect((await anns('GET', `/swaps/${ann.id}`)).body).toMatchObject({
      state: 'proposed',
      circle: [
        { person: member.id, gives: ann.shift, gets: tom.shift, accepted: null },
        { person: tomasz.id, gives: tom.shift, gets: ann.shift, accepted: null },
      ],
    })
    expect((await pris('GET', `/swaps/${pri.id}`)).body).toMatchObject({ state: 'offered', circle: [] })
    expect(await messages(member)).toContain('swap.declined queued')
    expect(await messages(priya)).toEqual(['swap.asked cancelled'])
    expect(await holders(ann.shift, pri.shift)).toEqual([member.id, priya.id])
  },
)

offering(
  'a yes after another person lost the shift they offered ends only that offer',
  async ({ as, member, asked: { ann, pri, tom, priya }, world }) => {
    await world.superuser.query('update core.shifts set person = null where id = $1', [pri.shift])
    const anns = await as(member)
    expect((await anns('PUT', `/swaps/${ann.id}/accept`)).status).toBe(409)
    expect((await anns('GET', `/swaps/${ann.id}`)).body).toMatchObject({
      state: 'proposed',
      circle: [{ gets: tom.shift }, { gives: tom.shift }],
    })
    expect((await (await as(priya))('GET', `/swaps/${pri.id}`)).body.state).toBe('withdrawn')
  },
)
