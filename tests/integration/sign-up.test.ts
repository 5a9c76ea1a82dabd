import { describe, expect } from 'vitest'
import {
  createRequests,
  signUp,
  signUpToSeries,
  takeShift,
  withdraw,
  withdrawAll,
} from '#server/requests/sign-up/commands.ts'
import { batchInput, SERIES_COMMENT, signUpInput } from '#server/requests/sign-up/contract.ts'
import { listMissingCompetencies } from '#server/requests/sign-up/missing-competencies.ts'
import { getOwnPart, getSeriesPage, getSeriesPosition } from '#server/requests/sign-up/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

type Person = { id: number; name: string; email: string }
const NOW = new Date('2027-07-01T12:00:00Z')
const ROUNDS = process.env.PROOF ? 200 : 6

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', ({ world }) => world.makeSite({ self_assign: true }))
  .extend('me', { auto: true }, ({ world, site }) => world.makePerson(site))
  .extend(
    'event',
    ({ world, site }) =>
      async (day = '2027-07-10', over: Record<string, unknown> = {}) =>
        (await world.insert(site, 'events', { name: day, start: `${day}T10:00Z`, end: `${day}T12:00Z`, ...over })).id,
  )
  .extend(
    'shift',
    ({ world, site }) =>
      async (on: number, over: Record<string, unknown> = {}) =>
        (
          await world.insert(site, 'shifts', {
            event: on,
            start: '2027-07-10T10:00Z',
            end: '2027-07-10T12:00Z',
            draft: '2027-01-01T00:00Z',
            ...over,
          })
        ).id,
  )
  .extend(
    'as',
    ({ world, site }) =>
      <T>(who: Person, work: Parameters<typeof world.act<T>>[2]) =>
        world.act(site, memberActor(who), work),
  )
  .extend(
    'rows',
    { scope: 'file' },
    ({ world }) =>
      async (text: string, values: unknown[] = []) =>
        (await world.superuser.query(text, values)).rows,
  )
  .extend(
    'requests',
    ({ rows, site }) =>
      () =>
        rows('select event::int, person::int, comments from core.requests where site_id = $1 order by event, person', [
          site.id,
        ]),
  )
  .extend(
    'batch',
    ({ as }) =>
      (who: Person, body: unknown) =>
        as(who, (ctx) => createRequests(ctx, batchInput.parse(body))),
  )

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'defect',
  )

describe('asking for an event', () => {
  test('once is one request; again keeps it and takes the newer comment', async ({
    event,
    as,
    me,
    requests,
    world,
    site,
  }) => {
    const on = await event()
    await as(me, (ctx) => signUp(ctx, { event: on, comments: 'Bow, please' }))
    await as(me, (ctx) => signUp(ctx, { event: on, comments: '' }))
    expect(await requests()).toEqual([{ event: on, person: me.id, comments: 'Bow, please' }])
    await as(me, (ctx) => signUp(ctx, { event: on, comments: 'Anything' }))
    expect(await requests()).toEqual([{ event: on, person: me.id, comments: 'Anything' }])
    const part = await world.withSite(site.id, (db) => getOwnPart(db, { event: on, person: me.id, day: '2027-07-10' }))
    expect(part).toMatchObject({ request: { state: 'waiting', comments: 'Anything' }, mark: null })
  })

  test('withdrawing removes it, twice as well; a declined one stays and is not asked for again', async ({
    event,
    as,
    me,
    requests,
    world,
    site,
  }) => {
    const on = await event()
    await as(me, (ctx) => signUp(ctx, { event: on, comments: '' }))
    await as(me, (ctx) => withdraw(ctx, on))
    await as(me, (ctx) => withdraw(ctx, on))
    expect(await requests()).toEqual([])
    await world.insert(site, 'requests', { event: on, person: me.id, declined_at: NOW })
    await as(me, (ctx) => withdraw(ctx, on))
    expect(await requests()).toHaveLength(1)
    expect(await codeOf(as(me, (ctx) => signUp(ctx, { event: on, comments: '' })))).toBe('conflict')
  })

  test('for one assignment of the published roster: the wish goes with the request, the newest one counts', async ({
    event,
    world,
    site,
    shift,
    me,
    as,
  }) => {
    const on = await event()
    const [boat, bar] = [
      (await world.insert(site, 'assignments', { name: 'Safety boat' })).id,
      (await world.insert(site, 'assignments', { name: 'Bar' })).id,
    ]
    const role = (await world.insert(site, 'roles', { name: 'Helm' })).id
    await shift(on, { assignment: boat, role })
    await shift(on, { assignment: bar, draft: null })
    const askedFor = async () => {
      const part = await world.withSite(site.id, (db) =>
        getOwnPart(db, { event: on, person: me.id, day: '2027-07-10' }),
      )
      return part.request?.assignment_name
    }
    const ask = (assignment: number | null, wanted: number | null) =>
      codeOf(as(me, (ctx) => signUp(ctx, { event: on, comments: '', assignment, role: wanted })))
    expect([await ask(bar, null), await ask(boat, null), await askedFor()]).toEqual(['invalid', 'invalid', undefined])
    expect([await ask(null, null), await askedFor()]).toEqual(['done', ''])
    expect([await ask(boat, role), await askedFor()]).toEqual(['done', 'Safety boat · Helm'])
    expect([await ask(null, null), await askedFor()]).toEqual(['done', 'Safety boat · Helm'])
    expect(signUpInput.parse({ comments: '', assignment: `${boat}`, role: '' })).toMatchObject({
      assignment: boat,
      role: null,
    })
  })

  test('not for what is over, put away, unknown or another site’s', async ({ world, event, as, me, requests }) => {
    const other = await world.makeSite()
    const theirs = await world.insert(other, 'events', {
      name: '',
      start: '2027-07-10T10:00Z',
      end: '2027-07-10T12:00Z',
    })
    const codes = []
    for (const on of [await event('2027-06-30'), await event('2027-07-10', { archived: true }), theirs.id, 9_999_999])
      codes.push(await codeOf(as(me, (ctx) => signUp(ctx, { event: on, comments: '' }))))
    expect(codes).toEqual(['invalid', 'invalid', 'not_found', 'not_found'])
    expect(await requests()).toEqual([])
  })
})

describe('requests in one go', () => {
  test('creates what is missing and answers those ids; staging flags are dropped, one object is a list', async ({
    event,
    batch,
    me,
    requests,
  }) => {
    const [a, b] = [await event('2027-07-10'), await event('2027-07-11')]
    const first = await batch(me, {
      person: me.id,
      event: a,
      comments: 'Series Auto-Signup',
      assignment: null,
      role: null,
      location: null,
      new: true,
    })
    expect(first).toHaveLength(1)
    const second = await batch(me, [{ event: a }, { event: b, comments: 'x' }, { event: b, id: -1 }])
    expect(second).toHaveLength(1)
    expect(await requests()).toEqual([
      { event: a, person: me.id, comments: 'Series Auto-Signup' },
      { event: b, person: me.id, comments: 'x' },
    ])
    expect(await batch(me, [{ event: a }, { event: b }])).toEqual([])
    expect(await batch(me, [])).toEqual([])
  })

  test('all or nothing, with the field of each item; a member asks for nobody else, an admin may', async ({
    event,
    world,
    site,
    batch,
    me,
    requests,
  }) => {
    const on = await event()
    const other = await world.makePerson(site)
    const refused = await batch(me, [{ event: on }, { event: 9_999_999 }]).catch((error) => error)
    expect(refused).toMatchObject({ code: 'invalid', extras: { items: [null, { event: ['Not found.'] }] } })
    expect(await codeOf(batch(me, [{ event: on, person: other.id }]))).toBe('forbidden')
    expect(await requests()).toEqual([])
    await world.act(site, adminActor(me), (ctx) =>
      createRequests(ctx, batchInput.parse([{ event: on, person: other.id }])),
    )
    expect(await requests()).toMatchObject([{ person: other.id }])
  })

  test('a member’s are for what is to come; an admin may enter one of the past', async ({
    event,
    batch,
    me,
    requests,
    world,
    site,
  }) => {
    const [on, past] = [await event(), await event('2027-06-01')]
    const away = await event('2027-07-12', { archived: true })
    const refused = await batch(me, [{ event: on }, { event: past }, { event: away }]).catch((error) => error)
    expect(refused).toMatchObject({
      code: 'invalid',
      extras: { items: [null, { event: ['This event is over.'] }, { event: ['This event is no longer open.'] }] },
    })
    expect(await requests()).toEqual([])
    const noted = await world.act(site, adminActor(me), (ctx) =>
      createRequests(ctx, batchInput.parse([{ event: past }])),
    )
    expect(noted).toHaveLength(1)
  })
})

describe('a whole series', () => {
  test('every event to come without a request, once, however often and from however many tabs', async ({
    world,
    site,
    event,
    as,
    me,
    requests,
  }) => {
    const series = (await world.insert(site, 'series', { name: 'League' })).id
    const past = await event('2027-06-01', { series })
    const asked = await event('2027-07-10', { series })
    const [b, c] = [await event('2027-07-17', { series }), await event('2027-07-24', { series })]
    await event('2027-07-31', { series, archived: true })
    await as(me, (ctx) => signUp(ctx, { event: asked, comments: 'mine' }))
    const created = await Promise.all(Array.from({ length: 8 }, () => as(me, (ctx) => signUpToSeries(ctx, series))))
    expect(created.flat()).toHaveLength(2)
    const place = (on: number) =>
      world.withSite(site.id, (db) => getSeriesPosition(db, { event: on, person: me.id, now: NOW }))
    expect([await place(past), await place(c)]).toEqual([
      { position: 1, count: 4, more: false },
      { position: 4, count: 4, more: false },
    ])
    await as(me, (ctx) => withdraw(ctx, b))
    expect([(await place(c))?.more, await place(await event())]).toEqual([true, null])
    await as(me, (ctx) => signUpToSeries(ctx, series))
    expect((await requests()).map((r) => [r.event, r.comments])).toEqual([
      [asked, 'mine'],
      [b, 'Series Auto-Signup'],
      [c, 'Series Auto-Signup'],
    ])
    const page = await world.withSite(site.id, (db) =>
      getSeriesPage(db, { series, person: me.id, admin: false, now: NOW, zone: site.timezone }),
    )
    expect(page?.events.map(({ id, requested, over, empty }) => [id, requested, over, empty])).toEqual([
      [past, false, true, null],
      [asked, true, false, null],
      [b, true, false, null],
      [c, true, false, null],
    ])
  })
})

describe('some events of a series', () => {
  test('only the chosen ones, without what is over or of another series; one withdrawal takes all back', async ({
    world,
    site,
    event,
    as,
    me,
    requests,
  }) => {
    const series = (await world.insert(site, 'series', { name: 'Winter' })).id
    const past = await event('2027-06-01', { series })
    const [a, b] = [await event('2027-07-10', { series }), await event('2027-07-17', { series })]
    const other = await event('2027-07-18')
    const created = await as(me, (ctx) => signUpToSeries(ctx, series, [past, b, other]))
    expect((await requests()).map((request) => request.event)).toEqual([b])
    expect(created).toHaveLength(1)
    expect(await as(me, (ctx) => signUpToSeries(ctx, series, []))).toEqual([])
    const ids = [...created, ...(await as(me, (ctx) => signUpToSeries(ctx, series, [a])))]
    const somebody = await world.makePerson(site)
    expect(await as(somebody, (ctx) => withdrawAll(ctx, ids))).toBe(0)
    expect(await as(me, (ctx) => withdrawAll(ctx, [...ids, 999_999]))).toBe(2)
    expect(await requests()).toEqual([])
  })

  test('a list with the comment of a series sign-up skips what is over and takes the rest', async ({
    event,
    as,
    me,
    requests,
  }) => {
    const [past, coming] = [await event('2027-06-01'), await event('2027-07-17')]
    const list = [past, coming].map((id) => ({ event: id, comments: SERIES_COMMENT }))
    expect(await as(me, (ctx) => createRequests(ctx, list))).toHaveLength(1)
    expect((await requests()).map((request) => request.event)).toEqual([coming])
  })
})

describe('taking an open shift', () => {
  test('is immediate, only where the site allows it, notifies nobody and is in the log', async ({
    shift,
    event,
    as,
    me,
    rows,
  }) => {
    const place = await shift(await event())
    await as(me, (ctx) => takeShift(ctx, place))
    await as(me, (ctx) => takeShift(ctx, place))
    const [stored] = await rows('select person::int, sequence, assigned_at from core.shifts where id = $1', [place])
    expect(stored).toMatchObject({ person: me.id, sequence: 1 })
    expect(stored.assigned_at.getTime()).toBeGreaterThanOrEqual(NOW.getTime())
    expect(
      await rows("select action from core.audit where action = 'shift.take' and subject_id = $1", [place]),
    ).toHaveLength(1)
  })

  describe('where the site does not allow it', () => {
    test.override('site', ({ world }) => world.makeSite({ self_assign: false }))

    test('is refused', async ({ shift, event, as, me }) => {
      const closed = await shift(await event())
      expect(await codeOf(as(me, (ctx) => takeShift(ctx, closed)))).toBe('forbidden')
    })
  })

  test('not a draft, a past one, somebody else’s, or a second one of the same time', async ({
    event,
    world,
    site,
    shift,
    as,
    me,
  }) => {
    const on = await event()
    const other = await world.makePerson(site)
    const codes = []
    for (const over of [
      { draft: null },
      { person: other.id },
      { start: '2027-06-30T10:00Z', end: '2027-06-30T12:00Z' },
    ]) {
      const place = await shift(on, over)
      codes.push(await codeOf(as(me, (ctx) => takeShift(ctx, place))))
    }
    expect(codes).toEqual(['not_found', 'conflict', 'invalid'])
    const [a, b] = [await shift(on), await shift(on)]
    const both = await Promise.all([a, b].map((place) => codeOf(as(me, (ctx) => takeShift(ctx, place)))))
    expect(both.sort()).toEqual(['done', 'invalid'])
  })

  test('a role that needs what one lacks on that day is closed to members, and says why; not to admins', async ({
    world,
    site,
    event,
    shift,
    me,
    as,
  }) => {
    const competency = (await world.insert(site, 'competencies', { name: 'Powerboat L2', valid_months: 12 })).id
    const role = (await world.insert(site, 'roles', { name: 'Helm', required_competencies: `{${competency}}` })).id
    const on = await event()
    const place = await shift(on, { role })
    await shift(on)
    const lacks = () =>
      world.withSite(site.id, (db) => listMissingCompetencies(db, { event: on, person: me.id, zone: site.timezone }))
    const take = () => codeOf(as(me, (ctx) => takeShift(ctx, place)))
    expect([await lacks(), await take()]).toEqual([
      [{ shift: place, competency: 'Powerboat L2', expired: null }],
      'invalid',
    ])
    const achieved = async (day: string) => world.insert(site, 'records', { person: me.id, competency, achieved: day })
    await achieved('2026-07-09')
    expect([await lacks(), await take()]).toEqual([
      [{ shift: place, competency: 'Powerboat L2', expired: '2027-07-09' }],
      'invalid',
    ])
    await achieved('2026-07-10')
    expect([await lacks(), await take()]).toEqual([[], 'done'])
    const chief = await world.makePerson(site, { role: 'admin' })
    const second = await shift(on, { role, start: '2027-07-10T13:00Z', end: '2027-07-10T14:00Z' })
    expect(await codeOf(world.act(site, adminActor(chief), (ctx) => takeShift(ctx, second)))).toBe('done')
  })

  test(`fifty at the same time on the last open shift: one gets it, ${ROUNDS} times, and no defect`, async ({
    world,
    site,
    shift,
    event,
    rows,
    as,
  }) => {
    const people: Person[] = []
    for (let n = 0; n < 50; n++) people.push(await world.makePerson(site))
    for (let round = 0; round < ROUNDS; round++) {
      const place = await shift(await event())
      await rows('update core.shifts set person = null where site_id = $1 and id <> $2', [site.id, place])
      const codes = await Promise.all(people.map((person) => codeOf(as(person, (ctx) => takeShift(ctx, place)))))
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      expect(codes.filter((code) => code === 'conflict')).toHaveLength(49)
      const [{ person }] = await rows('select person::int from core.shifts where id = $1', [place])
      expect(codes[people.findIndex(({ id }) => id === person)]).toBe('done')
    }
  })
})
