import { expect } from 'vitest'
import type { Candidate } from '#server/deliveries/explain/contract.ts'
import { explainShiftTo } from '#server/deliveries/explain/queries.ts'
import { storedReason } from '#server/deliveries/explain/stored-reason.ts'
import { isReminder } from '#server/organisation/reminders-contract.ts'
import { changeShift, makeRoster, makeShift, type Roster } from '#tests/support/messages/messaging.ts'
import { test as base } from '#tests/support/messages/reminders.ts'
import { type Seeded, seeded } from '#tests/support/random.ts'
import { adminActor, type World } from '#tests/support/world.ts'

const NOW = '2027-06-10T12:00:00.000Z'
const HOUR = 3_600_000
const CASES = process.env.PROOF ? 600 : 44

type Case = { roster: Roster; shift: number; before: Candidate[] }

const SITES = [
  { timezone: 'Europe/London', reminder_offsets: ['P7D', 'P1D'] },
  { timezone: 'America/New_York', reminder_offsets: ['P1D'], quiet_start: '21:30', quiet_end: '07:00' },
  { timezone: 'Asia/Tokyo', reminder_offsets: ['P7D'], quiet_start: '20:00', quiet_end: '08:00' },
  { timezone: 'Australia/Sydney', reminder_offsets: ['P7D', 'P1D'], sms_enabled: false },
]

const test = base.extend('explained', ({ world }) => ({ roster, shift }: Pick<Case, 'roster' | 'shift'>) => {
  return world.act(roster.site, adminActor(roster.person), (ctx) => explainShiftTo(ctx, roster.person.id, shift))
})

test(`the explanations of ${CASES} random shifts match what the planner and the sender then do`, async ({
  world,
  reminders,
  explained,
}) => {
  const random = seeded(20_270_610)
  reminders.at(NOW, -30)
  const cases: Omit<Case, 'before'>[] = []
  for (let n = 0; n < CASES; n++) {
    // Half of the people were notified before.
    if (n === CASES / 2) await reminders.tick(NOW, -15)
    cases.push(await randomCase(world, random))
  }
  reminders.at(NOW)
  await reminders.queueOnly(NOW)
  const known: Case[] = []
  for (const one of cases) known.push({ ...one, before: await explained(one) })
  const dues = known.flatMap(({ before }) => before.flatMap(({ due_at }) => (due_at ? [Date.parse(due_at)] : [])))
  const steps = Array.from({ length: 60 }, (_, i) => Date.parse(NOW) + i * 4 * HOUR)
  for (const at of [...new Set([...dues, ...steps])].filter((at) => at >= Date.parse(NOW)).sort((a, b) => a - b))
    await reminders.tick(new Date(at).toISOString())
  const seen = new Set<string>()
  for (const { roster, shift, before } of known) {
    const { rows } = await world.superuser.query(
      `select kind, channel, state, reason, due_at from core.deliveries where shift = $1 and person = $2`,
      [shift, roster.person.id],
    )
    for (const candidate of before) {
      const { kind, channel, reason, state, due_at } = candidate
      seen.add(reason)
      const row = rows.find((one) => one.kind === kind && one.channel === channel)
      const what = JSON.stringify({ shift, candidate, row })
      const isToCome = state === 'planned' || (state === 'queued' && (reason === 'queued' || reason === 'quiet_hours'))
      expect(row?.state === 'sent', what).toBe(isToCome || state === 'sent')
      if (isToCome && isReminder(kind)) expect(due_at, what).toBe(row.due_at.toISOString())
      if (row && row.state !== 'sent') expect(reason, what).toEqual(reasonOf(row))
    }
  }
  for (const reason of ['not_due', 'queued', 'opted_out', 'blocked', 'unverified', 'late', 'started', 'quiet_hours'])
    expect([...seen], reason).toContain(reason)
  for (const reason of ['not_published', 'not_assigned', 'sms_off', 'no_address', 'inactive', 'already_notified'])
    expect([...seen], reason).toContain(reason)
}, 600_000)

/** Whether the shift has begun depends on the moment, for a reminder that came too late. */
const reasonOf = (row: { state: never; reason: string | null }) => {
  const reason = storedReason(row.state, row.reason)
  return reason === 'late' ? expect.stringMatching(/^(late|started)$/) : reason
}

async function randomCase(world: World, random: Seeded): Promise<Omit<Case, 'before'>> {
  const roster = await makeRoster(world, {
    site: random.pick(SITES),
    person: {
      ...(random.chance(0.15) && { email_reminders: false }),
      ...(random.chance(0.15) && { email_notifications: false }),
      ...(random.chance(0.1) && { email_blocked: random.pick(['bounced', 'complained']) }),
      ...(random.chance(0.1) && { email: '' }),
      ...(random.chance(0.15) && { sms_verified: false }),
      ...(random.chance(0.1) && { sms_notifications: false }),
      ...(random.chance(0.1) && { sms_blocked: true }),
      ...(random.chance(0.1) && { phone: null, sms_verified: false }),
      ...(random.chance(0.06) && { is_active: false }),
    },
  })
  const hours = random.pick([-5, 1, 3, 9, 20, 26, 50, 100, 150, 166, 169, 200, 220])
  const start = new Date(Date.parse(NOW) + hours * HOUR + random.below(4) * 900_000).toISOString()
  const known = new Date(Date.parse(NOW) - random.pick([1, 30, 100, 800]) * HOUR).toISOString()
  const shift = await makeShift(world, roster, start, {
    draft: known,
    assigned_at: known,
    ...(random.chance(0.08) && { draft: null }),
    ...(random.chance(0.08) && { person: null }),
    ...(random.chance(0.05) && { actual_start: NOW }),
  })
  // Some were just assigned, and their people are notified of it.
  if (random.chance(0.35)) {
    await world.superuser.query('update core.shifts set person = null where id = $1', [shift])
    await changeShift(world, roster.site, shift, { person: roster.person.id })
  }
  return { roster, shift }
}
