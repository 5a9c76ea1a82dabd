import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { test as base } from '#tests/support/fixture.ts'
import { linesOf, messagingFor } from '#tests/support/messages/messaging.ts'
import { SYSTEM } from '#tests/support/world.ts'

const NOON = new Date('2027-07-01T11:00:00Z')
const EVENING = new Date('2027-07-01T21:00:00Z')
const MORNING = '2027-07-02T07:00:00.000Z'

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOON)
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', sms_enabled: true, prefix: 'HSC' }))
  .extend('ann', ({ world, site }) =>
    world.makePerson(site, {
      name: 'Ann Lee',
      phone: '+447700900123',
      sms_verified: true,
      sms_notifications: true,
    }),
  )
  .extend('event', async ({ world, site }) => {
    const times = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }
    const off = { decision: 'off', decided_at: NOON }
    return (await world.insert(site, 'events', { name: 'Race', ...times, ...off })).id
  })
  .extend(
    'notice',
    ({ ann, event }): RosterNotice => ({
      kind: 'event.called_off',
      person: ann.id,
      subject: event,
      event,
      cause: `${event} first`,
      useful_until: new Date('2027-07-10T16:00Z'),
      title: 'Called off: Race',
      paragraphs: ['Race does not take place.'],
      action: { label: 'Open the event', path: `/events/${event}` },
      other_action: { label: 'See other events', path: '/events/calendar' },
      sms: 'Race is called off. {link}',
    }),
  )
  .extend(
    'queue',
    ({ world, site }) =>
      (one: RosterNotice, over: Partial<Ctx> = {}) =>
        world.act(site, SYSTEM, (ctx) => queueRosterNotices({ ...ctx, ...over }, one)),
  )
  .extend('drain', ({ world }) => async () => {
    const { messaging, transports } = messagingFor(world)
    await messaging.drain()
    await messaging.stop()
    return transports
  })

test('a notice is sent once by each channel, and its mail says where to turn such mails off', async ({
  queue,
  notice,
  drain,
  ann,
  event,
}) => {
  expect(await queue(notice)).toHaveLength(2)
  expect(await queue(notice)).toEqual([])
  const { email, sms } = await drain()
  expect(await queue(notice)).toEqual([])
  expect([email.sent.length, sms.sent.length]).toEqual([1, 1])
  expect(sms.sent[0]?.text).toMatch(
    new RegExp(`^HSC: Race is called off\\. https://[a-z0-9-]+\\.example/events/${event}$`),
  )
  const [mail] = email.sent
  expect(mail).toMatchObject({ to: ann.email, subject: 'Called off: Race' })
  expect(mail?.text).toContain('You get this because you volunteer at')
  expect(mail?.text).toContain('/events/calendar')
  expect(mail?.headers['List-Unsubscribe']).toMatch(/profile\/emails\/.+stream=notifications/)
})

test('a text at night waits for the morning, unless it would then be too late; a mail does not', async ({
  queue,
  notice,
  drain,
  world,
  site,
}) => {
  world.clock.set(EVENING)
  await queue(notice)
  await queue({ ...notice, cause: 'urgent', useful_until: new Date(MORNING) })
  const { email, sms } = await drain()
  expect([email.sent.length, sms.sent.length]).toEqual([2, 1])
  const { rows } = await world.superuser.query(
    "select due_at from core.deliveries where site_id = $1 and state = 'queued'",
    [site.id],
  )
  expect(rows.map(({ due_at }: { due_at: Date }) => due_at.toISOString())).toEqual([MORNING])
})

test('outdated, late and unwanted notices are not sent', async ({ queue, notice, drain, world, site, ann }) => {
  await queue(notice)
  await world.superuser.query('update core.events set decision = null, decided_at = null where site_id = $1', [site.id])
  await drain()
  expect(await linesOf(world, site)).toEqual([
    'event.called_off email cancelled taken_up',
    'event.called_off sms cancelled taken_up',
  ])
  await world.superuser.query("update core.events set decision = 'off', decided_at = now() where site_id = $1", [
    site.id,
  ])
  await world.superuser.query('update core.people set email_notifications = false where id = $1', [ann.id])
  await queue({ ...notice, cause: 'second' })
  await queue({ ...notice, cause: 'third', useful_until: NOON })
  await drain()
  expect((await linesOf(world, site)).slice(2)).toEqual([
    'event.called_off email skipped opted_out',
    'event.called_off sms sent',
    'event.called_off email skipped late',
    'event.called_off sms skipped late',
  ])
})

test('undone inside the undo window it notifies no one, and can be queued again', async ({
  queue,
  notice,
  drain,
  world,
  site,
  event,
}) => {
  await queue(notice, { notices: { wait_ms: UNDO_WINDOW_MS } })
  expect((await drain()).email.sent).toEqual([])
  await world.act(site, SYSTEM, ({ db }) => withdrawRosterNotices(db, 'event.called_off', event))
  world.clock.set(new Date(NOON.getTime() + 2 * UNDO_WINDOW_MS))
  expect((await drain()).email.sent).toEqual([])
  expect(await queue(notice)).toHaveLength(2)
  expect((await drain()).email.sent).toHaveLength(1)
})

test('a notice that the provider refuses for now is sent at the next attempt', async ({
  queue,
  notice,
  world,
  site,
  onTestFinished,
}) => {
  await queue(notice)
  const { messaging, transports } = messagingFor(world)
  onTestFinished(() => messaging.stop())
  transports.email.outcomes.push({ kind: 'refused', reason: 'Throttling' })
  await messaging.drain()
  await world.superuser.query('update core.deliveries set retry_at = null where site_id = $1', [site.id])
  await messaging.drain()
  expect(transports.email.sent.map(({ subject, outcome }) => `${subject} ${outcome.kind}`)).toEqual([
    'Called off: Race refused',
    'Called off: Race sent',
  ])
  expect(await linesOf(world, site)).toContain('event.called_off email sent')
})
