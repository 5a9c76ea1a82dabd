import { expect } from 'vitest'
import { publishShift } from '#server/publishing/commands.ts'
import { GONE, test } from '#tests/support/messages/blocks.ts'
import { changeShift, makeRoster, makeShift, tell } from '#tests/support/messages/messaging.ts'
import { START, WEEK } from '#tests/support/messages/reminders.ts'

test('after a bounce an admin retries: bounced and still useful messages are sent once, past ones never', async ({
  world,
  reminders,
  roster,
  says,
  ask,
  admin,
}) => {
  reminders.at('2027-06-01T00:00Z')
  await tell(world, roster.site, await makeShift(world, roster, START), roster.person)
  // Its reminders are sent before the one that bounced.
  await makeShift(world, roster, '2027-06-13T08:00:00.000Z')
  await reminders.tick('2027-06-12T08:00:00.000Z')
  await reminders.tick(WEEK)
  await says('bounced', GONE)
  await reminders.tick('2027-06-13T12:00:00.000Z')
  const sent = reminders.sent().length
  const unblock = () => ask('PUT', `/people/${roster.person.id}/unblock`, admin, { channel: 'email' })
  expect(await unblock()).toEqual({ status: 200, body: { queued: 1 } })
  expect(await unblock()).toEqual({ status: 200, body: { queued: 0 } })
  await reminders.messages.messaging.drain()
  await reminders.tick('2027-06-13T12:01:00.000Z')
  const later = reminders.sent().slice(sent)
  expect(later.map(({ kind, text }) => [kind, text])).toEqual([['reminder.week', START]])
  const log = await world.superuser.query(
    "select details from core.audit where site_id = $1 and action = 'people.unblock'",
    [roster.site.id],
  )
  expect(log.rows).toEqual([{ details: { channel: 'email', queued: 1 } }])
})

test.for([
  ['email', { email_blocked: 'complained' }, /marked an email as spam/],
  ['sms', { sms_blocked: true }, /replied STOP to a text/],
] as const)(
  'by %s only the person’s own switch lifts their opt-out',
  async ([channel, values, text], { world, api }) => {
    const roster = await makeRoster(world, { person: values })
    const call = async (person: { id: number }, path: string) => {
      const headers = await api.signIn(roster.site, person)
      const answer = await api.call(roster.site, { method: 'PUT', path, headers, body: { channel } })
      return [answer.status, JSON.parse(answer.text).detail]
    }
    const admin = await world.makePerson(roster.site, { role: 'admin' })
    expect(await call(admin, `/people/${roster.person.id}/unblock`)).toEqual([409, expect.stringMatching(text)])
    const stored = async () =>
      (
        await world.superuser.query('select email_blocked, sms_blocked from core.people where id = $1', [
          roster.person.id,
        ])
      ).rows[0]
    expect(await stored()).toMatchObject(values)
    expect((await call(roster.person, '/people/unblock_self'))[0]).toBe(200)
    expect(await stored()).toEqual({ email_blocked: null, sms_blocked: false })
  },
)

test('a person who never confirmed the address cannot lift its owner’s complaint', async ({
  world,
  roster,
  ask,
  unconfirmed,
}) => {
  await unconfirmed()
  await world.superuser.query("update core.people set email_blocked = 'complained' where id = $1", [roster.person.id])
  const refused = await ask('PUT', '/people/unblock_self', roster.person, { channel: 'email' })
  expect([refused.status, refused.body.confirmation_required]).toEqual([403, true])
  expect((await ask('GET', '/people/unblock_self', roster.person)).body.email_blocked).toMatchObject({
    reason: 'complained',
  })
})

test('of several notices about a shift one is sent, and none about a shift that they lost', async ({
  world,
  reminders,
  roster,
  ask,
  admin,
}) => {
  await world.superuser.query("update core.people set email_blocked = 'bounced' where id = $1", [roster.person.id])
  reminders.at('2027-05-01T00:00Z')
  const [stays, goes] = [
    await makeShift(world, roster, START, { draft: null }),
    await makeShift(world, roster, '2027-06-20T09:00:00.000Z', { draft: null }),
  ]
  const by = await reminders.admin(roster)
  for (const shift of [stays, goes]) await world.act(roster.site, by, (ctx) => publishShift(ctx, shift))
  await reminders.tick('2027-05-01T00:00Z', 1)
  await changeShift(world, roster.site, stays, { start: '2027-06-19T10:00:00.000Z' })
  await changeShift(world, roster.site, goes, { person: null })
  await reminders.tick('2027-05-01T00:00Z', 2)
  expect(reminders.sent()).toEqual([])
  await ask('PUT', `/people/${roster.person.id}/unblock`, admin, { channel: 'email' })
  await reminders.tick('2027-05-01T00:00Z', 3)
  expect(reminders.sent().map(({ kind, text }) => [kind, text])).toEqual([
    ['shift.assigned', '2027-06-19T10:00:00.000Z'],
  ])
})
