import { expect } from 'vitest'
import { approveSwap } from '#server/swaps/commands.ts'
import { MAX_OPEN_SWAPS } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'
import { ASK_LIMIT } from '#server/swaps/search.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import { settle } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { memberActor, type Person } from '#tests/support/world.ts'

const HOUR = 3_600_000

const test = base
  .extend('asked', async ({ member, priya, shiftOn, as }) => {
    const shift = await shiftOn(3, member)
    const { body } = await (await as(member))('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
    return { shift, id: body.id as number, ends_at: body.ends_at as string }
  })
  .extend(
    'put',
    ({ as }) =>
      async (who: Person, id: number, verb: string) =>
        (await as(who))('PUT', `/swaps/${id}/${verb}`),
  )
  .extend(
    'later',
    ({ world }) =>
      (hours: number) =>
        world.clock.set(new Date(NOW.getTime() + hours * HOUR)),
  )

const approving = test.extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', approve_swaps: true }))

approving(
  'no member approves a swap, not even one they agreed to',
  async ({ world, site, member, priya, asked, put, holders }) => {
    await put(priya, asked.id, 'accept')
    const approved = world.act(site, memberActor(member), (ctx) => approveSwap(ctx, asked.id))
    await expect(approved).rejects.toMatchObject({ code: 'forbidden' })
    expect(await holders(asked.shift)).toEqual([member.id])
  },
)

approving(
  'an agreed swap waits for the coordinators until the first of its shifts begins',
  async ({ admin, priya, asked, put, later, tick, holders }) => {
    await put(priya, asked.id, 'accept')
    later(72)
    await tick()
    expect((await put(admin, asked.id, 'approve')).body.state).toBe('done')
    expect(await holders(asked.shift)).toEqual([priya.id])
  },
)

approving(
  'coordinators cannot approve a swap that the roster forbids by then: it ends, and its participants are told',
  async ({ admin, member, priya, shiftOn, asked, put, holders, messages, as }) => {
    await put(priya, asked.id, 'accept')
    await shiftOn(3, priya)
    expect(await put(admin, asked.id, 'approve')).toMatchObject({
      status: 409,
      body: { detail: 'The roster has changed since, so this swap is no longer possible.' },
    })
    expect((await (await as(member))('GET', `/swaps/${asked.id}`)).body.state).toBe('withdrawn')
    for (const who of [member, priya]) expect(await messages(who)).toContain('swap.declined queued')
    expect((await put(admin, asked.id, 'approve')).status).toBe(409)
    expect(await holders(asked.shift)).toEqual([member.id])
  },
)

approving(
  'an agreed swap ends for everyone when the event of a shift is moved with its shifts',
  async ({ admin, member, priya, asked, put, tick, holders, messages, as }) => {
    await put(priya, asked.id, 'accept')
    const coordinator = await as(admin)
    const { results } = (await coordinator('GET', `/shifts/${asked.shift}`)).body
    const { event, start, end } = results.shifts[asked.shift]
    const later = (at: string) => new Date(Date.parse(at) + 24 * HOUR).toISOString()
    const moved = { start: later(start), end: later(end), shifts: 'move' }
    expect((await coordinator('PUT', `/events/${event}`, moved)).status).toBe(200)
    await tick()
    expect((await (await as(member))('GET', `/swaps/${asked.id}`)).body.state).toBe('withdrawn')
    for (const who of [member, priya]) expect(await messages(who)).toContain('swap.declined queued')
    expect((await put(admin, asked.id, 'approve')).status).toBe(409)
    expect(await holders(asked.shift)).toEqual([member.id])
  },
)

approving('coordinators cannot approve a withdrawn swap', async ({ admin, member, priya, asked, put, holders }) => {
  await put(priya, asked.id, 'accept')
  await put(member, asked.id, 'withdraw')
  expect((await put(admin, asked.id, 'approve')).status).toBe(409)
  expect(await holders(asked.shift)).toEqual([member.id])
})

approving(
  'offers that coordinators do not approve end for everyone in the circle',
  async ({ admin, member, priya, shiftOn, as, put }) => {
    const ids: number[] = []
    for (const [who, day] of [
      [member, 3],
      [priya, 4],
    ] as const)
      ids.push((await (await as(who))('POST', '/swaps', { shift: await shiftOn(day, who), kind: 'offer' })).body.id)
    for (const [at, who] of [member, priya].entries()) await put(who, ids[at]!, 'accept')
    await put(admin, ids[0]!, 'decline')
    for (const [at, who] of [member, priya].entries())
      expect((await (await as(who))('GET', '/swaps')).body.swaps[0]).toMatchObject({ id: ids[at], state: 'declined' })
  },
)

test('48 hours are left for an answer, or less where the shift begins before; a yes after that is too late', async ({
  member,
  priya,
  tomasz,
  shiftOn,
  as,
  asked,
  put,
  later,
  holders,
}) => {
  expect(Math.round((Date.parse(asked.ends_at) - NOW.getTime()) / HOUR)).toBe(48)
  const soon = await shiftOn(20, member, { start: '2027-06-20T09:00Z', end: '2027-06-20T12:00Z' })
  const { body } = await (await as(member))('POST', '/swaps', { shift: soon, kind: 'hand_over', to: tomasz.id })
  expect(body.ends_at).toBe('2027-06-20T09:00:00.000Z')
  later(49)
  expect((await put(priya, asked.id, 'accept')).status).toBe(409)
  expect(await holders(asked.shift)).toEqual([member.id])
  later(0)
})

test('the person asked cannot withdraw the swap of another, and no one else reads it', async ({
  world,
  site,
  member,
  priya,
  tomasz,
  asked,
  put,
}) => {
  expect((await put(priya, asked.id, 'withdraw')).status).toBe(403)
  const read = (who: Person) => world.act(site, memberActor(who), (ctx) => getSwap(ctx, asked.id))
  for (const who of [member, priya]) expect(await read(who)).toMatchObject({ id: asked.id, state: 'proposed' })
  await expect(read(tomasz)).rejects.toMatchObject({ code: 'not_found' })
})

test('a shift that moves drops its agreed times and its person’s reminders', async ({
  world,
  site,
  member,
  priya,
  asked,
  put,
}) => {
  const agreed = `update core.shifts set modified_start = start + interval '1 hour', modified_end = "end" where id = $1`
  await world.superuser.query(agreed, [asked.shift])
  await world.insert(site, 'deliveries', {
    ...{ shift: asked.shift, person: member.id, kind: 'reminder.week', channel: 'email', cause: '' },
    ...{ start_local_date: '2027-07-03', due_at: '2027-06-26T09:00Z', useful_until: '2027-07-03T09:00Z' },
  })
  await put(priya, asked.id, 'accept')
  await settle(world)
  const { rows } = await world.superuser.query(
    `select s.modified_start, s.modified_end, d.state, d.reason from core.shifts s join core.deliveries d on d.shift = s.id and d.kind = 'reminder.week' where s.id = $1`,
    [asked.shift],
  )
  expect(rows).toEqual([{ modified_start: null, modified_end: null, state: 'cancelled', reason: 'reassigned' }])
})

test('unpublished shifts and those of events that are called off are offered to no one', async ({
  world,
  member,
  priya,
  shiftOn,
  as,
}) => {
  const [mine, fits] = [await shiftOn(3, member), await shiftOn(4, priya)]
  await shiftOn(5, priya, { draft: null })
  const off = await shiftOn(6, priya)
  await world.superuser.query(
    `update core.events set decision = 'off', decided_at = now() where id = (select event from core.shifts where id = $1)`,
    [off],
  )
  const { body } = await (await as(member))('GET', `/swaps/options?shift=${mine}`)
  expect(body.shifts.map(({ id }: { id: number }) => id)).toEqual([fits])
})

test('a shift of the same duty at the same event is offered to no one', async ({
  world,
  site,
  member,
  priya,
  shiftOn,
  as,
}) => {
  const mine = await shiftOn(3, member)
  const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [mine])
  const other = { event: rows[0].event, assignment: (await world.insert(site, 'assignments', { name: 'Galley' })).id }
  await shiftOn(3, priya, { event: other.event })
  const galley = await shiftOn(3, await world.makePerson(site), other)
  const { body } = await (await as(member))('GET', `/swaps/options?shift=${mine}`)
  expect(body.shifts.map(({ id }: { id: number }) => id)).toEqual([galley])
})

test('no one exceeds the limit of open swaps', async ({ world, site, member, shiftOn, as }) => {
  const shift = await shiftOn(3, member)
  for (let i = 0; i < MAX_OPEN_SWAPS; i++) {
    const row = { person: member.id, kind: 'offer', shift: await shiftOn(4 + (i % 20), member), wants: '{}' }
    await world.insert(site, 'swaps', { ...row, comments: '', state: 'offered', created_at: NOW })
  }
  expect(await (await as(member))('POST', '/swaps', { shift, kind: 'offer' })).toMatchObject({
    status: 400,
    body: { shift: [expect.stringContaining('open swaps')] },
  })
})

/** Two days before the shifts of 3 July begin, in hours from now. */
const TWO_DAYS_BEFORE = 291

test.for([
  { kind: 'hand_over', hours: TWO_DAYS_BEFORE - 1, heard: false },
  { kind: 'hand_over', hours: TWO_DAYS_BEFORE + 1, heard: true },
  { kind: 'swap', hours: TWO_DAYS_BEFORE + 1, heard: true },
] as const)(
  'a $kind $hours hours ahead: the coordinators hear of the question immediately: $heard',
  async ({ kind, hours, heard }, { world, site, admin, member, priya, shiftOn, as, later, put, messages }) => {
    const contact = await world.makePerson(site, { name: 'Cora Contact' })
    const [shift, theirs] = [await shiftOn(3, member), await shiftOn(20, priya)]
    await chooseContacts(world, site, { shift }, contact)
    later(hours)
    const question = kind === 'swap' ? { for: theirs } : { to: priya.id }
    const { status, body } = await (await as(member))('POST', '/swaps', { shift, kind, ...question })
    expect(status).toBe(201)
    for (const person of [admin, contact]) expect(await messages(person)).toEqual(heard ? ['swap.asked queued'] : [])
    expect(await messages(priya)).toEqual(['swap.asked queued'])
    expect(await messages(member)).toEqual([])
    if (!heard) return
    const { rows } = await world.superuser.query(
      "select facts from core.deliveries where person = $1 and kind = 'swap.asked' and channel = 'email'",
      [admin.id],
    )
    expect(rows[0].facts).toMatchObject({
      about: member.id,
      lists: { asked: [priya.id] },
      paragraphs: ['{name} wants to give away a shift at Race 3, {at}. It starts in 46 hours.', expect.any(String)],
    })
    await put(priya, body.id, 'accept')
    expect(await messages(admin)).toEqual(['swap.asked cancelled', 'swap.done queued'])
  },
)

test('of very many circles one search asks the first, and the next tick continues', async ({
  world,
  site,
  others,
  shiftOn,
  tick,
}) => {
  const wants = { weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const more = ASK_LIMIT + 3
  for (let n = 0; n < more; n++)
    for (const [half, person] of others.entries()) {
      const own = { ...wants, shifts: [] as number[] }
      const shift = await shiftOn(1 + ((n * 2 + half) % 28), person, { id: 7_000 + n * 2 + half })
      own.shifts.push(7_000 + n * 2 + (half ? 0 : 1))
      await world.insert(site, 'swaps', {
        person: person.id,
        kind: 'offer',
        shift,
        wants: own,
        comments: '',
        state: 'offered',
        created_at: NOW,
        searched_at: new Date(0),
      })
    }
  const circles = async () =>
    (await world.superuser.query('select count(*)::int as n from core.swap_circles where site_id = $1', [site.id]))
      .rows[0].n
  await tick()
  expect(await circles()).toBe(ASK_LIMIT)
  await tick()
  expect(await circles()).toBe(more)
})

test('the shifts around the given one are among what its person can get, however many come before', async ({
  world,
  site,
  member,
  priya,
  shiftOn,
  as,
}) => {
  const [mine, before] = [await shiftOn(28, member), await shiftOn(1, priya)]
  const near = await shiftOn(29, priya)
  await world.superuser.query(
    `insert into core.shifts (site_id, event, person, draft, start, "end")
      select site_id, event, person, draft, start - interval '3 days' + n * interval '1 minute', "end" - interval '3 days' + n * interval '1 minute'
      from core.shifts, generate_series(1, 500) n where id = $1 and site_id = $2`,
    [before, site.id],
  )
  const { body } = await (await as(member))('GET', `/swaps/options?shift=${mine}`)
  expect(body.shifts.map(({ id }: { id: number }) => id)).toContain(near)
})
