import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { publishEvent } from '#server/publishing/commands.ts'
import { checkedFor, fixture, input } from '#tests/support/import-files.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor, createWorld, log, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

type Held = {
  id: number
  person: number
  start: Date
  known_at: Date
  timezone: string
  by_email: boolean
  by_sms: boolean
}

const roster = async (): Promise<Held[]> =>
  (
    await world.superuser.query(
      `select s.id::int, s.person::int, s.start, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at, t.timezone,
         p.email <> '' and p.email_reminders as by_email,
         t.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications as by_sms
       from core.shifts s join core.sites t on t.id = s.site_id join core.people p on p.site_id = s.site_id and p.id = s.person
       where s.draft is not null and s.actual_start is null and p.is_active`,
    )
  ).rows

/**
 * The messages due between two instants, computed from the rule alone: the same time of day one week and one day
 * before, in the site's zone; a text due between 20:00 and 08:00 is sent at 19:30 before.
 */
function expected(shifts: readonly Held[], from: Temporal.Instant, until: Temporal.Instant): string[] {
  return shifts.flatMap((shift) => {
    const start = Temporal.Instant.from(shift.start.toISOString()).toZonedDateTimeISO(shift.timezone)
    return [7, 1].flatMap((days) =>
      (['email', 'sms'] as const).flatMap((channel) => {
        if (!(channel === 'email' ? shift.by_email : shift.by_sms)) return []
        let due = start.toPlainDateTime().subtract({ days })
        if (channel === 'sms' && due.hour < 8) due = due.subtract({ days: 1 }).withPlainTime('19:30')
        else if (channel === 'sms' && due.hour >= 20) due = due.withPlainTime('19:30')
        const at = due.toZonedDateTime(shift.timezone, { disambiguation: 'later' }).toInstant()
        const known = Temporal.Instant.from(shift.known_at.toISOString())
        const falls = Temporal.Instant.compare(at, from) > 0 && Temporal.Instant.compare(at, until) <= 0
        if (!falls || Temporal.Instant.compare(known, at) > 0) return []
        return `${shift.id} ${shift.person} ${days} ${channel} ${start.toPlainDate()} ${at}`
      }),
    )
  })
}

const found = async (): Promise<string[]> =>
  (
    await world.superuser.query(
      `select concat_ws(' ', shift, person, case kind when 'reminder.week' then 7 else 1 end, channel, start_local_date) as key, due_at
       from core.deliveries where kind like 'reminder.%' and state = 'sent'`,
    )
  ).rows.map(({ key, due_at }) => `${key} ${Temporal.Instant.from(due_at.toISOString())}`)

/** Hours between two unprompted ticks of the planner, over the season. */
const SEASON_LOOKS = process.env.PROOF ? 24 : 96
/** Days of the demo, hours between unprompted ticks, and the minimum of reminders over so many days. */
const [DAYS, LOOKS, MANY] = process.env.PROOF ? [12, 2, 50] : [8, 12, 30]

/**
 * Runs the product's clock: the planner ticks whenever a message is due, and every so many hours besides.
 * @returns the number of shifts in the sent messages.
 */
async function run(from: Temporal.Instant, until: Temporal.Instant, everyHours: number) {
  const { messaging, transports } = messagingFor(world)
  const looks = new Set(expected(await roster(), from, until).map((line) => line.split(' ').at(-1)!))
  for (let now = from; Temporal.Instant.compare(now, until) < 0; now = now.add({ hours: everyHours }))
    looks.add(now.toString())
  for (const now of [...looks, until.toString()].sort()) {
    world.clock.set(new Date(now))
    await messaging.plan()
  }
  const { rows } = await world.superuser.query(
    "select distinct concat_ws(' ', state, reason) as left_out from core.deliveries where kind like 'reminder.%' and state <> 'sent' and due_at > $1",
    [from.toString()],
  )
  expect(rows.filter(({ left_out }) => left_out !== 'skipped opted_out')).toEqual([])
  const reminders = [...transports.email.sent, ...transports.sms.sent].filter(({ kind }) =>
    kind.startsWith('reminder.'),
  )
  return reminders.flatMap(({ text }) => text.split('\n')).length
}

test('the reminders of the harbour club’s imported season, published in winter, are exact over the clock changes', async () => {
  const site = await world.makeSite({ timezone: 'Europe/London', sms_enabled: true })
  const admin = adminActor(await world.makePerson(site, { role: 'admin', name: 'The Admin' }))
  const begin = Temporal.Instant.from('2027-01-10T12:00Z')
  world.clock.set(new Date(begin.epochMilliseconds))
  for (const [kind, file] of [
    ['people', 'harbour-people'],
    ['season', 'harbour-season'],
  ] as const)
    await world.act(site, admin, async (ctx) => {
      const given = checkedFor(site, input(kind, fixture(file)))
      const { digest } = await previewImport(ctx, given)
      return applyImport(ctx, { ...given, digest, skip_errors: false })
    })
  await world.superuser.query(
    'update core.people set sms_verified = phone is not null, sms_notifications = id % 2 = 0, email_reminders = id % 7 <> 0 where site_id = $1',
    [site.id],
  )
  const { rows: events } = await world.superuser.query('select id::int from core.events where site_id = $1', [site.id])
  await world.act(site, admin, async (ctx) => {
    for (const { id } of events) await publishEvent(ctx, id)
  })
  const end = Temporal.Instant.from(process.env.PROOF ? '2027-12-01T00:00Z' : '2027-04-20T00:00Z')
  const told = await run(begin, end, SEASON_LOOKS)
  const should = expected(await roster(), begin, end)
  expect((await found()).sort()).toEqual(should.sort())
  expect(told).toBe(should.length)
  expect(should.length).toBeGreaterThan(process.env.PROOF ? 1_000 : 100)
})

const STARTS = ['2026-11-21T06:15:00Z', '2027-03-26T23:40:00Z']

test.each(process.env.PROOF ? STARTS : STARTS.slice(1))(
  'the reminders of the demo started at %s are exact',
  async (start) => {
    const begin = Temporal.Instant.from(start)
    world.clock.set(new Date(begin.epochMilliseconds))
    await seedDemo({ platformPool: world.pool('platform'), passwords: createPasswords(), clock: world.clock, log })
    const end = begin.add({ hours: 24 * DAYS })
    // Reminders due before the first tick are caught up while they are useful.
    const told = await run(begin, end, LOOKS)
    const keyOf = (line: string) => line.slice(0, line.lastIndexOf(' '))
    const before = new Set(expected(await roster(), begin.subtract({ hours: 24 * 8 }), begin).map(keyOf))
    const should = expected(await roster(), begin, end)
    const sent = await found()
    expect(sent.filter((line) => !before.has(keyOf(line))).sort()).toEqual(should.sort())
    expect(told).toBe(sent.length)
    expect(should.length).toBeGreaterThan(MANY)
  },
)
