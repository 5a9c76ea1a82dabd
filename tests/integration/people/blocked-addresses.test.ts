import { describe, expect } from 'vitest'
import { isBlockedSql } from '#server/people/blocked/block-sql.ts'
import { GONE, NEW, test } from '#tests/support/messages/blocks.ts'
import { makeRoster, makeShift } from '#tests/support/messages/messaging.ts'
import { START, WEEK } from '#tests/support/messages/reminders.ts'

describe('the view of an admin', () => {
  test('a bounce shows since when and why, in the record and in the list of unreachable people', async ({
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
      words: 'There is no mailbox at this address.',
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

  test('a member reads neither field, of anyone, and cannot filter by blocks', async ({ world, roster, ask }) => {
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

  test('another club’s admin finds no one to unblock or correct', async ({ world, api, roster }) => {
    const other = await world.makeSite()
    const headers = await api.signIn(other, await world.makePerson(other, { role: 'admin' }))
    const call = (path: string, body: object) =>
      api.call(other, { method: 'PUT', path: `/people/${roster.person.id}/${path}`, headers, body })
    expect((await call('unblock', { channel: 'email' })).status).toBe(404)
    expect((await call('correct_email', { email: NEW() })).status).toBe(404)
  })
})

describe('late, repeated and foreign reports of a provider', () => {
  test('a second bounce changes nothing; a complaint replaces it, and no bounce replaces a complaint', async ({
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
