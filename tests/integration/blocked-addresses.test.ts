import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { confirmEmail } from '#server/accounts/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/own-email.ts'
import { type MessageEvent, recordProviderEvent } from '#server/deliveries/record-event.ts'
import { deliveryRef } from '#server/deliveries/transport.ts'
import { isBlockedSql } from '#server/people/blocked/block-sql.ts'
import { publishShift } from '#server/shifts/publication/commands.ts'
import {
  accountPartsOf,
  createMailboxes,
  DEVICE,
  givePassword,
  ownAccountOf,
  PASSWORD,
} from '#tests/support/accounts.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { changeShift, makeRoster, makeShift, type Roster } from '#tests/support/messages/messaging.ts'
import { DAY, test as reminders, START, WEEK } from '#tests/support/messages/reminders.ts'
import { type Person, SYSTEM } from '#tests/support/world.ts'

/** A person of a roster whose mail comes back, an admin of their club, and what the provider says. */
const test = reminders
  .extend('roster', ({ world }) => makeRoster(world, { site: { sms_enabled: false } }))
  .extend('admin', ({ world, roster }) => world.makePerson(roster.site, { role: 'admin' }))
  .extend('ask', ({ api, roster }) => async (method: string, path: string, as: Person, body?: unknown) => {
    const headers = await api.signIn(roster.site, as)
    const answer = await api.call(roster.site, { method, path, headers, ...(body !== undefined && { body }) })
    return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null }
  })
  .extend(
    'says',
    ({ world, roster }) =>
      async (kind: MessageEvent['kind'], over: Partial<MessageEvent> = {}, of: Roster = roster) => {
        const { rows } = await world.superuser.query(
          `select id::int, attempt_ids[cardinality(attempt_ids)] as attempt from core.deliveries
           where site_id = $1 and person = $2 and cardinality(attempt_ids) > 0 order by claimed_at desc, id desc limit 1`,
          [of.site.id, of.person.id],
        )
        const event = {
          kind,
          id: randomUUID(),
          delivery_id: deliveryRef(of.site.id, rows[0].id),
          at: world.clock.now(),
        }
        return recordProviderEvent({ pool: world.pool('worker') }, { ...event, attempt_id: rows[0].attempt, ...over })
      },
  )
  .extend('block', ({ ask, admin, roster }) => async (id = roster.person.id) => {
    const { body } = await ask('GET', `/people/${id}`, admin)
    return body.results.people[id].email_blocked
  })
  .extend('unconfirmed', ({ world, roster }) => async () => {
    await world.superuser.query('update identity.accounts set proved_at = null, home_site = $2 where email = $1', [
      roster.person.email,
      roster.site.id,
    ])
  })

const GONE = { reason: 'no_mailbox', detail: 'smtp; 550 5.1.1 <b>unknown</b>' }
const NEW = () => `new-${randomUUID()}@example.org`

describe('what an admin reads', () => {
  test('a bounce says since when and why, in the record and in the list of those who cannot be reached', async ({
    reminders,
    roster,
    says,
    block,
    ask,
    admin,
  }) => {
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    expect(await block()).toBeNull()
    expect(await says('bounced', GONE)).toMatchObject({ outcome: 'recorded' })
    expect(await block()).toEqual({
      reason: 'bounced',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      words: 'There is no mailbox with this address.',
      detail: GONE.detail,
    })
    const { body } = await ask('GET', '/people?blocked=true&limit=10', admin)
    expect([body.count, body.order]).toEqual([1, [roster.person.id]])
  })

  test('the list is read by an index of its own, in its order', async ({ world }) => {
    const connection = await world.superuser.connect()
    try {
      await connection.query('set enable_seqscan = off; set enable_sort = off')
      const { rows } = await connection.query(
        `explain select id from core.people t where site_id = 1 and ${isBlockedSql('t')} order by name_lower, id limit 10`,
      )
      expect(JSON.stringify(rows)).toContain('people_blocked')
    } finally {
      connection.release(true)
    }
  })

  test('a member reads neither field, of nobody, and cannot ask who is blocked', async ({ world, roster, ask }) => {
    await world.superuser.query("update core.people set email_blocked = 'bounced', sms_blocked = true where id = $1", [
      roster.person.id,
    ])
    for (const person of [roster.person, await world.makePerson(roster.site)]) {
      const { body } = await ask('GET', `/people/${roster.person.id}`, person)
      expect(Object.keys(body.results.people[roster.person.id])).not.toContain('email_blocked')
      expect(Object.keys(body.results.people[roster.person.id])).not.toContain('sms_blocked')
      expect((await ask('GET', '/people?blocked=true', person)).status).toBe(400)
      for (const call of ['unblock', 'correct_email'])
        expect(
          (await ask('PUT', `/people/${roster.person.id}/${call}`, person, { channel: 'email', email: NEW() })).status,
        ).toBe(403)
    }
  })

  test('another club’s admin finds nobody to unblock or correct', async ({ world, api, roster }) => {
    const other = await world.makeSite()
    const headers = await api.signIn(other, await world.makePerson(other, { role: 'admin' }))
    const call = (path: string, body: object) =>
      api.call(other, { method: 'PUT', path: `/people/${roster.person.id}/${path}`, headers, body })
    expect((await call('unblock', { channel: 'email' })).status).toBe(404)
    expect((await call('correct_email', { email: NEW() })).status).toBe(404)
  })
})

describe('what a provider reports late, twice or about somebody else', () => {
  test('a second bounce changes nothing; a complaint takes its place, and no bounce takes the place of a complaint', async ({
    reminders,
    roster,
    says,
    block,
  }) => {
    await makeShift(reminders.world, roster, START)
    await reminders.tick(WEEK)
    await says('bounced', GONE)
    const first = await block()
    await says('bounced', { reason: 'refused' })
    expect(await block()).toEqual(first)
    await says('complained', { detail: 'abuse' })
    expect(await block()).toMatchObject({
      reason: 'complained',
      words: 'An email was marked as spam.',
      detail: 'abuse',
    })
    await says('bounced', GONE)
    expect(await block()).toMatchObject({ reason: 'complained' })
  })

  test('a bounce of an earlier address, even of one that came back into use, blocks nothing', async ({
    world,
    reminders,
    roster,
    says,
    block,
  }) => {
    await makeShift(world, roster, START)
    await reminders.tick(WEEK)
    const changeTo = (email: string) =>
      world.superuser.query('update core.people set email = $2 where id = $1', [roster.person.id, email])
    await changeTo(NEW())
    await says('bounced', GONE)
    expect(await block()).toBeNull()
    await changeTo(roster.person.email)
    await says('bounced', GONE)
    expect(await block()).toBeNull()
  })

  test('a bounce of a message from before the block was lifted does not block again', async ({
    reminders,
    roster,
    says,
    block,
    ask,
    admin,
    world,
  }) => {
    await makeShift(world, roster, START)
    await reminders.tick(WEEK)
    await world.superuser.query("update core.people set email_blocked = 'bounced' where id = $1", [roster.person.id])
    expect((await ask('PUT', `/people/${roster.person.id}/unblock`, admin, { channel: 'email' })).status).toBe(200)
    await says('bounced', GONE)
    expect(await block()).toBeNull()
  })

  test('an event of another club’s delivery blocks at that club alone', async ({
    world,
    reminders,
    roster,
    says,
    block,
  }) => {
    const other = await makeRoster(world, { site: { sms_enabled: false }, person: { email: roster.person.email } })
    await makeShift(world, roster, START)
    await makeShift(world, other, START)
    await reminders.tick(WEEK)
    await says('bounced', GONE, other)
    const { rows } = await world.superuser.query('select email_blocked from core.people where id = $1', [
      other.person.id,
    ])
    expect([rows[0].email_blocked, await block()]).toEqual(['bounced', null])
  })

  test('STOP of a number that was replaced does not block the new one', async ({ world }) => {
    const roster = await makeRoster(world, { person: { sms_blocked: true } })
    await world.superuser.query("update core.people set phone = '+447911000001' where id = $1", [roster.person.id])
    const { rows } = await world.superuser.query('select sms_blocked, sms_blocked_at from core.people where id = $1', [
      roster.person.id,
    ])
    expect(rows).toEqual([{ sms_blocked: false, sms_blocked_at: null }])
  })
})

describe('lifting a block', () => {
  test('after a bounce an admin tries again: what came back and is still useful leaves once, what is past never', async ({
    world,
    reminders,
    roster,
    says,
    ask,
    admin,
  }) => {
    await makeShift(world, roster, START)
    await makeShift(world, roster, '2027-06-13T09:00:00.000Z')
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
    ['sms', { sms_blocked: true }, /answered a text with STOP/],
  ] as const)(
    'by %s only the person’s own switch lifts a wish of theirs',
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

  test('who never confirmed the address cannot lift its owner’s complaint', async ({
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

  test('of several notices about a shift one leaves, and none about one that is theirs no more', async ({
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
})

describe('a corrected address', () => {
  /** A reminder that came back, of the week before a shift. */
  const bounced = async ({
    world,
    reminders,
    roster,
    says,
  }: Pick<FixturesOf<typeof test>, 'world' | 'reminders' | 'roster' | 'says'>) => {
    await makeShift(world, roster, START)
    await reminders.tick(WEEK)
    await says('bounced', GONE)
  }

  test('by its owner, proved by the link: what is still due goes to the new address, once', async ({
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

  test('by an admin, while the old one is unconfirmed: sent once, to an address that is unconfirmed too', async ({
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

  test('an admin changes no address that its owner confirmed, takes nobody else’s, and not their own', async ({
    world,
    roster,
    ask,
    admin,
    unconfirmed,
  }) => {
    const other = await world.makePerson(roster.site)
    const correct = (email: string, id = roster.person.id) =>
      ask('PUT', `/people/${id}/correct_email`, admin, { email })
    expect((await correct(NEW())).status).toBe(409)
    await unconfirmed()
    expect((await correct(other.email)).body).toEqual({ email: ['A person with this email already exists.'] })
    expect((await correct(roster.person.email)).body).toEqual({ email: ['This is their email already.'] })
    const { rows } = await world.superuser.query(
      "select id::int from core.people where site_id = $1 and role = 'admin'",
      [roster.site.id],
    )
    expect((await correct(NEW(), rows[0].id)).status).toBe(400)
    const stored = await world.superuser.query('select email from core.people where id = $1', [roster.person.id])
    expect(stored.rows[0].email).toBe(roster.person.email)
  })

  test('a shift that is past by then gets no reminder', async ({
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
})
