import { describe, expect } from 'vitest'
import { createRequests, signUp, signUpToSeries, withdraw, withdrawAll } from '#server/requests/sign-up/commands.ts'
import { batchInput, SERIES_COMMENT, signUpInput } from '#server/requests/sign-up/contract.ts'
import { getOwnPart, getSeriesPage, getSeriesPosition } from '#server/requests/sign-up/queries.ts'
import { codeOf, NOW, signUpTest as test } from '#tests/support/sign-up.ts'
import { adminActor } from '#tests/support/world.ts'

describe('requesting an event', () => {
  test('once is one request; again keeps it with the newer comment', async ({
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

  test('withdrawing removes it, twice as well; a declined one stays and cannot be repeated', async ({
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

  test('for one assignment of the published roster: the request carries the wish, and the newest one counts', async ({
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

  test('is refused for past, archived and unknown events, and those of another site', async ({
    world,
    event,
    as,
    me,
    requests,
  }) => {
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
  test('creates the missing ones and answers those ids; staging flags are dropped, one object is a list', async ({
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

  test('all or nothing, with the field of each item; a member requests for no one else, an admin may', async ({
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

  test('members request coming events only; an admin may enter a past one', async ({
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
  test('requests every coming event once, however often and from however many tabs', async ({
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
  test('requests only the chosen ones, without past ones or those of another series; one withdrawal reverts all', async ({
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

  test('a list with the comment of a series sign-up skips past events and requests the rest', async ({
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
