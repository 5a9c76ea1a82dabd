import { expect } from 'vitest'
import { NOW, test } from '#tests/support/messages/deliveries.ts'
import { makeRoster, makeShift, messagingFor } from '#tests/support/messages/messaging.ts'

const HALF = `It was refused ${'\ud83d'}`

/** Two clubs whose reminders are claimed together, the first one's poisoned. */
const clubs = test
  .extend('other', ({ deliveries }) => makeRoster(deliveries.world))
  .extend(
    'both',
    async ({ deliveries, other }) => [await deliveries.queue(), await deliveries.queue({}, other)] as const,
  )
  .extend('states', ({ deliveries, both }) => async () => {
    const rows = await Promise.all(both.map((id) => deliveries.row(id)))
    return rows.map(({ state, error, attempts }) => ({ state, error, attempts }))
  })
  .extend('refuse', ({ deliveries }, { onCleanup }) => async (when: string): Promise<void> => {
    const { world, roster } = deliveries
    onCleanup(async () => {
      await world.superuser.query('drop trigger poisoned on core.deliveries; drop function core.refuse()')
    })
    await world.superuser.query(`
      create function core.refuse() returns trigger language plpgsql as $$ begin raise exception 'a poisoned row'; end $$;
      create trigger poisoned before update on core.deliveries for each row
        when (new.site_id = ${roster.site.id} and ${when}) execute function core.refuse()`)
  })

clubs('half a character in a provider’s text does not block the outcome', async ({ deliveries, states }) => {
  const { messaging, transports } = messagingFor(deliveries.world)
  const accepted = transports.email.send
  transports.email.send = async (message) =>
    message.site === deliveries.roster.site.id ? { kind: 'rejected', reason: HALF } : accepted(message)
  await messaging.drain()
  expect(await states()).toMatchObject([{ state: 'failed', error: 'It was refused ' }, { state: 'sent' }])
})

clubs(
  'a message that cannot be stored as written is retried alone, and fails after ten tries',
  async ({ deliveries, refuse, both: [poisoned], states }) => {
    await refuse('new.called_at is not null')
    const { messaging, transports } = messagingFor(deliveries.world)
    await messaging.drain()
    expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }, { state: 'sent' }])
    for (let tries = 2; tries <= 10; tries++) {
      expect((await states())[0]?.state).toBe('queued')
      await deliveries.world.superuser.query('update core.deliveries set retry_at = null where id = $1', [poisoned])
      await messaging.drain()
    }
    expect((await states())[0]).toEqual({ state: 'failed', error: 'The message could not be written.', attempts: 10 })
    expect(transports.email.sent).toHaveLength(1)
  },
)

clubs(
  'an outcome that cannot be stored is left to the reconciler, and delays no other',
  async ({ deliveries, refuse, states }) => {
    await refuse(`new.state = 'sent'`)
    const { messaging, registry } = messagingFor(deliveries.world)
    await messaging.drain()
    expect(await states()).toMatchObject([{ state: 'sending' }, { state: 'sent' }])
    expect(await registry.getSingleMetricAsString('work_failed_total')).toContain('{work="mark_deliveries"} 1')
    expect(await registry.getSingleMetricAsString('conflict_prevented_total')).toContain('conflict_prevented_total 0')
  },
)

clubs('a message that no worker can claim fails alone', async ({ deliveries, both: [poisoned], states }) => {
  await deliveries.world.superuser.query('update core.deliveries set attempts = 2147483647 where id = $1', [poisoned])
  const { messaging } = messagingFor(deliveries.world)
  await messaging.drain()
  expect(await states()).toMatchObject([
    { state: 'failed', error: 'The message could not be claimed.', attempts: 0 },
    { state: 'sent' },
  ])
})

clubs(
  'a message that refuses every change is skipped, and delays claims once',
  async ({ deliveries, other, both: [poisoned, healthy], refuse }) => {
    await refuse(`new.id = ${poisoned}`)
    const neighbour = await deliveries.queue({})
    const { messaging, registry } = messagingFor(deliveries.world)
    const states = (...ids: number[]) => Promise.all(ids.map(async (id) => (await deliveries.row(id)).state))
    await messaging.drain()
    expect(await states(poisoned, neighbour, healthy)).toEqual(['queued', 'sent', 'sent'])
    const stumbled = await registry.getSingleMetricAsString('work_failed_total')
    expect(stumbled).toContain('{work="claim_deliveries"}')
    const later = [await deliveries.queue({}), await deliveries.queue({}, other)]
    await messaging.drain()
    expect(await states(poisoned, ...later)).toEqual(['queued', 'sent', 'sent'])
    expect(await registry.getSingleMetricAsString('work_failed_total')).toBe(stumbled)
  },
)

clubs(
  'a notice that refuses every change delays no other message when it becomes urgent',
  async ({ deliveries, both: [poisoned], refuse, states }) => {
    const { superuser } = deliveries.world
    await superuser.query(
      `update core.deliveries set kind = 'shift.changed', lane = 'notice', due_at = '2027-06-02T09:00Z', useful_until = '2027-06-13T09:00Z' where id = $1`,
      [poisoned],
    )
    await refuse(`new.id = ${poisoned}`)
    const { messaging } = messagingFor(deliveries.world)
    await messaging.drain()
    expect(await states()).toMatchObject([{ state: 'queued' }, { state: 'sent' }])
  },
)

clubs('a change that cannot settle holds up no reminder for good', async ({ deliveries, other, onTestFinished }) => {
  const { world, roster } = deliveries
  const [id, healthy] = [await deliveries.queue(), await deliveries.queue({}, other)]
  const marks = { shift: (await deliveries.row(id)).shift, person: roster.person.id, settle_at: '-infinity' }
  onTestFinished(async () => {
    await world.superuser.query('drop trigger poisoned on core.marks; drop function core.keep_mark()')
  })
  await world.superuser.query(`
    create function core.keep_mark() returns trigger language plpgsql as $$ begin raise exception 'a poisoned mark'; end $$;
    create trigger poisoned before delete on core.marks for each row execute function core.keep_mark()`)
  await world.insert(roster.site, 'marks', marks)
  const { messaging } = messagingFor(world)
  await messaging.drain()
  expect(await Promise.all([id, healthy].map(async (one) => (await deliveries.row(one)).state))).toEqual([
    'sent',
    'sent',
  ])
})

test('a change that cannot be settled waits alone, and delays no other of its person or of open shifts', async ({
  deliveries: { world, roster },
  onTestFinished,
}) => {
  const { superuser } = world
  const changed = async (person: number | null) => {
    const shift = await makeShift(world, roster, '2027-06-19T09:00Z', { person })
    await world.insert(roster.site, 'marks', { shift, person, settle_at: NOW })
    return shift
  }
  const poisoned = [await changed(roster.person.id), await changed(null)]
  const healthy = [await changed(roster.person.id), await changed(null)]
  await superuser.query(`
    create function core.refuse_mark() returns trigger language plpgsql as $$ begin raise exception 'a poisoned row'; end $$;
    create trigger poisoned before delete on core.marks for each row
      when (old.shift in (${poisoned.join()})) execute function core.refuse_mark()`)
  onTestFinished(async () => {
    await superuser.query('drop function core.refuse_mark() cascade')
  })
  const { messaging, registry } = messagingFor(world)
  const marked = async () => {
    const { rows } = await superuser.query('select shift::int from core.marks where site_id = $1', [roster.site.id])
    return rows.map(({ shift }) => shift).sort((a, b) => a - b)
  }
  const failed = () => registry.getSingleMetricAsString('work_failed_total')
  await messaging.settle()
  expect(await marked()).toEqual(poisoned)
  const { rows: queued } = await superuser.query(
    "select shift::int from core.deliveries where site_id = $1 and kind = 'shift.assigned'",
    [roster.site.id],
  )
  expect(queued).toEqual([{ shift: healthy[0] }])
  expect(await failed()).toContain('{work="marks_due"} 2')
  await changed(roster.person.id)
  await changed(null)
  await messaging.settle()
  expect(await marked()).toEqual(poisoned)
  expect(await failed()).toContain('{work="marks_due"} 2')
  await messaging.stop()
})
