import { expect } from 'vitest'
import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import {
  accountPartsOf,
  createMailboxes,
  DEVICE,
  givePassword,
  ownAccountOf,
  PASSWORD,
} from '#tests/support/accounts.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { GONE, NEW, test } from '#tests/support/messages/blocks.ts'
import { makeShift, tell } from '#tests/support/messages/messaging.ts'
import { DAY, START, WEEK } from '#tests/support/messages/reminders.ts'
import { SYSTEM } from '#tests/support/world.ts'

const bounced = async ({
  world,
  reminders,
  roster,
  says,
}: Pick<FixturesOf<typeof test>, 'world' | 'reminders' | 'roster' | 'says'>) => {
  reminders.at('2027-06-01T00:00Z')
  await tell(world, roster.site, await makeShift(world, roster, START), roster.person)
  await reminders.tick(WEEK)
  await says('bounced', GONE)
}

test('an address corrected by its owner and confirmed by the link: due messages go to the new address, once', async ({
  world,
  reminders,
  roster,
  says,
  block,
}) => {
  await bounced({ world, reminders, roster, says })
  const parts = accountPartsOf(world)
  const mail = createMailboxes(world, parts.secret)
  await givePassword(world, parts, roster.person.email)
  const email = NEW()
  await requestEmailChange(
    parts,
    await ownAccountOf(world, roster.site, roster.person),
    { email, password: PASSWORD },
    DEVICE,
  )
  await reminders.messages.messaging.drain()
  const reminded = () =>
    reminders
      .sent()
      .filter(({ kind }) => kind === 'reminder.week')
      .map(({ to }) => to)
  expect(reminded()).toEqual([roster.person.email])
  const token = String(await mail.link(email, 'account.email_confirm'))
  await confirmEmail(parts, roster.site, { token, password: PASSWORD, actor: SYSTEM }, DEVICE)
  await reminders.messages.messaging.drain()
  await reminders.tick(WEEK, 5)
  expect([reminded(), await block()]).toEqual([[roster.person.email, email], null])
})

test('an address corrected by an admin while the old one is unconfirmed: sent once, to another unconfirmed address', async ({
  world,
  reminders,
  roster,
  says,
  ask,
  admin,
  block,
  api,
  unconfirmed,
}) => {
  await unconfirmed()
  const session = await api.signIn(roster.site, roster.person)
  await bounced({ world, reminders, roster, says })
  const email = NEW()
  const correct = (to: string) => ask('PUT', `/people/${roster.person.id}/correct_email`, admin, { email: to })
  expect((await correct('no address')).status).toBe(400)
  expect(await correct(email.toUpperCase())).toEqual({ status: 200, body: { email, queued: 1 } })
  await reminders.messages.messaging.drain()
  await reminders.tick(WEEK, 5)
  expect(reminders.sent().map(({ to }) => to)).toEqual([roster.person.email, email])
  expect(await block()).toBeNull()
  const { rows } = await world.superuser.query(
    `select a.email, a.home_site::int, a.proved_at, a.password_hash from core.people p join identity.accounts a on a.id = p.account_id where p.id = $1`,
    [roster.person.id],
  )
  expect(rows).toEqual([{ email, home_site: Number(roster.site.id), proved_at: null, password_hash: null }])
  expect((await api.call(roster.site, { method: 'GET', path: '/auth/user', headers: session })).status).toBe(401)
  const old = await world.superuser.query('select from identity.accounts where email = $1', [roster.person.email])
  expect(old.rowCount).toBe(0)
})

test('an admin changes no address that its owner confirmed, takes no one else’s, and not their own', async ({
  world,
  roster,
  ask,
  admin,
  unconfirmed,
}) => {
  const other = await world.makePerson(roster.site)
  const correct = (email: string, id = roster.person.id) => ask('PUT', `/people/${id}/correct_email`, admin, { email })
  expect((await correct(NEW())).status).toBe(409)
  await unconfirmed()
  expect((await correct(other.email)).body).toEqual({ email: ['A person with this email already exists.'] })
  expect((await correct(roster.person.email)).body).toEqual({ email: ['This is already their email.'] })
  const { rows } = await world.superuser.query(
    "select id::int from core.people where site_id = $1 and role = 'admin'",
    [roster.site.id],
  )
  expect((await correct(NEW(), rows[0].id)).status).toBe(400)
  const stored = await world.superuser.query('select email from core.people where id = $1', [roster.person.id])
  expect(stored.rows[0].email).toBe(roster.person.email)
})

test('a past shift gets no reminder when an address is corrected', async ({
  world,
  reminders,
  roster,
  says,
  ask,
  admin,
  unconfirmed,
}) => {
  await unconfirmed()
  await bounced({ world, reminders, roster, says })
  await reminders.tick(DAY)
  reminders.at(START, 1)
  expect((await ask('PUT', `/people/${roster.person.id}/correct_email`, admin, { email: NEW() })).body.queued).toBe(0)
  await reminders.tick(START, 2)
  expect(reminders.sent()).toHaveLength(1)
})
