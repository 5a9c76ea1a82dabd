import { expect } from 'vitest'
import { removeTotp } from '#server/accounts/factors/commands.ts'
import { removePasskey } from '#server/accounts/factors/passkeys.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { listOperators, removeOperator } from '#server/platform/operators.ts'
import { test as base } from '#tests/support/operators-console.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'

/** The platform keeps an operator, and an operator a second step, even if two requests remove one each. */
const test = base
  .extend(
    'remove',
    ({ world }) =>
      (email: string) =>
        removeOperator({ pool: world.pool('platform') }, email),
  )
  .extend(
    'emails',
    ({ world }) =>
      async () =>
        (await listOperators({ pool: world.pool('platform') })).map(({ email }) => email),
  )
  /** An operator with an app and a passkey, and the id of the passkey. */
  .extend('withTwoSteps', async ({ world, host }) => {
    const { account_id } = await host.signedIn()
    const { rows } = await world.superuser.query(
      `insert into identity.passkeys (account_id, credential_id, public_key, rp_id, name, created_at)
       values ($1::int, 'credential-' || $1::int, '\\x01', 'localhost', 'Key', now()) returning id::int`,
      [account_id],
    )
    return { account_id, passkey: rows[0].id as number }
  })

const codes = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? 'done' : (answer.reason as DomainError).code)).sort()

test('of two operators removed in parallel one stays; the last one is refused by name', async ({
  world,
  host,
  remove,
  emails,
}) => {
  const [one, two] = [await host.operator(), await host.operator()]
  const outcome = await whileOtherWrites(world, {
    write: (other) => other.query('delete from platform.operators where account_id = $1', [one.account_id]),
    work: () => Promise.allSettled([remove(two.email)]),
  })
  expect([await emails(), codes(outcome)]).toEqual([[two.email], ['conflict']])
  await expect(remove(two.email)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The platform needs an operator. Add another one first.',
  })
  await expect(remove('nobody@host.test')).rejects.toMatchObject({ code: 'not_found' })
  const three = await host.operator()
  expect(codes(await Promise.allSettled([remove(two.email), remove(three.email)]))).toEqual(['conflict', 'done'])
  expect(await emails()).toHaveLength(1)
})

test('an operator’s two second steps, removed in parallel, leave one', async ({ world, host, withTwoSteps }) => {
  const { account_id, passkey } = withTwoSteps
  const left = async () =>
    (
      await world.superuser.query(
        'select (select count(*) from identity.totp where account_id = $1)::int + (select count(*) from identity.passkeys where account_id = $1)::int as n',
        [account_id],
      )
    ).rows[0].n
  const removals = [removeTotp(host.parts, account_id), removePasskey(host.parts, account_id, passkey)]
  expect(codes(await Promise.allSettled(removals))).toEqual(['conflict', 'done'])
  expect(await left()).toBe(1)
})

test('the second of two removals sees what the first one committed while it waited', async ({
  world,
  host,
  withTwoSteps,
}) => {
  const { account_id, passkey } = withTwoSteps
  const outcome = await whileOtherWrites(world, {
    write: (other) =>
      other.query(
        'with locked as (select id from identity.accounts where id = $1 for update) delete from identity.totp where account_id in (select id from locked)',
        [account_id],
      ),
    work: () => Promise.allSettled([removePasskey(host.parts, account_id, passkey)]),
  })
  expect(codes(outcome)).toEqual(['conflict'])
})
