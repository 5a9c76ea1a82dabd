import type { Ctx } from '#server/engine/access/context.ts'
import { createRequests } from '#server/requests/sign-up/commands.ts'
import { batchInput } from '#server/requests/sign-up/contract.ts'
import { test as base } from '#tests/support/fixture.ts'
import { memberActor } from '#tests/support/world.ts'

type Person = { id: number; name: string; email: string }

/** The time of these tests, before the events that they sign up to. */
export const NOW = new Date('2027-07-01T12:00:00Z')

/** A site whose members take open shifts, with events, shifts and requests; `as` acts as a member. */
export const signUpTest = base
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
      <T>(who: Person, work: (ctx: Ctx) => Promise<T>) =>
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

/** The result of `work`: 'done', the code of its refusal, or 'defect'. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'defect',
  )
