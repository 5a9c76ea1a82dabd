import { describe, expect } from 'vitest'
import { takeShift } from '#server/open-shifts/commands.ts'
import { listMissingCompetencies } from '#server/requests/sign-up/missing-competencies.ts'
import { codeOf, NOW, signUpTest as test } from '#tests/support/sign-up.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import { adminActor } from '#tests/support/world.ts'

type Person = { id: number; name: string; email: string }
const ROUNDS = process.env.PROOF ? 200 : 3

describe('taking an open shift', () => {
  test('is immediate, only where the site allows it, notifies no one and is in the log', async ({
    shift,
    event,
    as,
    me,
    rows,
  }) => {
    const place = await shift(await event())
    await as(me, (ctx) => takeShift(ctx, place))
    await as(me, (ctx) => takeShift(ctx, place))
    const [stored] = await rows(
      'select person::int, sequence, assigned_at, answer, answered_by::int from core.shift_facts where id = $1',
      [place],
    )
    expect(stored).toMatchObject({ person: me.id, sequence: 1, answer: 'confirmed', answered_by: me.id })
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

  test('refuses a draft, a past one, another person’s, or a second one of the same time', async ({
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
    expect(codes).toEqual(['not_found', 'conflict', 'conflict'])
    const [a, b] = [await shift(on), await shift(on)]
    const both = await Promise.all([a, b].map((place) => codeOf(as(me, (ctx) => takeShift(ctx, place)))))
    expect(both.sort()).toEqual(['conflict', 'done'])
  })

  test('a role whose competency a member misses on that day is closed to them, with the reason; not to admins', async ({
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
    const lacks = () => world.withSite(site.id, (db) => listMissingCompetencies(db, { event: on, person: me.id }))
    const take = () => codeOf(as(me, (ctx) => takeShift(ctx, place)))
    expect([await lacks(), await take()]).toEqual([
      [{ shift: place, competency: 'Powerboat L2', expired: null }],
      'conflict',
    ])
    const achieved = async (day: string) => world.insert(site, 'records', { person: me.id, competency, achieved: day })
    await achieved('2026-07-09')
    expect([await lacks(), await take()]).toEqual([
      [{ shift: place, competency: 'Powerboat L2', expired: '2027-07-09' }],
      'conflict',
    ])
    await achieved('2026-07-10')
    expect([await lacks(), await take()]).toEqual([[], 'done'])
    const chief = await world.makePerson(site, { role: 'admin' })
    const second = await shift(on, { role, start: '2027-07-10T13:00Z', end: '2027-07-10T14:00Z' })
    expect(await codeOf(world.act(site, adminActor(chief), (ctx) => takeShift(ctx, second)))).toBe('done')
  })

  test('two shifts of one time cannot both be taken in two tabs: the second waits, and is refused', async ({
    world,
    event,
    shift,
    as,
    me,
  }) => {
    const on = await event()
    const [first, second] = [await shift(on), await shift(on)]
    const code = await whileOtherWrites(world, {
      write: async (tab) => {
        await tab.query('select from core.people where id = $1 for no key update', [me.id])
        await tab.query('update core.shifts set person = $2 where id = $1', [first, me.id])
      },
      work: () => codeOf(as(me, (ctx) => takeShift(ctx, second))),
    })
    expect(code).toBe('conflict')
  })

  test('an admin may take a shift despite a missing competency, and no other obstacle; no one takes one of an archived event', async ({
    world,
    site,
    event,
    shift,
    as,
    me,
  }) => {
    const chief = await world.makePerson(site, { role: 'admin' })
    const on = await event()
    await shift(on, { person: chief.id })
    const clashing = await shift(on)
    expect(await codeOf(world.act(site, adminActor(chief), (ctx) => takeShift(ctx, clashing)))).toBe('conflict')
    const archived = await shift(await event('2027-07-11', { archived: true }))
    expect(await codeOf(as(me, (ctx) => takeShift(ctx, archived)))).toBe('not_found')
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
