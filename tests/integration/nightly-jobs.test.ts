import { expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'
import { handlersFor } from '#workers/registry.ts'

const HOUR = 3_600_000
const NIGHT = Date.parse('2027-06-12T03:45Z')

const test = base
  .extend(
    'at',
    ({ world }) =>
      (hours: number) =>
        world.clock.set(new Date(NIGHT + hours * HOUR)),
  )
  /** Jobs of one worker, by name. */
  .extend('jobs', ({ world }) => {
    const nothing = async () => {}
    const { messaging } = messagingFor(world)
    const sweeping = {
      pool: world.pool('worker'),
      clock: world.clock,
      log,
      failures: messaging.failures,
      collections: createProductCollections(),
    }
    return handlersFor({ messaging, sweeping, notifyOperators: nothing, renderTexts: nothing, closeAuditLogs: nothing })
  })
  /** Counts old reports of providers, which a night deletes. */
  .extend('left', ({ world }) => async () => {
    const { rowCount } = await world.superuser.query('select from platform.provider_events')
    return rowCount
  })
  .extend(
    'addReports',
    ({ world }) =>
      (count: number) =>
        world.superuser.query(
          `insert into platform.provider_events (provider_event_id, received_at) select gen_random_uuid()::text, now() - interval '31 days' from generate_series(1, $1)`,
          [count],
        ),
  )

test('without its queue a worker begins the jobs of the night itself, once in 26 hours, also several workers', async ({
  jobs,
  at,
  addReports,
  left,
}) => {
  const watch = () => Promise.all([jobs['nightly.watch']!({}), jobs['nightly.watch']!({})])
  const hours: number[] = []
  for (let hour = 0; hour <= 60; hour += 4) {
    at(hour)
    await addReports(1)
    await watch()
    if (!(await left())) hours.push(hour)
  }
  expect(hours).toEqual([0, 28, 56])
})

test('a job that the queue had run is not run again; one that failed or was cut off is, an hour later', async ({
  world,
  jobs,
  at,
  addReports,
  left,
}) => {
  at(100)
  await addReports(1)
  await jobs['rows.forget']!({})
  expect(await left()).toBe(0)
  await addReports(1)
  at(125)
  await jobs['nightly.watch']!({})
  expect(await left()).toBe(1)
  await world.superuser.query(
    `create function platform.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before delete on platform.provider_events for each row execute function platform.refuse()`,
  )
  await expect(jobs['rows.forget']!({})).rejects.toThrow()
  await world.superuser.query('drop function platform.refuse cascade')
  await jobs['nightly.watch']!({})
  expect(await left()).toBe(1)
  at(126.1)
  await jobs['nightly.watch']!({})
  expect(await left()).toBe(0)
})

test('a job cut short by a stop is not over, and another worker goes on an hour later', async ({
  world,
  jobs,
  at,
  addReports,
  left,
}) => {
  at(150)
  await addReports(12_000)
  const nothing = async () => {}
  const { messaging } = messagingFor(world)
  const { failures } = messaging
  const sweeping = {
    ...{ pool: world.pool('worker'), clock: world.clock, log, failures, collections: createProductCollections() },
    stopping: () => true,
  }
  const ending = { messaging, sweeping, notifyOperators: nothing, renderTexts: nothing, closeAuditLogs: nothing }
  await handlersFor(ending)['rows.forget']!({})
  expect(await left()).toBeGreaterThan(0)
  at(151.1)
  await jobs['nightly.watch']!({})
  expect(await left()).toBe(0)
})

test('old reports of providers are deleted in portions; newer ones stay', async ({
  world,
  jobs,
  at,
  addReports,
  left,
}) => {
  at(200)
  await addReports(12_000)
  await world.superuser.query(
    `insert into platform.provider_events (provider_event_id) values ('new');
     create table platform.portions (id text primary key);
     create function platform.note() returns trigger language plpgsql security definer as $$
       begin insert into platform.portions values (pg_current_xact_id()::text) on conflict do nothing; return null; end $$;
     create trigger note after delete on platform.provider_events for each statement execute function platform.note()`,
  )
  await jobs['rows.forget']!({})
  expect(await left()).toBe(1)
  expect((await world.superuser.query('select from platform.portions')).rowCount).toBe(3)
  await world.superuser.query('drop function platform.note cascade; drop table platform.portions')
})
