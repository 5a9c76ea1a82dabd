import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createFailures } from '#server/engine/kernel/failures.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import { startHourlyWork } from '#server/platform/closures.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const BEGIN = Date.parse('2027-06-12T09:00Z')

const storage: Storage = {
  put: async () => {},
  get: async () => null,
  size: async () => 7,
  remove: async () => {},
  list: async () => [],
}

const test = base
  .extend(
    'at',
    ({ world }) =>
      (hours: number) =>
        world.clock.set(new Date(BEGIN + hours * 3_600_000)),
  )
  /** Starts a web process’s work, waits for it, and returns its figures of failed work. */
  .extend('work', ({ world }) => async () => {
    const registry = new Registry()
    const parts = { pool: world.pool('platform'), clock: world.clock, log, storage }
    await startHourlyWork({ ...parts, failures: createFailures({ ...parts, registry }) }).stop()
    return registry.metrics()
  })
  /** Stores a photo whose size the work measures. */
  .extend('addPhoto', ({ world }) => async () => {
    const site = await world.makeSite()
    await world.makePerson(site, { avatar: `s/${site.id}/a.webp` })
  })
  .extend('unmeasured', ({ world }) => async () => {
    const { rowCount } = await world.superuser.query(
      'select from core.people where avatar is not null and avatar_bytes is null',
    )
    return rowCount
  })

test('the work of an hour is done once, in one of several processes', async ({ at, work, addPhoto, unmeasured }) => {
  const hours: number[] = []
  for (const hour of [0, 0.5, 0.9, 1.1, 1.5, 2.2]) {
    at(hour)
    await addPhoto()
    await Promise.all([work(), work()])
    if (!(await unmeasured())) hours.push(hour)
  }
  expect(hours).toEqual([0, 1.1, 2.2])
})

test('a step that fails is counted by its name, holds up no other, and is done an hour later', async ({
  world,
  at,
  work,
  addPhoto,
  unmeasured,
}) => {
  at(100)
  await addPhoto()
  await world.superuser.query(
    `create function platform.refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before update on core.message_files for each statement execute function platform.refuse()`,
  )
  expect(await work()).toContain('work_failed_total{work="files.remove"} 1')
  expect(await unmeasured()).toBe(0)
  await world.superuser.query('drop function platform.refuse cascade')
  await addPhoto()
  at(100.9)
  expect(await work()).not.toContain('work=')
  expect(await unmeasured()).toBe(1)
  at(101.1)
  expect(await work()).not.toContain('work=')
  expect(await unmeasured()).toBe(0)
  const { rows } = await world.superuser.query(
    "select name from platform.settings where name like 'ended:%' and (value #>> '{}')::bigint < $1",
    [BEGIN + 101 * 3_600_000],
  )
  expect(rows).toEqual([])
})
