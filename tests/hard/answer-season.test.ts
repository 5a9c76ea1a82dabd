import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { answerAsk } from '#server/cover/answer.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { memberActor, SYSTEM } from '#tests/support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** London's clocks go forward on 28 March. PROOF=1 runs the whole season, by the hour. */
const SEASON = process.env.PROOF
  ? { from: '2027-02-22T00:30Z', days: 90, step: HOUR }
  : { from: '2027-03-08T00:30Z', days: 34, step: 6 * HOUR }
const DECLINE = { answer: 'declined', reason: '', cover: true, release: false } as const

const test = base.extend('startsAt', { scope: 'file' }, () => new Date(SEASON.from))

test('over a season no one is asked at night, the silent are asked again once, and reminders follow the shift', {
  timeout: 600_000,
}, async ({ world }) => {
  const site = await world.makeSite({ timezone: 'Europe/London', sms_enabled: true })
  const reached = (i: number) => ({
    phone: `+4477009001${String(i).padStart(2, '0')}`,
    sms_verified: true,
    sms_notifications: true,
  })
  const [silent, decliner] = [await world.makePerson(site, reached(1)), await world.makePerson(site, reached(2))]
  for (const person of [silent, decliner])
    await world.superuser.query('update core.people set cover_requests = false where id = $1', [person.id])
  for (let i = 3; i < 15; i++) await world.makePerson(site, reached(i))
  const { messaging } = messagingFor(world)
  const read = async <Row>(text: string) => (await world.superuser.query(text, [site.id])).rows as Row[]
  const from = Date.parse(SEASON.from)
  const shifts = { silent: [] as number[], declined: [] as number[] }
  const alarms: unknown[] = []

  for (let at = from; at < from + SEASON.days * DAY; at += SEASON.step) {
    world.clock.set(new Date(at))
    const day = Math.floor((at - from) / DAY)
    const isNewDay = at === from || Math.floor((at - SEASON.step - from) / DAY) < day
    if (isNewDay && day % 7 === 0) {
      const start = new Date(at + 11 * DAY - (at % DAY) + 9 * HOUR).toISOString()
      const times = { start, end: new Date(Date.parse(start) + 3 * HOUR).toISOString() }
      const event = (await world.insert(site, 'events', { name: `Race ${day}`, ...times })).id
      const now = new Date(at).toISOString()
      for (const [kind, { id: person }] of [
        ['silent', silent],
        ['declined', decliner],
      ] as const) {
        const row = { event, person, draft: now, assigned_at: now, ...times }
        shifts[kind].push((await world.insert(site, 'shifts', row)).id)
      }
    }
    if (isNewDay && day % 7 === 1)
      await world.act(site, memberActor(decliner), (ctx) => answerShift(ctx, shifts.declined.at(-1)!, DECLINE))
    // The first invitee says yes a day later.
    const [ask] = await read<{ id: string }>(
      `select a.id from core.coverasks a join core.covers c on c.id = a.cover where a.site_id = $1 and c.state = 'searching'
           and a.answer is null and a.asked_at < '${new Date(at - DAY).toISOString()}' order by a.id limit 1`,
    )
    if (ask) await world.act(site, SYSTEM, (ctx) => answerAsk(ctx, Number(ask.id), 'yes', 'link'))
    await messaging.plan()
    await messaging.drain()
    if (isNewDay) alarms.push(...(await messaging.check()).differences)
  }
  await messaging.stop()
  expect(alarms, 'alarms of the nightly check').toEqual([])

  const over = new Date(from + (SEASON.days - 12) * DAY).toISOString()
  const hour = (column: string) => `extract(hour from ${column} at time zone 'Europe/London')`
  const night = (column: string) => `(${hour(column)} < 8 or ${hour(column)} >= 20)`
  const asked = await read<{ n: number }>('select count(*)::int as n from core.coverasks where site_id = $1')
  expect(asked[0]!.n).toBeGreaterThanOrEqual(shifts.declined.length * 2)
  expect(
    await read(`select id from core.coverasks where site_id = $1 and ${night('asked_at')}`),
    'people asked to cover at night',
  ).toEqual([])
  expect(
    await read(
      `select kind, channel, sent_at from core.deliveries where site_id = $1 and kind in ('cover.asked', 'answer.nudge')
           and sent_at is not null and ${night('sent_at')}`,
    ),
    'questions sent at night',
  ).toEqual([])
  const nudges = await read<{ shift: string; channel: string; n: number }>(
    `select d.shift::int as shift, d.channel, count(*)::int as n from core.deliveries d join core.shifts s on s.id = d.shift
         where d.site_id = $1 and d.kind = 'answer.nudge' and d.sent_at is not null and s.start < '${over}' group by 1, 2 order by 1, 2`,
  )
  const due = await read<{ id: number }>(
    `select id::int from core.shifts where site_id = $1 and start < '${over}' and id = any ('{${shifts.silent.join()}}') order by id`,
  )
  expect(due.length).toBeGreaterThan(1)
  expect(nudges).toEqual(
    due.flatMap(({ id }) => [
      { shift: id, channel: 'email', n: 1 },
      { shift: id, channel: 'sms', n: 1 },
    ]),
  )
  const covered = await read<{ id: number; same: boolean }>(
    `select s.id::int, s.person = c.covered_by as same from core.shift_facts s join core.covers c on c.shift = s.id
         where s.site_id = $1 and s.start < '${over}' and c.state = 'covered' and s.answer = 'confirmed' order by 1`,
  )
  expect(covered).toEqual(due.map(({ id }) => ({ id: id + 1, same: true })))
  const reminded = await read<{ shift: number; who: string; n: number }>(
    `select d.shift::int as shift, case when d.person = s.person then 'on it' else 'off it' end as who, count(*)::int as n
         from core.deliveries d join core.shifts s on s.id = d.shift join core.covers c on c.shift = s.id
         where d.site_id = $1 and d.kind like 'reminder.%' and d.sent_at > c.ended_at and s.start < '${over}' group by 1, 2 order by 1`,
  )
  expect(reminded).toEqual(due.map(({ id }) => ({ shift: id + 1, who: 'on it', n: 4 })))
})
