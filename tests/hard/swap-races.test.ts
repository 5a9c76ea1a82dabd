import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { createProductCollections } from '#server/registry.ts'
import { assignShift } from '#server/shifts/assign/commands.ts'
import { acceptSwap, declineSwap, proposeSwap, withdrawSwap } from '#server/swaps/commands.ts'
import { worldTest } from '#tests/support/fixture.ts'
import { adminActor, memberActor, type Person } from '#tests/support/world.ts'

const ROUNDS = process.env.PROOF ? 50 : 2
const CONCURRENT = 100
const NOW = new Date('2027-06-01T11:00:00Z')
const engine = createProductCollections()

const test = worldTest
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite({ timezone: 'UTC' }))
  .extend('admin', { scope: 'file' }, ({ world, site }) => world.makePerson(site, { role: 'admin' }))

test('a circle moves all or none under 100 concurrent answers, withdrawals and edits of the roster', async ({
  world,
  site,
  admin,
}) => {
  const outcomes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const people = [await world.makePerson(site), await world.makePerson(site), await world.makePerson(site)]
    const spare = await world.makePerson(site)
    const shifts: number[] = []
    for (const [n, person] of people.entries()) {
      const span = { start: `2027-07-0${n + 1}T09:00Z`, end: `2027-07-0${n + 1}T12:00Z` }
      const event = await world.insert(site, 'events', { name: 'Race', ...span })
      const shift = { event: event.id, person: person.id, draft: '2027-05-01T09:00Z', ...span }
      shifts.push((await world.insert(site, 'shifts', shift)).id)
    }
    const as = <T>(who: Person, work: (ctx: Ctx) => Promise<T>) => world.act(site, memberActor(who), work)
    const swaps: number[] = []
    for (const [n, person] of people.entries())
      swaps.push(
        await as(person, (ctx) =>
          proposeSwap(ctx, {
            kind: 'offer',
            shift: shifts[n]!,
            comments: '',
            wants: { shifts: [shifts[(n + 1) % 3]!] },
          }),
        ),
      )
    const edit = (n: number) =>
      world.act(site, adminActor(admin), (ctx) =>
        assignShift(ctx, engine, shifts[n]!, { person: spare.id, was: people[n]!.id }),
      )
    // Everyone says yes at some time; in some rounds another change is faster.
    const attempts = Array.from({ length: CONCURRENT }, (_, k) => {
      const n = k % 3
      if (round % 4 === 1 && k === 40) return as(people[n]!, (ctx) => withdrawSwap(ctx, swaps[n]!))
      if (round % 4 === 2 && k === 2) return edit(n)
      if (round % 4 === 3 && k === 2) return as(people[n]!, (ctx) => declineSwap(ctx, swaps[n]!))
      if (k % 25 === 24) return edit(n)
      return as(people[n]!, (ctx) => acceptSwap(ctx, swaps[n]!))
    })
    const results = await Promise.allSettled(attempts)
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof DomainError)) throw result.reason
    const { rows } = await world.superuser.query(
      'select person::int as person from core.shifts where id = any ($1) order by array_position($1, id)',
      [shifts],
    )
    const held = rows.map(({ person }) => person as number)
    const { rows: lines } = await world.superuser.query(
      "select subject_id::int as shift, details ->> 'to' as to from core.audit where action = 'swaps.move' and subject_id = any ($1)",
      [shifts],
    )
    expect([0, 3], 'all moved once, or none').toContain(lines.length)
    for (const [n, person] of held.entries()) {
      const moved = lines.length ? people[(n + 2) % 3]!.id : people[n]!.id
      expect([moved, spare.id], 'whoever the swap or the coordinator put there').toContain(person)
    }
    outcomes.push(lines.length ? 'moved' : 'stayed')
  }
  expect(outcomes).toContain('moved')
})
