import { expect } from 'vitest'
import { confirmOperatorByCode, verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { BROWSER } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/operators-console.ts'

/** The lines of the operators' log about refused sign-ins to the console. */
const test = base.extend('refusals', ({ world }) => async (account: number | null) => {
  const { rows } = await world.superuser.query(
    `select details ->> 'by' as by, details ->> 'reason' as reason, ip from platform.operator_acts
     where action = 'operator.refused' and account_id is not distinct from $1 order by id`,
    [account],
  )
  return rows.map(({ by, reason, ip }) => [by, reason, ip])
})

test.beforeEach(async ({ world }) => {
  await world.superuser.query('delete from platform.operator_acts')
})

test('a refused sign-in leaves a line that names an operator or no one; other outcomes leave none', async ({
  world,
  host,
  admin,
  refusals,
}) => {
  const who = await host.signedIn()
  await world.superuser.query('delete from platform.operator_acts')
  const { ip } = BROWSER
  await expect(host.givePassword({ ...who, password: 'wrong' })).rejects.toThrow()
  const { ticket } = await host.givePassword(who)
  await expect(confirmOperatorByCode(host.parts, { ticket, code: '000000' }, BROWSER)).rejects.toThrow()
  await expect(confirmOperatorByCode(host.parts, { ticket: 'stale', code: '000000' }, BROWSER)).rejects.toThrow()
  expect(await refusals(who.account_id)).toEqual([
    ['password', 'wrong', ip],
    ['code', 'wrong', ip],
  ])
  for (const email of [admin.email, 'nobody@host.test'])
    await expect(host.givePassword({ email, password: 'wrong' })).rejects.toThrow()
  expect(await refusals(null)).toEqual(Array(2).fill(['password', 'wrong', ip]))
  const { rows } = await world.superuser.query('select * from platform.operator_acts')
  for (const typed of ['000000', admin.email, 'nobody@host.test']) expect(JSON.stringify(rows)).not.toContain(typed)
  const shown = (await host.console.acts()).map(({ action, operator: by, refusal }) => [action, by, refusal?.by])
  expect(shown.slice(-2)).toEqual([
    ['operator.refused', who.email, 'code'],
    ['operator.refused', who.email, 'password'],
  ])
  expect(shown[0]).toEqual(['operator.refused', null, 'password'])
})

test('guessing leaves one line of too many in ten minutes, and hides no action', async ({ world, host, refusals }) => {
  const who = await host.signedIn()
  for (let n = 0; n < 9; n++)
    await verifyOperatorPassword(
      host.parts,
      { email: who.email, password: `wrong ${n}` },
      { ...BROWSER, ip: `192.0.2.${n}` },
    ).catch(() => {})
  expect((await refusals(who.account_id)).map(([, reason]) => reason)).toEqual([...Array(5).fill('wrong'), 'throttled'])
  await world.superuser.query(
    `insert into platform.operator_acts (at, action, details) select now() + interval '1 hour', 'operator.refused', '{"by": "password", "reason": "wrong"}'
     from generate_series(1, 300)`,
  )
  const acts = await host.console.acts()
  expect(acts.filter(({ action }) => action === 'operator.refused')).toHaveLength(100)
  expect(acts.filter(({ operator: by }) => by === who.email).map(({ action }) => action)).toEqual([
    'operator.sign_in',
    'operator.factor',
  ])
})
