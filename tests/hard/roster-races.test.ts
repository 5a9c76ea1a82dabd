import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { takeShift } from '#server/open-shifts/commands.ts'
import { publishEvent, publishShift, unpublishEvent } from '#server/publishing/commands.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignRequest, declineRequest } from '#server/requests/answer/commands.ts'
import { signUp, withdraw } from '#server/requests/sign-up/commands.ts'
import { assignShift } from '#server/shifts/assign/commands.ts'
import { repeatEvent } from '#server/shifts/repeat/commands.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import type { RosterEdit } from '#server/shifts/roster-editor/contract.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { settle } from '#tests/support/messages/messaging.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const ROUNDS = process.env.PROOF ? 200 : 2
const NOW = new Date('2027-06-01T11:00:00Z')
const SPAN = { start: '2027-06-05T09:00Z', end: '2027-06-05T12:00Z' }
const engine = createProductCollections()

const EMPTY: RosterEdit = { publish: false, event: null, added: [], changed: [], removed: [] }
const IN_TEN = { start: '2027-06-05T10:00', end: '2027-06-05T11:00' }
const UNFILLED = { person: null, assignment: null, role: null, location: null, notes: '', ...IN_TEN }

const test = worldTest
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ self_assign: true }))
  .extend('admins', { scope: 'file' }, async ({ world, site }) => [
    await world.makePerson(site, { name: 'Ada', role: 'admin' }),
    await world.makePerson(site, { name: 'Bea', role: 'admin' }),
  ])
  .extend('members', { scope: 'file' }, async ({ world, site }) => {
    const people: Person[] = []
    for (let n = 0; n < 50; n++) people.push(await world.makePerson(site))
    return people
  })
  .extend(
    'rows',
    { scope: 'file' },
    ({ world }) =>
      async (text: string, values: unknown[] = []) =>
        (await world.superuser.query(text, values)).rows,
  )
  .extend(
    'admin',
    { scope: 'file' },
    ({ world, site, admins }) =>
      <T>(work: (ctx: Ctx) => Promise<T>, n = 0) =>
        world.act(site, adminActor(admins[n]!), work),
  )
  .extend(
    'member',
    { scope: 'file' },
    ({ world, site }) =>
      <T>(who: Person, work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, memberActor(who), work),
  )
  .extend('newRace', ({ world, site, admin }) => async () => {
    const { id: event } = await world.insert(site, 'events', { name: 'Race', ...SPAN })
    return {
      event,
      shift: async (over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'shifts', { event, ...SPAN, draft: '2027-05-01T00:00Z', ...over })).id,
      editor: () => world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: site.timezone })),
      save: (input: Partial<RosterEdit>, n = 0) =>
        admin((ctx) => saveRoster(ctx, engine, event, { ...EMPTY, ...input }), n),
    }
  })
  .extend('race', ({ newRace }) => newRace())

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => (/^[a-z_]+$/.test(error.code ?? '') ? String(error.code) : `defect ${error}`),
  )

test(`members, grid, editors and the request list compete for the last open shift: one of them gets it, ${ROUNDS} times`, async ({
  world,
  site,
  members,
  rows,
  admin,
  member,
  newRace,
}) => {
  for (let round = 0; round < ROUNDS; round++) {
    const race = await newRace()
    await rows('update core.shifts set person = null where site_id = $1', [site.id])
    const shift = await race.shift()
    const asking = (await world.insert(site, 'requests', { event: race.event, person: members[0]?.id })).id
    const { shifts } = await race.editor()
    const version = shifts[0]?.version ?? ''
    const by = (n: number) => members[n % members.length]!
    const work = [
      ...Array.from({ length: 30 }, (_, n) => ({
        who: by(n + 1).id,
        go: member(by(n + 1), (ctx) => takeShift(ctx, shift)),
      })),
      ...Array.from({ length: 10 }, (_, n) => ({
        who: by(n + 31).id,
        go: admin((ctx) => assignShift(ctx, engine, shift, { person: by(n + 31).id, was: null }), n % 2),
      })),
      ...Array.from({ length: 8 }, (_, n) => ({
        who: by(n + 41).id,
        go: race.save({ changed: [{ id: shift, version, fields: { person: by(n + 41).id } }] }, n % 2),
      })),
      { who: by(0).id, go: admin((ctx) => assignRequest(ctx, engine, asking, { shift })) },
      { who: by(0).id, go: admin((ctx) => assignRequest(ctx, engine, asking, { shift }), 1) },
    ]
    const answers = await Promise.all(work.map(async ({ who, go }) => ({ who, code: await codeOf(go) })))
    expect(answers.filter(({ code }) => code.startsWith('defect'))).toEqual([])
    const [{ person }] = await rows('select person::int from core.shifts where id = $1', [shift])
    // The person who was told yes is on the shift, and everyone else was told no.
    expect(new Set(answers.filter(({ code }) => code === 'ok').map(({ who }) => who))).toEqual(new Set([person]))
    expect(new Set(answers.filter(({ who }) => who !== person).map(({ code }) => code))).not.toContain('ok')
    await settle(world)
    const told = await rows('select person::int, count(*)::int from core.deliveries where shift = $1 group by 1', [
      shift,
    ])
    expect(told.every((one) => one.person === person && one.count === 1)).toBe(true)
  }
})

test(`one save that arrives several times adds its shifts once, ${ROUNDS} times`, async ({ newRace }) => {
  for (let round = 0; round < ROUNDS; round++) {
    const race = await newRace()
    const added = [
      { key: 'new-1', fields: UNFILLED },
      { key: 'new-2', fields: UNFILLED },
    ]
    const token = `t${round}`
    const answers = await Promise.all([
      race.save({ added, token }),
      race.save({ added, token }),
      race.save({ added, token }),
    ])
    expect(new Set(answers.map(({ saved }) => saved))).toEqual(new Set([true]))
    expect((await race.editor()).shifts).toHaveLength(2)
    expect(await race.save({ added, token: `other${round}` })).toMatchObject({ saved: true })
    expect((await race.editor()).shifts).toHaveLength(4)
  }
})

test(`one repetition that arrives several times is made once, ${ROUNDS} times`, async ({ admin, race }) => {
  await race.shift()
  const rule = { unit: 'week' as const, every: 1, weekdays: [6], monthly: 'day' as const, until: null }
  for (let round = 0; round < ROUNDS; round++) {
    const ask = { rule: { ...rule, count: 2 * round + 2 }, except: [], places: true, token: `r${round}` }
    const [a, b] = await Promise.all([
      admin((ctx) => repeatEvent(ctx, engine, race.event, ask)),
      admin((ctx) => repeatEvent(ctx, engine, race.event, ask)),
    ])
    expect(a).toHaveLength(2)
    expect(b).toEqual(a)
  }
})

test(`two editors of one event: compatible changes are stored, or the second one learns who was first, ${ROUNDS} times`, async ({
  admins,
  race,
}) => {
  const [one, two] = [await race.shift(), await race.shift()]
  for (let round = 0; round < ROUNDS; round++) {
    const { shifts, event: stored } = await race.editor()
    const version = (id: number) => shifts.find((shift) => shift.id === id)?.version ?? ''
    const note = (id: number, notes: string) => ({ id, version: version(id), fields: { notes } })
    expect(
      await Promise.all([
        race.save({ changed: [note(one, `a${round}`)] }, 0),
        race.save({ changed: [note(two, `b${round}`)] }, 1),
      ]),
    ).toMatchObject([{ saved: true }, { saved: true }])
    const after = (await race.editor()).shifts
    expect(after.find(({ id }) => id === one)?.notes).toBe(`a${round}`)
    expect(after.find(({ id }) => id === two)?.notes).toBe(`b${round}`)
    // The event's own fields: one editor wins, and nothing of the loser is stored, not even their shifts.
    const named = (n: number) => ({ event: { version: stored.version, fields: { name: `By ${n} in ${round}` } } })
    const answers = await Promise.allSettled([
      race.save({ ...named(0), added: [{ key: 'new-1', fields: UNFILLED }] }, 0),
      race.save({ ...named(1), added: [{ key: 'new-1', fields: UNFILLED }] }, 1),
    ])
    const winner = answers.findIndex(({ status }) => status === 'fulfilled')
    const conflicts = [{ collection: 'events', id: race.event, removed: false, by: admins[winner]?.name }]
    expect(answers[1 - winner]).toMatchObject({ status: 'rejected', reason: { extras: { body: { conflicts } } } })
    const now = await race.editor()
    expect(now.event.fields.name).toBe(`By ${winner} in ${round}`)
    expect(now.shifts).toHaveLength(3 + round)
  }
})

test(`concurrent edits of every kind on one event end without a defect, ${ROUNDS} times`, async ({
  world,
  site,
  members,
  admin,
  member,
  newRace,
}) => {
  const allowed = new Set(['ok', 'conflict', 'invalid', 'not_found'])
  for (let round = 0; round < ROUNDS; round++) {
    const race = await newRace()
    const ids = [await race.shift(), await race.shift({ draft: null }), await race.shift({ person: members[3]?.id })]
    const asking = (await world.insert(site, 'requests', { event: race.event, person: members[5]?.id })).id
    const { shifts } = await race.editor()
    const version = (id: number) => shifts.find((shift) => shift.id === id)?.version ?? ''
    const [a = 0, b = 0, c = 0] = ids
    const work = [
      member(members[3]!, (ctx) => takeShift(ctx, a)),
      member(members[4]!, (ctx) => takeShift(ctx, a)),
      member(members[6]!, (ctx) => signUp(ctx, { event: race.event, comments: 'x' })),
      member(members[5]!, (ctx) => withdraw(ctx, race.event)),
      admin((ctx) => publishEvent(ctx, race.event)),
      admin((ctx) => unpublishEvent(ctx, race.event), 1),
      admin((ctx) => publishShift(ctx, b), 1),
      admin((ctx) => assignRequest(ctx, engine, asking, { publish: true })),
      admin((ctx) => declineRequest(ctx, asking, 'no'), 1),
      admin((ctx) => assignShift(ctx, engine, c, { person: members[4]?.id ?? null, was: members[3]?.id ?? null })),
      admin((ctx) => engine.update(ctx, 'shifts', { id: a, person: members[3]?.id }), 1),
      admin((ctx) => engine.update(ctx, 'people', { id: members[3]?.id, notes: `n${round}` }), 1),
      race.save({
        changed: [{ id: b, version: version(b), fields: { person: members[3]?.id } }],
        removed: [{ id: c, version: version(c) }],
      }),
      race.save({ changed: [{ id: a, version: version(a), fields: { person: members[4]?.id } }], publish: true }, 1),
      admin((ctx) => engine.remove(ctx, 'events', race.event)),
    ]
    const codes = await Promise.all(work.map(codeOf))
    expect(codes.filter((code) => !allowed.has(code))).toEqual([])
  }
})

test(`over HTTP, double clicks are one click and never a 5xx, ${ROUNDS} times`, async ({
  world,
  api,
  site,
  admins,
  members,
  rows,
  newRace,
}) => {
  const [ada, bea] = await Promise.all(admins.map((one) => api.signIn(site, one)))
  const mia = await api.signIn(site, members[7]!)
  for (let round = 0; round < ROUNDS; round++) {
    const race = await newRace()
    const [shift, hidden] = [await race.shift(), await race.shift({ draft: null, person: members[8]?.id })]
    const asked = (await world.insert(site, 'requests', { event: race.event, person: members[9]?.id })).id
    const call = (method: string, path: string, body?: unknown, headers = ada) =>
      api.call(site, { method, path, body, headers })
    const twice = (...args: Parameters<typeof call>) => [call(...args), call(args[0], args[1], args[2], args[3] ?? bea)]
    const answers = await Promise.all([
      ...twice('PUT', `/shifts/${shift}/person`, { person: members[1]?.id, was: null }),
      ...twice('PUT', `/shifts/${hidden}/publish`),
      ...twice('PUT', `/events/${race.event}/publish`),
      ...twice('PUT', `/requests/${asked}/decline`, { reason: 'All shifts are taken.' }),
      ...twice('POST', '/requests/batch', [{ event: race.event, comments: 'me' }], mia),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await rows('select person::int from core.shifts where id = $1', [shift])).toEqual([
      { person: members[1]?.id },
    ])
    expect(
      await rows('select count(*)::int from core.requests where event = $1 and person = $2', [
        race.event,
        members[7]?.id,
      ]),
    ).toEqual([{ count: 1 }])
    await settle(world)
    // The person of the published shift and the declined one were each notified once.
    const told = await rows(
      "select kind, count(*)::int from core.deliveries where person in ($1, $2) and (shift = $3 or kind = 'request.declined' and created_at >= $4) group by kind order by kind",
      [members[8]?.id, members[9]?.id, hidden, NOW],
    )
    expect(told.find(({ kind }) => kind === 'shift.assigned')?.count).toBe(1)
    expect(await rows('select new, declined_reason from core.requests where id = $1', [asked])).toEqual([
      { new: false, declined_reason: 'All shifts are taken.' },
    ])
  }
})
