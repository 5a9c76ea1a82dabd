import { expect, test } from 'vitest'
import { sendMessage } from '#server/messages/sending/commands.ts'
import { advanceMessages } from '#server/messages/sending/dispatch.ts'
import { pauseMessage, resumeMessage } from '#server/messages/sending/pause.ts'
import { createProductCollections } from '#server/registry.ts'
import { dice } from '#tests/support/providers/faults.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'
import { startTwilioServer } from '#tests/support/providers/twilio-server.ts'
import { waitUntil } from '#tests/support/waiting.ts'
import { adminActor, createWorld, log, type World } from '#tests/support/world.ts'
import { type Herd, startHerd } from './herd.ts'
import { reportAccepted } from './reports.ts'

/**
 * The small run is part of the tests; PROOF=1 is the full one. `perSecond` is the provider's limit, of which a fifth
 * stays unused.
 */
const SIZE = process.env.PROOF
  ? { recipients: 10_000, reminders: 200, kills: 20, perSecond: 75, workers: 3, minutes: 15 }
  : { recipients: 120, reminders: 10, kills: 2, perSecond: 30, workers: 2, minutes: 3 }
const FAULTS = { throttled: 0.05, unanswered: 0.05, delayMs: 8 }
/** Maximum delay of a reminder while a large message is sent, in seconds. */
const MOST_LATE = 120

const collections = createProductCollections()

/** A message to all people of a site, about to be sent. @returns the site and the message. */
async function arrangeMessage(world: World) {
  const site = await world.makeSite({ timezone: 'UTC' })
  const admin = await world.makePerson(site, { role: 'admin', email_newsletters: false })
  await world.superuser.query('update core.sites set mail_per_day = 100000, mail_per_month = 100000 where id = $1', [
    site.id,
  ])
  await world.superuser.query(
    `insert into core.people (site_id, name, email) select $1, 'Person ' || i, 'bulk' || i || '@example.org' from generate_series(1, $2::int) i`,
    [site.id, SIZE.recipients],
  )
  const { id } = await world.insert(site, 'messages', {
    subject: 'Season opens',
    body: 'Hello {{person.first_name}}!',
    audience: JSON.stringify({ everyone: true }),
  })
  await world.act(site, adminActor(admin), (ctx) => sendMessage(ctx, collections, id, {}))
  await world.superuser.query(
    `update core.messages set rendered_html = '<p>Hello {{person.first_name}}!</p>', renderer = 1, undo_until = now() where site_id = $1`,
    [site.id],
  )
  await world.superuser.query("update core.deliveries set due_at = now() where site_id = $1 and state = 'queued'", [
    site.id,
  ])
  return { site, id, sender: adminActor(admin) }
}

async function arrangeReminders(world: World) {
  const site = await world.makeSite({ timezone: 'UTC' })
  await world.superuser.query(
    `with event as (
       insert into core.events (site_id, name, start, "end") values ($1, 'Regatta', now() + interval '7 days', now() + interval '8 days') returning id),
     people as (
       insert into core.people (site_id, name, email) select $1, 'Helper ' || i, 'duty' || i || '@example.org' from generate_series(1, $2::int) i returning id)
     insert into core.shifts (site_id, event, person, start, "end", draft, assigned_at)
     select $1, event.id, people.id, now() + interval '7 days 3 seconds', now() + interval '7 days 3 hours', now() - interval '30 days', now() - interval '30 days'
     from event, people`,
    [site.id, SIZE.reminders],
  )
}

/**
 * Pauses a message, kills two workers, and resumes it.
 * @param left how many the provider has accepted so far.
 * @returns how many it accepted after the pause was confirmed.
 */
async function pauseBetweenKills(
  world: World,
  { site, id, sender }: Awaited<ReturnType<typeof arrangeMessage>>,
  herd: Herd,
  left: () => number,
): Promise<number> {
  await pauseMessage((_, work) => world.act(site, sender, work), id)
  const before = left()
  await herd.killOne()
  await herd.killOne()
  const after = left()
  await world.act(site, sender, (ctx) => resumeMessage(ctx, id))
  return after - before
}

test(
  `a message to ${SIZE.recipients}, ${SIZE.kills} kills, answers lost and refused: sent once to each, never while paused, and reminders are not delayed`,
  async ({ onTestFinished }) => {
    const world = await createWorld()
    onTestFinished(() => world.close())
    const random = dice(17)
    const ses = await startSesServer(FAULTS, 3)
    const twilio = await startTwilioServer(FAULTS, 5)
    onTestFinished(async () => void (await Promise.all([ses.close(), twilio.close()])))
    ses.maxSendRate = SIZE.perSecond
    const reported = reportAccepted(world, ses, random)
    const message = await arrangeMessage(world)
    const { site, id } = message
    await arrangeReminders(world)
    const begun = performance.now()
    const settings = { databaseUrl: world.url, ses: ses.url, twilio: twilio.url, perSecond: SIZE.perSecond }
    const herd = await startHerd(SIZE.workers, settings, random)
    onTestFinished(() => herd.stop())
    const bulkLeft = () => ses.accepted.filter(({ to }) => to.startsWith('bulk')).length
    for (let kill = 3; kill <= SIZE.kills; kill++) await herd.killOne()
    const whilePaused = await pauseBetweenKills(world, message, herd, bulkLeft)
    const all = SIZE.recipients + SIZE.reminders
    const sent = async () =>
      (await world.superuser.query("select count(*)::int as n from core.deliveries where state = 'sent'")).rows[0].n
    const timeLeft = SIZE.minutes * 60_000 - (performance.now() - begun)
    // The count below includes those not sent in time.
    await waitUntil('all are sent', async () => (await sent()) === all, { withinMs: timeLeft, everyMs: 500 }).catch(
      () => {},
    )
    // Makes any second attempt due now.
    await world.superuser.query("update core.deliveries set lease_until = lease_until - interval '1 minute'")
    await herd.finish()
    await reported()
    expect(whilePaused).toBe(0)
    const accepted = ses.accepted.map((mail) => mail.to)
    const { rows } = await world.superuser.query(
      `select max(extract(epoch from sent_at - due_at)) filter (where kind like 'reminder.%')::float as late,
         max(sent_at) filter (where kind like 'reminder.%') < max(sent_at) filter (where kind like 'bulk:%') as overtook
       from core.deliveries`,
    )
    console.log(
      `${SIZE.recipients} recipients, ${SIZE.kills} kills: ${all - new Set(accepted).size} lost, ${accepted.length - new Set(accepted).size} twice, reminders at most ${rows[0].late.toFixed(1)} s late, ${Math.round((performance.now() - begun) / 1000)} s`,
    )
    expect({ lost: all - new Set(accepted).size, twice: accepted.length - new Set(accepted).size }).toEqual({
      lost: 0,
      twice: 0,
    })
    expect(rows[0].overtook).toBe(true)
    expect(rows[0].late).toBeLessThanOrEqual(MOST_LATE)
    await advanceMessages({ pool: world.pool('worker'), clock: world.clock, log, collections })
    const stored = await world.superuser.query('select status from core.messages where site_id = $1 and id = $2', [
      site.id,
      id,
    ])
    expect(stored.rows).toEqual([{ status: 'sent' }])
  },
  SIZE.minutes * 60_000 + 60_000,
)
