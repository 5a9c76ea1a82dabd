import { expect } from 'vitest'
import { NOW, test } from '#tests/support/swaps.ts'
import type { Person } from '#tests/support/world.ts'

test('who is asked takes a shift over, and nobody hears of it twice', async ({
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
    'select answer_state, answered_by::int as by from core.shifts where id = $1',
    [shift],
  )
  expect(rows).toEqual([{ answer_state: 'confirmed', by: priya.id }])
})

test('two swap, and three in a circle, all at the last yes', async ({ as, member, others, shiftOn, holders }) => {
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

test('a no or 48 hours of silence ends it for those, and the search goes on for the others', async ({
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
  expect((await pri('PUT', `/swaps/${pris.id}/decline`)).body.state).toBe('declined')
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

test('the rules are asked when it is offered and again when it moves', async ({
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
    body: { to: ['They cannot take this shift. Choose somebody else.'] },
  })
  const open = await shiftOn(20, null)
  const { body } = await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
  await shiftOn(3, priya)
  const late = await pri('PUT', `/swaps/${body.id}/accept`)
  expect(late).toMatchObject({ status: 409, body: { detail: 'You are on Race 3 at that time.', instead: [open] } })
  expect(await holders(shift)).toEqual([member.id])
  // A coordinator gives the shift to somebody else: the next tick ends what was asked.
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
  ['somebody else’s shift', async (s) => s.shiftOn(3, s.others[0]!), { shift: ['This shift is not yours.'] }],
  [
    'an unpublished one',
    async (s) => s.shiftOn(3, s.member, { draft: null }),
    { shift: ['This shift does not exist.'] },
  ],
  [
    'one that has begun',
    async (s) => s.shiftOn(3, s.member, { actual_start: '2027-06-19T05:00Z' }),
    { shift: ['This shift has begun.'] },
  ],
] as [string, (s: Made) => Promise<number>, object][])(
  'refuses to offer %s',
  async ([_what, make, issues], { as, member, others, shiftOn }) => {
    const ann = await as(member)
    const shift = await make({ member, others, shiftOn })
    expect(await ann('POST', '/swaps', { shift, kind: 'offer' })).toMatchObject({ status: 400, body: issues })
  },
)

const approving = test.extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', approve_swaps: true }))

approving(
  'where coordinators approve, nothing moves before they do; nobody else sees or answers it',
  async ({ as, member, admin, others, shiftOn, holders, messages }) => {
    const [priya, tomasz] = others as [Person, Person]
    const [ann, pri, tom, ada] = [await as(member), await as(priya), await as(tomasz), await as(admin)]
    const shift = await shiftOn(3, member)
    const { id } = (await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })).body
    for (const verb of ['accept', 'decline', 'withdraw'])
      expect((await tom('PUT', `/swaps/${id}/${verb}`)).status).toBe(404)
    expect((await tom('GET', '/swaps')).body.count).toBe(0)
    expect((await ada('PUT', `/swaps/${id}/approve`)).status).toBe(409)
    expect((await pri('PUT', `/swaps/${id}/accept`)).body).toMatchObject({ state: 'proposed', awaits_approval: true })
    expect((await ann('PUT', `/swaps/${id}/approve`)).status).toBe(403)
    expect(await messages(admin)).toEqual(['swap.asked queued'])
    expect((await ada('GET', '/swaps?state=approval')).body).toMatchObject({ count: 1, swaps: [{ id }] })
    expect(await holders(shift)).toEqual([member.id])
    expect((await ada('PUT', `/swaps/${id}/approve`)).body.state).toBe('done')
    expect(await holders(shift)).toEqual([priya.id])
  },
)

test('a shift is in one open swap; withdrawing frees it', async ({ as, member, others, shiftOn }) => {
  const ann = await as(member)
  const shift = await shiftOn(3, member)
  const { id } = (await ann('POST', '/swaps', { shift, kind: 'offer' })).body
  expect((await ann('POST', '/swaps', { shift, kind: 'hand_over', to: others[0]!.id })).body).toMatchObject({
    shift: ['You have offered this shift already. Withdraw that first.'],
  })
  for (const _ of [1, 2]) expect((await ann('PUT', `/swaps/${id}/withdraw`)).body.state).toBe('withdrawn')
  expect((await ann('POST', '/swaps', { shift, kind: 'hand_over', to: others[0]!.id })).status).toBe(201)
})

test('lists who could take a shift and what one could get for it', async ({ as, member, others, shiftOn }) => {
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
