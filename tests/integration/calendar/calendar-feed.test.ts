import ICAL from 'ical.js'
import { CompiledQuery } from 'kysely'
import { describe, expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { removeFeed, resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { writeFeed } from '#server/calendar/feed/write.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { settle, tell } from '#tests/support/messages/messaging.ts'
import { readWithPython } from '#tests/support/programs.ts'
import { memberActor, SYSTEM } from '#tests/support/world.ts'

const NOW = new Date('2027-06-01T12:00:00Z')

const test = base
  .extend('site', ({ world }) => world.makeSite({ name: 'Club; with, marks' }))
  .extend('ann', ({ world, site }) => world.makePerson(site, { name: 'Ann' }))
  .extend('bob', { auto: true }, ({ world, site }) => world.makePerson(site, { name: 'Bob' }))
  .extend(
    'event',
    { auto: true },
    async ({ world, site }) =>
      (
        await world.insert(site, 'events', {
          name: 'Race, “four”',
          start: '2027-07-10T08:00Z',
          end: '2027-07-10T16:00Z',
        })
      ).id,
  )
  .extend(
    'shift',
    ({ world, site, event, ann }) =>
      (over: object = {}) =>
        world.insert(site, 'shifts', {
          event,
          person: ann.id,
          start: '2027-07-10T09:00Z',
          end: '2027-07-10T15:00Z',
          draft: '2027-01-01T00:00Z',
          answer_state: 'confirmed',
          answered_at: '2027-01-02T00:00Z',
          ...over,
        }),
  )
  .extend(
    'act',
    ({ ann, world, site }) =>
      <T>(who: typeof ann, work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, memberActor(who), work),
  )
  .extend(
    'sqlOf',
    ({ world, site }) =>
      (text: string, ...values: unknown[]) =>
        world.withSite(site.id, (db) => db.executeQuery(CompiledQuery.raw(text, values)), { access: 'write' }),
  )
  .extend('read', ({ world, site }) => async (secret: string) => {
    const feed = await world.withSite(site.id, (db) => findFeed(db, secret, NOW))
    return feed && writeFeed(feed, site, 'https://club.example')
  })

type On = Pick<FixturesOf<typeof test>, 'bob'>

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const found = new ICAL.Event(component)
    return {
      uid: found.uid,
      start: found.startDate.toJSDate().toISOString(),
      summary: found.summary,
      sequence: found.sequence,
      status: String(component.getFirstPropertyValue('status')),
    }
  })

describe('a calendar feed', () => {
  test('holds the published shifts of its person, and nothing without the secret', async ({
    shift,
    bob,
    act,
    ann,
    read,
  }) => {
    const mine = await shift()
    await shift({ draft: null })
    await shift({ person: bob.id })
    const secret = await act(ann, resetFeed)
    const text = (await read(secret)) ?? ''
    expect(eventsOf(text)).toEqual([
      {
        uid: `shift-${mine.id}@club.example`,
        start: '2027-07-10T09:00:00.000Z',
        summary: 'Race, “four”',
        sequence: 0,
        status: 'CONFIRMED',
      },
    ])
    expect(await read(secret)).toBe(text)
    for (const other of [`${secret.slice(0, -1)}_`, '', String(ann.id)]) expect(await read(other)).toBeNull()
  })

  test.for([
    [
      'given to someone else',
      ({ bob }: On, id: number) => ['update core.shifts set person = $2 where id = $1', id, bob.id],
    ],
    ['left open', (_on: On, id: number) => ['update core.shifts set person = null where id = $1', id]],
    ['unpublished', (_on: On, id: number) => ['update core.shifts set draft = null where id = $1', id]],
    ['removed', (_on: On, id: number) => ['delete from core.shifts where id = $1', id]],
  ] as const)(
    'keeps a shift that was %s as cancelled, with a higher sequence',
    async ([_, change], { shift, act, ann, sqlOf, read, bob, world, site }) => {
      const { id } = await shift({ sequence: 3 })
      await tell(world, site, id, ann)
      const secret = await act(ann, resetFeed)
      const [text, ...values] = change({ bob }, id) as [string, ...unknown[]]
      await sqlOf(text, ...values)
      await settle(world)
      const [gone, ...rest] = eventsOf((await read(secret)) ?? '')
      expect(rest).toEqual([])
      expect(gone).toMatchObject({ uid: `shift-${id}@club.example`, status: 'CANCELLED', summary: 'Race, “four”' })
      expect(gone?.sequence).toBeGreaterThan(3)
    },
  )

  test('a shift that comes back is asked about, with a sequence above the cancelled one, until it is answered', async ({
    shift,
    act,
    ann,
    sqlOf,
    read,
    world,
    site,
  }) => {
    const { id } = await shift()
    await tell(world, site, id, ann)
    const secret = await act(ann, resetFeed)
    await sqlOf('update core.shifts set person = null where id = $1', id)
    await settle(world)
    const [gone] = eventsOf((await read(secret)) ?? '')
    await sqlOf(
      `insert into core.told (person, shift, state, facts, at, by) values ($2, $1, 'not_theirs', '{}', '2027-02-01T00:00Z', 'message')`,
      id,
      ann.id,
    )
    await sqlOf('update core.shifts set person = $2 where id = $1', id, ann.id)
    const [back] = eventsOf((await read(secret)) ?? '')
    expect(back).toMatchObject({ status: 'TENTATIVE' })
    expect(back?.sequence).toBeGreaterThan(gone?.sequence ?? 99)
    world.clock.set(NOW)
    await act(ann, (ctx) => answerShift(ctx, id, { answer: 'confirmed', reason: '', release: false }))
    const [answered] = eventsOf((await read(secret)) ?? '')
    expect(answered).toMatchObject({ status: 'CONFIRMED' })
    expect(answered?.sequence).toBeGreaterThan(back?.sequence ?? 99)
  })

  test('a change shows once it can no longer be undone', async ({ shift, act, ann, bob, read, world, site }) => {
    world.clock.set(NOW)
    const [moved, taken] = [await shift(), await shift()]
    for (const { id } of [moved, taken]) await tell(world, site, id, ann)
    const secret = await act(ann, resetFeed)
    const statuses = async () =>
      eventsOf((await read(secret)) ?? '').map(({ uid, start, status }) => [uid, start, status].join(' '))
    const nine = ({ id }: { id: number }) => `shift-${id}@club.example 2027-07-10T09:00:00.000Z CONFIRMED`
    expect(await statuses()).toEqual([nine(moved), nine(taken)])
    await world.act(site, SYSTEM, (ctx) =>
      inUnitOfWork(undoable(ctx), async ({ db }) => {
        await db
          .updateTable('shifts')
          .set({ start: new Date('2027-07-10T10:00Z') })
          .where('id', '=', moved.id)
          .execute()
        await db.updateTable('shifts').set({ person: bob.id }).where('id', '=', taken.id).execute()
      }),
    )
    expect((await statuses()).sort()).toEqual([nine(moved), nine(taken)].sort())
    await settle(world)
    expect((await statuses()).sort()).toEqual(
      [
        `shift-${moved.id}@club.example 2027-07-10T10:00:00.000Z TENTATIVE`,
        `shift-${taken.id}@club.example 2027-07-10T09:00:00.000Z CANCELLED`,
      ].sort(),
    )
    world.clock.set(null)
  })

  test('a change that can still be undone removes no shift that no message has told, and lowers no sequence', async ({
    shift,
    act,
    ann,
    event,
    read,
    world,
    site,
  }) => {
    world.clock.set(NOW)
    const [told, untold] = [await shift(), await shift()]
    await tell(world, site, told.id, ann)
    const secret = await act(ann, resetFeed)
    const sequences = async () =>
      Object.fromEntries(eventsOf((await read(secret)) ?? '').map(({ uid, sequence }) => [uid, sequence]))
    const uid = ({ id }: { id: number }) => `shift-${id}@club.example`
    await world.act(site, SYSTEM, ({ db }) =>
      db.updateTable('events').set({ contact: 'Zoë' }).where('id', '=', event).execute(),
    )
    await settle(world)
    expect(await sequences()).toEqual({ [uid(told)]: 1, [uid(untold)]: 1 })
    await world.act(site, SYSTEM, (ctx) =>
      inUnitOfWork(undoable(ctx), ({ db }) =>
        db.updateTable('events').set({ name: 'Regatta' }).where('id', '=', event).execute(),
      ),
    )
    expect(await sequences()).toEqual({ [uid(told)]: 1, [uid(untold)]: 2 })
    await settle(world)
    expect(await sequences()).toEqual({ [uid(told)]: 2, [uid(untold)]: 2 })
    world.clock.set(null)
  })

  test('a removed event removes its shifts, each as cancelled in the feed', async ({
    shift,
    act,
    ann,
    sqlOf,
    event,
    read,
    world,
    site,
  }) => {
    await tell(world, site, (await shift()).id, ann)
    const secret = await act(ann, resetFeed)
    await sqlOf('delete from core.events where id = $1', event)
    await settle(world)
    expect(eventsOf((await read(secret)) ?? '').map(({ status }) => status)).toEqual(['CANCELLED'])
  })

  test('a new address ends the old one; an ended feed, and one of a deactivated person or another site, is gone', async ({
    act,
    ann,
    read,
    world,
    sqlOf,
  }) => {
    const first = await act(ann, resetFeed)
    const second = await act(ann, resetFeed)
    expect(await read(first)).toBeNull()
    expect(await read(second)).not.toBeNull()
    const elsewhere = await world.makeSite()
    expect(await world.withSite(elsewhere.id, (db) => findFeed(db, second, NOW))).toBeNull()
    await sqlOf('update core.people set is_active = false where id = $1', ann.id)
    expect(await read(second)).toBeNull()
    await sqlOf('update core.people set is_active = true where id = $1', ann.id)
    await act(ann, removeFeed)
    await act(ann, removeFeed)
    expect(await read(second)).toBeNull()
  })

  test('python3-icalendar reads the same, cancelled ones too; a missing install is skipped only outside CI', async ({
    skip,
    shift,
    act,
    ann,
    sqlOf,
    read,
    world,
    site,
  }) => {
    const { id } = await shift({ sequence: 2 })
    await tell(world, site, id, ann)
    await shift({ start: '2027-07-10T15:00Z', end: '2027-07-10T16:00Z' })
    const secret = await act(ann, resetFeed)
    await sqlOf('update core.shifts set person = null where id = $1', id)
    await settle(world)
    const text = (await read(secret)) ?? ''
    const seen = readWithPython(text)
    if (!seen) return skip()
    const facts = ({ uid, status, sequence, start, summary }: (typeof seen)[number]) => ({
      uid,
      start,
      summary,
      sequence,
      status,
    })
    expect(seen.map(facts)).toEqual(eventsOf(text))
    expect(seen.map(({ status }) => status).sort()).toEqual(['CANCELLED', 'CONFIRMED'])
  })
})
