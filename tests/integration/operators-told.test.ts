import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listOperatorMails, sendOperatorMails } from '#server/operators/mails.ts'
import { confirmOperatorByCode, verifyOperatorPassword } from '#server/operators/sign-in.ts'
import { type Recording, recordingTransport } from '#tests/support/messaging.ts'
import { openConsole } from '#tests/support/operators-console.ts'
import { DEVICE } from '#tests/support/sign-in.ts'
import { log } from '#tests/support/world.ts'

const { world, parts, consoleOf, operator, minutes, first, atConsole, setUp, close } = await openConsole()
beforeEach(() => world.clock.set(null))
afterAll(close)

describe('mails of the platform', () => {
  const deps = (transport: Recording | null) => ({
    ...{ pool: world.pool('worker'), clock: world.clock, log, transport },
    ...{ origin: 'https://platform.example', contact_email: 'support@host.test', secret: parts.secret },
  })
  const waiting = async () =>
    (await world.superuser.query('select count(*)::int from platform.operator_mails')).rows[0].count
  beforeEach(() => world.superuser.query('delete from platform.operator_mails'))

  test('tell of a new second step, at the address they sign in with, operators who belong to no club', async () => {
    const [alone, member] = [await operator(), await operator()]
    await world.makePerson(await world.makeSite(), { email: member.email, name: 'Op' })
    world.clock.set(new Date('2027-05-04T03:02:01Z'))
    await setUp(alone)
    await setUp(member)
    const mail = recordingTransport()
    await Promise.all([sendOperatorMails(deps(mail)), sendOperatorMails(deps(mail))])
    expect(mail.sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [alone.email, member.email].map((to) => [to, 'New sign-in method']),
    )
    expect(mail.sent[0]?.text).toContain('This was on 2027-05-04 03:02 UTC.')
    expect(mail.sent[0]?.html).toContain('https://platform.example/console')
    expect(mail.sent[0]?.reply_to).toBe('support@host.test')
    expect(await waiting()).toBe(0)
  })

  test('wait for a provider that refuses or does not answer, and are given up when they never leave', async () => {
    await setUp(await operator())
    const mail = recordingTransport()
    mail.outcomes.push({ kind: 'refused', reason: 'Throttling' }, { kind: 'ambiguous', reason: 'timeout' })
    await sendOperatorMails(deps(mail))
    await sendOperatorMails(deps(mail))
    expect([mail.sent.length, await waiting()]).toEqual([1, 1])
    minutes(2)
    await sendOperatorMails(deps(mail))
    minutes(4)
    await sendOperatorMails(deps(mail))
    expect([mail.sent.length, await waiting()]).toEqual([3, 0])
    await setUp(await operator())
    mail.outcomes.push(...Array(20).fill({ kind: 'refused', reason: 'Throttling' }))
    for (let n = 0; n < 15; n++) {
      await sendOperatorMails(deps(mail))
      minutes(24 * 60)
    }
    expect([mail.sent.length, await waiting()]).toEqual([15, 0])
  })

  test('stay to be looked at where no provider is set up', async () => {
    const { email } = await operator().then(async (made) => ({ ...made, ...(await setUp(made)) }))
    await sendOperatorMails(deps(null))
    await sendOperatorMails(deps(null))
    expect(await listOperatorMails(world.pool('platform'))).toMatchObject([
      { to: email, kind: 'operator.factor', subject: 'New sign-in method', text: expect.stringContaining('UTC') },
    ])
  })
})

describe('refused sign-ins', () => {
  const refusals = async (account: number | null) =>
    (
      await world.superuser.query(
        `select details ->> 'by' as by, details ->> 'reason' as reason, ip from platform.operator_acts
         where action = 'operator.refused' and account_id is not distinct from $1 order by id`,
        [account],
      )
    ).rows.map(({ by: how, reason, ip }) => [how, reason, ip])
  beforeEach(async () => {
    await world.superuser.query('delete from platform.operator_acts')
  })

  test('leave a line in the operators’ log that names an operator or nobody, and none for what is no refusal', async () => {
    const who = await atConsole()
    const site = await world.makeSite()
    const admin = await world.makePerson(site, { role: 'admin' })
    await world.superuser.query('delete from platform.operator_acts')
    const { ip } = DEVICE
    await expect(first({ ...who, password: 'wrong' })).rejects.toThrow()
    const { ticket } = await first(who)
    await expect(confirmOperatorByCode(parts, { ticket, code: '000000' }, DEVICE)).rejects.toThrow()
    await expect(confirmOperatorByCode(parts, { ticket: 'stale', code: '000000' }, DEVICE)).rejects.toThrow()
    expect(await refusals(who.account_id)).toEqual([
      ['password', 'wrong', ip],
      ['code', 'wrong', ip],
    ])
    for (const email of [admin.email, 'nobody@host.test'])
      await expect(first({ email, password: 'wrong' })).rejects.toThrow()
    expect(await refusals(null)).toEqual(Array(2).fill(['password', 'wrong', ip]))
    const { rows } = await world.superuser.query('select * from platform.operator_acts')
    for (const typed of ['000000', admin.email, 'nobody@host.test']) expect(JSON.stringify(rows)).not.toContain(typed)
    const shown = (await consoleOf.acts()).map(({ action, operator: by, refusal }) => [action, by, refusal?.by])
    expect(shown.slice(-2)).toEqual([
      ['operator.refused', who.email, 'code'],
      ['operator.refused', who.email, 'password'],
    ])
    expect(shown[0]).toEqual(['operator.refused', null, 'password'])
  })

  test('of guessing leave one line for too many in ten minutes, and hide no act', async () => {
    const who = await atConsole()
    for (let n = 0; n < 9; n++)
      await verifyOperatorPassword(
        parts,
        { email: who.email, password: `wrong ${n}` },
        { ...DEVICE, ip: `192.0.2.${n}` },
      ).catch(() => {})
    expect((await refusals(who.account_id)).map(([, reason]) => reason)).toEqual([
      ...Array(5).fill('wrong'),
      'throttled',
    ])
    await world.superuser.query(
      `insert into platform.operator_acts (at, action, details) select now() + interval '1 hour', 'operator.refused', '{"by": "password", "reason": "wrong"}'
       from generate_series(1, 300)`,
    )
    const acts = await consoleOf.acts()
    expect(acts.filter(({ action }) => action === 'operator.refused')).toHaveLength(100)
    expect(acts.filter(({ operator: by }) => by === who.email).map(({ action }) => action)).toEqual([
      'operator.sign_in',
      'operator.factor',
    ])
  })
})
