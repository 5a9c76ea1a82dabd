import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeTotp } from '#server/accounts/factors/commands.ts'
import { removePasskey } from '#server/accounts/factors/passkeys.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { listOperators, removeOperator } from '#server/platform/operators.ts'
import { openConsole } from '#tests/support/operators-console.ts'

/** The platform keeps an operator, and an operator a second step, also when two at once take one away each. */
let host: Awaited<ReturnType<typeof openConsole>>
beforeAll(async () => {
  host = await openConsole()
})
afterAll(() => host.close())

const pool = () => host.world.pool('platform')
const remove = (email: string) => removeOperator({ pool: pool() }, email)
const emails = async () => (await listOperators({ pool: pool() })).map(({ email }) => email)
const codes = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? 'done' : (answer.reason as DomainError).code)).sort()

const waiting = async () =>
  (
    await host.world.superuser.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount

/** Another writer, who commits when `work` waits for it, or is done without waiting. */
async function meanwhile(statement: string, values: unknown[], work: () => Promise<unknown>) {
  const other = await host.world.superuser.connect()
  try {
    await other.query('begin')
    await other.query(statement, values)
    const running = Promise.allSettled([work()])
    while (!(await waiting())) if (await Promise.race([running.then(() => true), wait(10)])) break
    await other.query('commit')
    return codes(await running)
  } finally {
    await other.query('rollback')
    other.release()
  }
}

test('of two operators who are removed at once one stays; the last one is refused by name', async () => {
  const [one, two] = [await host.operator(), await host.operator()]
  const outcome = await meanwhile('delete from platform.operators where account_id = $1', [one.account_id], () =>
    remove(two.email),
  )
  expect([await emails(), outcome]).toEqual([[two.email], ['conflict']])
  await expect(remove(two.email)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The platform needs an operator. Add another one first.',
  })
  await expect(remove('nobody@host.test')).rejects.toMatchObject({ code: 'not_found' })
  const three = await host.operator()
  expect(codes(await Promise.allSettled([remove(two.email), remove(three.email)]))).toEqual(['conflict', 'done'])
  expect(await emails()).toHaveLength(1)
})

test('an operator’s two second steps, taken away at once, leave one', async () => {
  const { account_id } = await host.atConsole()
  const { rows } = await host.world.superuser.query(
    `insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at)
     values ($1, 'credential', '\\x01', 'localhost', 'Key', now()) returning id::int`,
    [account_id],
  )
  const key = rows[0].id as number
  const parts = { authPool: host.world.pool('auth'), clock: host.world.clock, secret: host.parts.secret }
  const left = async () =>
    (
      await host.world.superuser.query(
        'select (select count(*) from identity.totp where account_id = $1)::int + (select count(*) from identity.passkeys where account_id = $1)::int as n',
        [account_id],
      )
    ).rows[0].n
  expect(
    codes(await Promise.allSettled([removeTotp(parts, account_id), removePasskey(parts, account_id, key)])),
  ).toEqual(['conflict', 'done'])
  expect(await left()).toBe(1)
})

test('the second of two removals sees what the first one committed while it waited', async () => {
  const { account_id } = await host.atConsole()
  const { rows } = await host.world.superuser.query(
    `insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at)
     values ($1, 'another', '\\x01', 'localhost', 'Key', now()) returning id::int`,
    [account_id],
  )
  const parts = { authPool: host.world.pool('auth'), clock: host.world.clock, secret: host.parts.secret }
  const outcome = await meanwhile(
    'with locked as (select id from identity.accounts where id = $1 for update) delete from identity.totp where account_id in (select id from locked)',
    [account_id],
    () => removePasskey(parts, account_id, rows[0].id as number),
  )
  expect(outcome).toEqual(['conflict'])
})
