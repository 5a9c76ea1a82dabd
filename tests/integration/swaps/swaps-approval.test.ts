import { expect } from 'vitest'
import { loader as allSwapsLoader } from '#app/features/swaps/routes/swaps.all.tsx'
import { loader as toDoLoader } from '#app/features/todo/routes/todo.tsx'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import { readApproval } from '#server/swaps/queries.ts'
import { listToDo } from '#server/todo/queries.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const test = base.extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', approve_swaps: true }))

test('where coordinators approve, nothing moves before they do; no one else sees or answers it', async ({
  as,
  member,
  admin,
  others,
  shiftOn,
  holders,
  messages,
}) => {
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
})

test('the participants are told of the club’s no, of a withdrawal and of a missed approval, even if they only take a shift', async ({
  as,
  at,
  member,
  admin,
  others,
  shiftOn,
  messages,
  tick,
  world,
}) => {
  const [priya] = others as [Person]
  const [ann, pri, ada] = [await as(member), await as(priya), await as(admin)]
  const agree = async (day: number) => {
    const { id } = (await ann('POST', '/swaps', { shift: await shiftOn(day, member), kind: 'hand_over', to: priya.id }))
      .body
    await pri('PUT', `/swaps/${id}/accept`)
    return id as number
  }
  const ended = async (person: Person) =>
    (await messages(person)).filter((line) => line.startsWith('swap.declined')).length
  const declined = (await ada('PUT', `/swaps/${await agree(3)}/decline`)).body
  expect(declined).toMatchObject({ state: 'declined', declined_by_club: true })
  expect([await ended(member), await ended(priya)]).toEqual([1, 1])
  await ann('PUT', `/swaps/${await agree(4)}/withdraw`)
  expect([await ended(member), await ended(priya)]).toEqual([1, 2])
  await agree(5)
  world.clock.set(new Date('2027-07-05T09:00:30Z'))
  try {
    await tick()
    const { rows } = await world.superuser.query(
      "select facts -> 'paragraphs' ->> 0 as why, useful_until > $2 as useful from core.deliveries where person = any ($1) and kind = 'swap.declined' and channel = 'email' order by id desc limit 2",
      [[member.id, priya.id], world.clock.now()],
    )
    const why = 'No coordinator approved it before the first shift started.'
    expect(rows).toEqual([
      { why, useful: true },
      { why, useful: true },
    ])
    expect((await (await as(member))('GET', '/swaps?state=ended')).body.swaps[0]).toMatchObject({ state: 'expired' })
  } finally {
    at()
  }
})

test('the other admins who were asked to approve hear once how that has ended, also if it is undone in between', async ({
  called,
  member,
  admin,
  priya,
  site,
  shiftOn,
  messages,
  world,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob', role: 'admin' })
  const [ann, pri, ada] = [await called(member), await called(priya), await called(admin)]
  const agree = async (day: number) => {
    const { id } = await ann('POST', '/swaps', { shift: await shiftOn(day, member), kind: 'hand_over', to: priya.id })
    await pri('PUT', `/swaps/${id}/accept`)
    await world.superuser.query("update core.deliveries set state = 'sent' where kind = 'swap.asked'")
    return id as number
  }
  const ended = async (person: Person) =>
    (await messages(person)).filter((line) => line.startsWith('swap.declined')).map((line) => line.split(' ')[1])
  const id = await agree(3)
  await ada('PUT', `/swaps/${id}/decline`)
  expect([await ended(admin), await ended(bob)]).toEqual([[], ['queued']])
  await ada('PUT', `/swaps/${id}/undo`)
  expect(await ended(bob)).toEqual(['cancelled'])
  await ada('PUT', `/swaps/${id}/decline`)
  expect([await ended(admin), await ended(bob)]).toEqual([[], ['queued']])
  await ada('PUT', `/swaps/${await agree(4)}/withdraw`)
  expect([await ended(admin), await ended(bob)]).toEqual([[], ['queued', 'queued']])
})

test('the buttons of messages to admins lead to the swap: to approve it, or among those that have ended', async ({
  called,
  member,
  admin,
  priya,
  site,
  shiftOn,
  api,
  world,
}) => {
  const bob = await world.makePerson(site, { name: 'Bob', role: 'admin' })
  const [ann, pri, ada] = [await called(member), await called(priya), await called(admin)]
  const agree = async (day: number) => {
    const { id } = await ann('POST', '/swaps', { shift: await shiftOn(day, member), kind: 'hand_over', to: priya.id })
    await pri('PUT', `/swaps/${id}/accept`)
    return id as number
  }
  const [soon, later] = [await agree(3), await agree(4)]
  await world.superuser.query("update core.deliveries set state = 'sent' where kind = 'swap.asked'")
  const read = async () => {
    const { rows } = await world.superuser.query<{ kind: string; action: { label: string; path: string } }>(
      "select kind, facts -> 'action' as action from core.deliveries where person = $1 and channel = 'email' order by id",
      [bob.id],
    )
    return Promise.all(rows.map(async ({ kind, action }) => [kind, action.label, await follow(action.path)]))
  }
  const follow = async (path: string) => {
    const load = path.startsWith('/todo') ? toDoLoader : allSwapsLoader
    const request = new Request(`http://${site.slug}.localhost${path}`)
    const context = { app: api.context, site, actor: adminActor(bob), nonce: '', requestId: 'test' }
    const page = (await load({ request, params: {}, context } as never)) as { swap?: SwapList; list?: SwapList }
    return (page.swap ?? page.list)?.swaps.map(({ id }) => id).sort((a, b) => a - b)
  }
  expect(await read()).toEqual([
    ['swap.asked', 'Approve or decline', [soon]],
    ['swap.asked', 'Approve or decline', [later]],
  ])
  await ada('PUT', `/swaps/${later}/decline`)
  await ada('PUT', `/swaps/${soon}/approve`)
  expect((await read()).slice(2)).toEqual([
    ['swap.declined', 'Open swaps', [soon, later]],
    ['swap.done', 'Open swaps', [soon, later]],
  ])
})

test('admins see on the dashboard how many circles wait for approval, the earliest deadline first', async ({
  as,
  site,
  member,
  admin,
  others,
  shiftOn,
  world,
}) => {
  const [priya, tomasz] = others as [Person, Person]
  const [ann, pri, tom] = [await as(member), await as(priya), await as(tomasz)]
  const [late, soon, pris] = [await shiftOn(20, member), await shiftOn(3, member), await shiftOn(4, priya)]
  const handOver = (await ann('POST', '/swaps', { shift: late, kind: 'hand_over', to: tomasz.id })).body.id
  await tom('PUT', `/swaps/${handOver}/accept`)
  await ann('POST', '/swaps', { shift: soon, kind: 'offer' })
  const circle = (await pri('POST', '/swaps', { shift: pris, kind: 'offer' })).body.id
  for (const call of [ann, pri])
    for (const { id } of (await call('GET', '/swaps?state=open')).body.swaps) await call('PUT', `/swaps/${id}/accept`)
  const { count, items } = await world.act(site, adminActor(admin), (ctx) => listToDo(ctx, { kind: 'swap', limit: 5 }))
  expect(count).toBe(2)
  const lists = []
  for (const { id } of items) lists.push(await world.act(site, adminActor(admin), (ctx) => readApproval(ctx, id)))
  expect(lists).toMatchObject([{ swaps: [{ circle: [{}, {}] }] }, { swaps: [{ id: handOver }] }])
  expect(lists[0]!.shifts[soon]).toMatchObject({ id: soon })
  expect(circle).toBeGreaterThan(0)
  const first = items[0]!.id
  await expect(world.act(site, memberActor(member), (ctx) => readApproval(ctx, first))).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('an admin undoes an approval: the shifts move back with their times and answers, and no one hears of it', async ({
  called,
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
  const [ann, pri, ada] = [await called(member), await called(priya), await called(admin)]
  const times = { modified_start: '2027-07-03T09:30:00Z', assigned_at: '2027-05-02T09:00:00Z' }
  const [anns, pris] = [await shiftOn(3, member, times), await shiftOn(4, priya)]
  await ann('PUT', `/shifts/${anns}/answer`, { answer: 'confirmed' })
  await pri('PUT', `/shifts/${pris}/answer`, { answer: 'confirmed' })
  const { id } = await ann('POST', '/swaps', { shift: anns, kind: 'swap', for: pris })
  const { together } = await pri('PUT', `/swaps/${id}/accept`)
  const facts = async () =>
    (
      await world.superuser.query(
        `select person::int, modified_start, assigned_at, answer, answered_at,
          (select count(*) from core.answers a where a.shift = f.id) as answers from core.shift_facts f where id = any ($1) order by id`,
        [[anns, pris]],
      )
    ).rows
  const before = await facts()
  expect(before[0]).toMatchObject({ person: member.id, answer: 'confirmed' })
  expect((await ada('PUT', `/swaps/${id}/approve`, { together })).state).toBe('done')
  expect(await holders(anns, pris)).toEqual([priya.id, member.id])
  expect((await (await as(member))('PUT', `/swaps/${id}/undo`)).status).toBe(403)
  for (const _ of [1, 2])
    expect(await ada('PUT', `/swaps/${id}/undo`, { together })).toMatchObject({
      state: 'proposed',
      awaits_approval: true,
      ended_at: null,
    })
  expect(await facts()).toEqual(before)
  for (const person of [member, priya])
    expect((await messages(person)).filter((line) => !line.startsWith('swap.asked'))).toEqual(['swap.done cancelled'])
  expect(await messages(admin)).toContain('swap.asked queued')
  expect((await ada('PUT', `/swaps/${id}/approve`, { together })).state).toBe('done')
  expect(await holders(anns, pris)).toEqual([priya.id, member.id])
  for (const person of [member, priya]) expect(await messages(person)).toContain('swap.done queued')
})

test('an admin undoes a decline, but not once its messages are due, a shift has changed or it is offered again', async ({
  as,
  at,
  called,
  member,
  admin,
  others,
  shiftOn,
  holders,
  messages,
  world,
}) => {
  const [priya, tomasz] = others as [Person, Person]
  const [ann, pri, ada] = [await called(member), await called(priya), await called(admin)]
  const tried = async (id: number) => (await (await as(admin))('PUT', `/swaps/${id}/undo`)).status
  const agree = async (day: number) => {
    const shift = await shiftOn(day, member)
    const { id } = await ann('POST', '/swaps', { shift, kind: 'hand_over', to: priya.id })
    await pri('PUT', `/swaps/${id}/accept`)
    return { shift, id: id as number }
  }
  const first = await agree(3)
  await ada('PUT', `/swaps/${first.id}/decline`)
  expect(await ada('PUT', `/swaps/${first.id}/undo`)).toMatchObject({ state: 'proposed', awaits_approval: true })
  expect(await messages(member)).toEqual(['swap.declined cancelled'])
  await ada('PUT', `/swaps/${first.id}/decline`)
  await ann('POST', '/swaps', { shift: first.shift, kind: 'hand_over', to: tomasz.id })
  expect(await tried(first.id)).toBe(409)

  const second = await agree(4)
  await ada('PUT', `/swaps/${second.id}/approve`)
  await ada('PUT', '/shifts/', [{ id: second.shift, person: tomasz.id }])
  expect(await tried(second.id)).toBe(409)
  expect(await holders(second.shift)).toEqual([tomasz.id])

  const third = await agree(5)
  await ada('PUT', `/swaps/${third.id}/approve`)
  world.clock.set(new Date(NOW.getTime() + 2 * UNDO_WINDOW_MS))
  try {
    expect(await tried(third.id)).toBe(409)
    expect(await holders(third.shift)).toEqual([priya.id])
  } finally {
    at()
  }
})
