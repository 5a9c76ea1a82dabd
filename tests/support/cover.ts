import { answerAsk } from '#server/cover/answer.ts'
import type { CoverAnswer } from '#server/cover/contract.ts'
import { askPeopleNow, startSearch } from '#server/cover/control.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { test as base } from './fixture.ts'
import { adminActor, SYSTEM } from './world.ts'

export const NOON = new Date('2027-07-01T11:00:00Z')
export const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }

/** Shifts of 10 July, nine days ahead, with searches and requests by an admin. */
export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOON as Date | null)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London' }))
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend('holder', ({ world, site }) => world.makePerson(site, { name: 'Hamish Holder' }))
  .extend(
    'shiftOf',
    ({ world, site, event }) =>
      async (person: { id: number } | null, over: Record<string, unknown> = {}) => {
        const row = { event, person: person?.id ?? null, draft: '2027-06-01T10:00Z', ...TIMES, ...over }
        return (await world.insert(site, 'shifts', row)).id
      },
  )
  .extend(
    'act',
    ({ world, site, admin }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, adminActor(admin), work),
  )
  .extend(
    'searchFor',
    ({ act }) =>
      async (shift: number) =>
        (await act((ctx) => startSearch(ctx, shift))).id,
  )
  /** Sends a request out of order. @returns the id of the request. */
  .extend('ask', ({ act, world }) => async (search: number, { id }: { id: number }) => {
    await act((ctx) => askPeopleNow(ctx, search, [id]))
    const { rows } = await world.superuser.query(
      'select id::int from core.coverasks where cover = $1 and person = $2',
      [search, id],
    )
    return rows[0].id as number
  })
  .extend(
    'answer',
    ({ world, site }) =>
      (ask: number, answer: CoverAnswer) =>
        world.act(site, SYSTEM, (ctx) => answerAsk(ctx, ask, answer, 'link')),
  )
  .extend('coversOf', ({ world }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      'select state, ended, person::int, covered_by::int from core.covers where shift = $1 order by id',
      [shift],
    )
    return rows
  })
  .extend('personOn', ({ world }) => async (shift: number): Promise<number | null> => {
    const { rows } = await world.superuser.query('select person::int from core.shifts where id = $1', [shift])
    return rows[0].person
  })
