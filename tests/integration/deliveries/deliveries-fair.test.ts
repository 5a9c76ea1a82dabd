import { expect } from 'vitest'
import { test as base } from '#tests/support/messages/deliveries.ts'
import { makeRoster, type Roster } from '#tests/support/messages/messaging.ts'

const DUE = '2027-06-12T08:00Z'
const [FAR, NEAR] = ['2027-09-12T09:00Z', '2027-06-13T09:00Z']
const NOTICE = { kind: 'shift.changed', lane: 'notice', due_at: DUE, useful_until: FAR }
const URGENT = { lane: 'urgent', useful_until: NEAR }
const HOUR_MS = 3_600_000

const test = base
  .extend('notices', ({ deliveries }) => async (count: number, { site, person }: Roster, over: object = {}) => {
    const { kind, lane, due_at, useful_until, channel } = { ...NOTICE, channel: 'email', ...over }
    await deliveries.world.superuser.query(
      `insert into core.deliveries (site_id, shift, person, kind, channel, lane, start_local_date, due_at, useful_until)
       select $1, i, $2, $3, $4, $5, date '2027-09-12' + i, $6::timestamptz + i * interval '1 millisecond', $7 from generate_series(1, $8::integer) i`,
      [site.id, person.id, kind, channel, lane, due_at, useful_until, count],
    )
  })
  .extend('others', async ({ world }) => [await makeRoster(world), await makeRoster(world)] as const)
  /** Claims one message so many times. @returns their sites. */
  .extend('oneByOne', ({ deliveries }) => async (times: number) => {
    const claimed: { site_id: number; kind: string }[] = []
    for (let i = 0; i < times; i++) claimed.push(...(await deliveries.claim(1)))
    return claimed
  })

test.for([
  ['reminder.week', 'duty'],
  ['shift.changed', 'notice'],
  ['bulk:1', 'bulk'],
  ['account.reset', 'security'],
])(
  '%s: the turn moves to the next site at each claim of one message, however much another has waited',
  async ([kind, lane], { notices, others, roster, oneByOne }) => {
    await notices(300, roster, { kind, lane })
    for (const other of others) await notices(2, other, { kind, lane })
    const sites = [roster, ...others].map(({ site }) => site.id)
    const turns = (await oneByOne(7)).map(({ site_id }) => site_id)
    expect(turns.slice(0, 3).sort()).toEqual([...sites].sort())
    expect(turns.slice(3, 6)).toEqual(turns.slice(0, 3))
    expect(turns[6]).toBe(roster.site.id)
  },
)

test('reminders are sent before notices, of their own site and of any other', async ({
  deliveries,
  notices,
  others,
  roster,
  oneByOne,
}) => {
  await notices(20, roster)
  await notices(20, others[0], URGENT)
  for (const at of [roster, others[1]]) await deliveries.queue({}, at)
  const first = await oneByOne(4)
  expect(first.map(({ kind }) => kind)).toEqual(['reminder.week', 'reminder.week', 'shift.changed', 'shift.changed'])
  expect(
    first.slice(2).map(({ site_id }) => site_id),
    'of a shift tomorrow',
  ).toEqual(Array.from({ length: 2 }, () => others[0].site.id))
})

test('the reminders of a large club delay another’s notices by nine messages at most', async ({
  deliveries,
  notices,
  others,
  roster,
  oneByOne,
}) => {
  await notices(300, roster, { kind: 'reminder.week', lane: 'duty' })
  await deliveries.queue(NOTICE, others[0])
  expect((await oneByOne(10)).map(({ site_id }) => site_id)).toContain(others[0].site.id)
})

test('notices beyond the hourly limit of a site wait for the next hour: none is lost, and no one else waits', async ({
  world,
  deliveries,
  notices,
  others,
  roster,
}) => {
  const claim = (hours: number) =>
    deliveries.claim(3_000, { channel: 'sms', now: new Date(Date.parse('2027-06-12T09:00:30Z') + hours * HOUR_MS) })
  await notices(1_020, roster, { channel: 'sms' })
  expect(await claim(0)).toHaveLength(500)
  const oldest = async (hours: number) =>
    (
      await world.superuser.query(
        "select core.oldest_due(timestamptz '2027-06-12T09:00:30Z' + make_interval(hours => $1)) as age",
        [hours],
      )
    ).rows[0].age
  expect(await oldest(0), 'what waits by design is not late').toBe(0)
  const exempt = [
    await deliveries.queue({ ...NOTICE, ...URGENT, channel: 'sms' }),
    // It replaces the reminder of a week before.
    await deliveries.queue({
      ...NOTICE,
      ...URGENT,
      channel: 'sms',
      kind: 'shift.assigned',
      useful_until: '2027-06-19T08:00Z',
    }),
    await deliveries.queue({ channel: 'sms' }),
    await deliveries.queue({ ...NOTICE, channel: 'sms' }, others[0]),
  ]
  expect((await claim(0)).map(({ id }) => id).sort()).toEqual(exempt.sort())
  expect(await claim(0)).toEqual([])
  expect(await claim(1)).toHaveLength(500)
  expect(await claim(1)).toEqual([])
  expect(await claim(2)).toHaveLength(20)
})

test('a waiting notice is sent once its shift is near', async ({ world, deliveries, notices, roster }) => {
  await notices(500, roster, { channel: 'sms' })
  const waits = await deliveries.queue({
    ...NOTICE,
    channel: 'sms',
    due_at: '2027-06-12T08:30Z',
    useful_until: '2027-06-22T09:00Z',
  })
  const at = (now: string) => deliveries.claim(1_000, { channel: 'sms', now: new Date(now) })
  expect(await at('2027-06-12T09:00Z')).toHaveLength(500)
  await world.superuser.query('update platform.notice_counts set hour = $1', ['2027-06-20T09:00Z'])
  expect(await at('2027-06-20T09:00Z'), 'the number of this hour is used up, too').toMatchObject([{ id: waits }])
})

test('a message queued again after a refusal stays in its lane', async ({ world, deliveries, roster }) => {
  const lane = async (id: number) =>
    (await world.superuser.query('select lane from core.deliveries where id = $1', [id])).rows[0].lane
  for (const [over, expected] of [
    [NOTICE, 'notice'],
    [{ ...NOTICE, ...URGENT }, 'urgent'],
    [{ kind: 'reminder.day' }, 'duty'],
    [{ kind: 'bulk.test', due_at: DUE }, 'duty'],
  ] as const) {
    const id = await deliveries.queue(over, roster)
    expect(await lane(id)).toBe(expected)
    const [claimed] = await deliveries.claim(1)
    await deliveries.mark(claimed!, { state: 'queued', retry_ms: 0 })
    expect(await lane(id)).toBe(expected)
    await world.superuser.query('delete from core.deliveries where id = $1', [id])
  }
})
