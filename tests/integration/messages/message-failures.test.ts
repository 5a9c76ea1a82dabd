import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

const HOUR_MS = 3_600_000

const test = base
  .extend(
    'pass',
    ({ world }) =>
      (ms: number) =>
        world.clock.set(new Date(world.clock.epochMs() + ms)),
  )
  .extend('scheduled', ({ world, draft, step }) => async () => {
    const id = await draft({ scheduled_for: new Date(world.clock.epochMs() + HOUR_MS).toISOString() })
    expect(await step(id, 'send')).toMatchObject({ status: 202 })
    return id
  })
  .extend('stored', ({ world }) => async (id: number) => {
    const { rows } = await world.superuser.query(
      'select status, problem, failures, retry_at from core.messages where id = $1',
      [id],
    )
    return rows[0]
  })

test('a failing message waits longer each time and returns to the drafts after ten tries; the next one is sent', async ({
  world,
  worker,
  pass,
  scheduled,
  stored,
}) => {
  const [poisoned, next] = [await scheduled(), await scheduled()]
  await world.superuser.query(`update core.messages set audience = '{"people": {"all": 7}}' where id = $1`, [poisoned])
  pass(HOUR_MS)
  await worker.advance()
  expect(await stored(next)).toMatchObject({ status: 'sending', problem: null })
  expect(await stored(poisoned)).toMatchObject({ status: 'scheduled', problem: null, failures: 1 })
  await worker.advance()
  expect(await stored(poisoned)).toMatchObject({ status: 'scheduled', failures: 1 })
  for (let tries = 2; tries <= 9; tries++) {
    pass(2_000 * 2 ** (tries - 2))
    await worker.advance()
    expect(await stored(poisoned)).toMatchObject({ status: 'scheduled', problem: null, failures: tries })
  }
  pass(HOUR_MS)
  await worker.advance()
  expect(await stored(poisoned)).toEqual({
    status: 'draft',
    problem: 'It was not sent: something went wrong here 10 times. Try again, and tell us if it keeps happening.',
    failures: 0,
    retry_at: null,
  })
})

test('a message that meets a restart of the database stays scheduled and is sent with the next tick', async ({
  world,
  site,
  worker,
  pass,
  scheduled,
  stored,
}) => {
  const id = await scheduled()
  pass(HOUR_MS)
  await whileOtherWrites(world, {
    write: (other) => other.query('select from core.messages where site_id = $1 for update', [site.id]),
    work: () => worker.advance().catch(() => {}),
    beforeCommit: () =>
      world.superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'watchbill-worker'`,
      ),
  })
  expect(await stored(id)).toMatchObject({ status: 'scheduled', problem: null, failures: 0 })
  await worker.advance()
  expect(await stored(id)).toMatchObject({ status: 'sending', problem: null })
})
