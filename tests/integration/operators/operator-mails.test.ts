import { expect } from 'vitest'
import { listOperatorMails, sendOperatorMails } from '#server/operators/mails.ts'
import { type Recording, recordingTransport } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/operators-console.ts'
import { log } from '#tests/support/world.ts'

const test = base
  .extend(
    'send',
    ({ world, host }) =>
      (transport: Recording | null) =>
        sendOperatorMails({
          ...{ pool: world.pool('worker'), clock: world.clock, log, transport },
          ...{ origin: 'https://platform.example', contact_email: 'support@host.test', secret: host.parts.secret },
        }),
  )
  .extend(
    'waiting',
    ({ world }) =>
      async () =>
        (await world.superuser.query('select count(*)::int from platform.operator_mails')).rows[0].count,
  )

test.beforeEach(async ({ world }) => {
  await world.superuser.query('delete from platform.operator_mails')
})

test('a new second step is mailed to the sign-in address, even of operators of no club', async ({
  world,
  host,
  send,
  waiting,
}) => {
  const [alone, member] = [await host.operator(), await host.operator()]
  await world.makePerson(await world.makeSite(), { email: member.email, name: 'Op' })
  world.clock.set(new Date('2027-05-04T03:02:01Z'))
  await host.setUpApp(alone)
  await host.setUpApp(member)
  const mail = recordingTransport()
  await Promise.all([send(mail), send(mail)])
  expect(mail.sent.map(({ to, subject }) => [to, subject]).sort()).toEqual(
    [alone.email, member.email].map((to) => [to, 'New sign-in method']),
  )
  expect(mail.sent[0]?.text).toContain('This happened on 2027-05-04 03:02 UTC.')
  expect(mail.sent[0]?.html).toContain('https://platform.example/console')
  expect(mail.sent[0]?.reply_to).toBe('support@host.test')
  expect(await waiting()).toBe(0)
})

test('mails wait for a provider that refuses or does not answer, and are given up eventually', async ({
  host,
  send,
  waiting,
}) => {
  await host.setUpApp(await host.operator())
  const mail = recordingTransport()
  mail.outcomes.push({ kind: 'refused', reason: 'Throttling' }, { kind: 'ambiguous', reason: 'timeout' })
  await send(mail)
  await send(mail)
  expect([mail.sent.length, await waiting()]).toEqual([1, 1])
  host.passMinutes(2)
  await send(mail)
  host.passMinutes(4)
  await send(mail)
  expect([mail.sent.length, await waiting()]).toEqual([3, 0])
  await host.setUpApp(await host.operator())
  mail.outcomes.push(...Array(20).fill({ kind: 'refused', reason: 'Throttling' }))
  for (let n = 0; n < 15; n++) {
    await send(mail)
    host.passMinutes(24 * 60)
  }
  expect([mail.sent.length, await waiting()]).toEqual([15, 0])
})

test('mails stay readable where no provider is set up', async ({ world, host, send }) => {
  const made = await host.operator()
  await host.setUpApp(made)
  await send(null)
  await send(null)
  expect(await listOperatorMails(world.pool('platform'))).toMatchObject([
    { to: made.email, kind: 'operator.factor', subject: 'New sign-in method', text: expect.stringContaining('UTC') },
  ])
})
