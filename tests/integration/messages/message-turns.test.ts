import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/sending.ts'

const PHONE = '+447700900777'
const NOON = new Date('2027-03-10T12:00:00Z')

/** Three people with one number, each with an email of their own. */
const test = base
  .extend('startsAt', { scope: 'file' }, () => NOON)
  .extend('site', ({ world }) => world.makeSite({ sms_enabled: true }))
  .extend('family', async ({ world, site }) => {
    const shared = { phone: PHONE, sms_verified: true, sms_notifications: true }
    const ann = await world.makePerson(site, { name: 'Ann Lee', ...shared })
    const bob = await world.makePerson(site, { name: 'Bob Lee', ...shared })
    const cas = await world.makePerson(site, { name: 'Cas Lee', ...shared })
    return { ann, bob, cas }
  })
  .extend('text', ({ draft, family }) => () => {
    const people = Object.values(family).map(({ id }) => id)
    return draft({ kind: 'sms', subject: '', body: 'Race is on, {{person.first_name}}', audience: { people } })
  })
  /** Sends what is due, lets turns pass and sends again. @returns the sent texts. */
  .extend('deliver', ({ worker, passTakeBack }) => async () => {
    passTakeBack()
    for (let turn = 0; turn < 4; turn += 1) {
      await worker.messaging.drain()
      await worker.advance()
    }
    return worker.sent().map(({ to, text }) => `${to} ${text}`)
  })

const drop = {
  'switches texts off': 'sms_notifications = false',
  'is no longer active': 'is_active = false',
  'takes another number': `phone = '+447700900888'`,
}

test.for(Object.keys(drop) as (keyof typeof drop)[])(
  'when the first of several people at one number %s before sending, the next gets it for the others',
  async (what, { world, family, text, step, deliver, read }) => {
    const id = await text()
    await step(id, 'send')
    await world.superuser.query(`update core.people set ${drop[what]} where id = $1`, [family.ann.id])
    const left = await deliver()
    expect(left.filter((one) => one.startsWith(PHONE))).toEqual([`${PHONE} Race is on, Bob and Cas`])
    expect(await read(id)).toMatchObject({ status: 'sent' })
  },
)

test('turns pass until one of them gets it, and end when no one does', async ({
  world,
  family,
  text,
  step,
  deliver,
  read,
}) => {
  const [id, nobodys] = [await text(), await text()]
  await step(id, 'send')
  await step(nobodys, 'send')
  await world.superuser.query('update core.people set sms_notifications = false where id = any ($1)', [
    [family.ann.id, family.bob.id],
  ])
  expect(await deliver()).toEqual([`${PHONE} Race is on, Cas`, `${PHONE} Race is on, Cas`])
  const again = await text()
  await step(again, 'send')
  await world.superuser.query('update core.people set sms_notifications = false where phone = $1', [PHONE])
  expect(await deliver()).toHaveLength(2)
  expect(await read(again)).toMatchObject({ status: 'sent', counts: { skipped: 3 } })
})

test('a reached or refused number is not retried for the others', async ({ text, step, deliver, worker }) => {
  worker.transports.sms.outcomes.push({ kind: 'rejected', reason: 'no such number' })
  await step(await text(), 'send')
  expect(await deliver()).toEqual([`${PHONE} Race is on, Ann, Bob and Cas`])
})

test('a person who shares a number that was reached, or is about to be, did get the message', async ({
  world,
  site,
  family,
  text,
  step,
  deliver,
  callApi,
  headers,
}) => {
  const id = await text()
  await step(id, 'send')
  const missed = async () =>
    (await callApi('POST', '/messages/audience', headers, { kind: 'sms', audience: { missed: id } })).body.matching
  expect(await missed()).toBe(0)
  await deliver()
  expect(await missed()).toBe(0)
  // A person with another number since did not get it.
  await world.superuser.query(`update core.people set phone = '+447700900999' where id = $1`, [family.cas.id])
  expect(await missed()).toBe(1)
  await world.superuser.query(`update core.deliveries set state = 'failed' where site_id = $1 and state = 'sent'`, [
    site.id,
  ])
  expect(await missed()).toBe(3)
})
