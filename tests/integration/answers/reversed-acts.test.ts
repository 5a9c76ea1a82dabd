import { expect } from 'vitest'
import { tell } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'

const LATER = new Date(NOW.getTime() + 60_000)

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, sms_enabled: true }))
  .extend('ada', ({ admin, called }) => called(admin))
  .extend('bob', ({ world, site }) => world.makePerson(site, { name: 'Bob', role: 'admin' }))
  /** Makes a shift of Bob's that he was told of, and lets a minute pass. */
  .extend('toldShift', ({ bob, shiftOn, site, world }) => async () => {
    const shift = await shiftOn(10, bob)
    await tell(world, site, shift, bob)
    world.clock.set(LATER)
    return shift
  })

test.for(['deleting', 'restoring'] as const)(
  'someone gets a message about a new shift, even after %s its assignment',
  async (act, { ada, as, bob, messages, shiftOn, site, world }) => {
    const { id } = await world.insert(site, 'assignments', { name: 'Bar' })
    const shift = await shiftOn(10, null, { assignment: id })
    const call = await as(bob)
    const remove = async () => {
      const { status, body } = await call('POST', '/assignments/bulk', { ids: [id], remove: true, confirm: 1 })
      expect(status).toBe(200)
      return body.undo.token
    }
    const token = act === 'restoring' ? await remove() : null
    await ada('PUT', `/shifts/${shift}`, { person: bob.id })
    if (act === 'deleting') await remove()
    else expect((await call('POST', '/assignments/undo', { token })).status).toBe(200)
    expect(await messages(bob)).toEqual(['shift.assigned queued'])
  },
)

test.for(['shift', 'event'] as const)(
  'someone gets a message when another deletes the %s just after they took the shift',
  async (what, { ada, bob, called, messages, shiftOn, world }) => {
    const shift = await shiftOn(10, null)
    const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [shift])
    await (await called(bob))('PUT', `/shifts/${shift}`, { person: bob.id })
    await ada('DELETE', what === 'shift' ? `/shifts/${shift}` : `/events/${rows[0].event}?confirm=1`)
    expect(await messages(bob)).toEqual(['shift.cancelled queued'])
  },
)

test.for([
  ['puts them back', ['shift.assigned queued']],
  ['deletes it', []],
] as const)(
  'an admin leaves a shift and another %s just after: the admin gets a message only if they have it again',
  async ([then, expected], { ada, bob, called, messages, toldShift }) => {
    const shift = await toldShift()
    await (await called(bob))('PUT', `/shifts/${shift}`, { person: null })
    if (then === 'deletes it') await ada('DELETE', `/shifts/${shift}`)
    else await ada('PUT', `/shifts/${shift}`, { person: bob.id })
    expect(await messages(bob)).toEqual(expected)
  },
)

test('an admin who takes themself off a shift and goes back to it hears nothing', async ({
  ada,
  bob,
  called,
  messages,
  toldShift,
}) => {
  const shift = await toldShift()
  const call = await called(bob)
  await call('PUT', `/shifts/${shift}`, { person: null })
  await call('PUT', `/shifts/${shift}`, { person: bob.id })
  await ada('POST', '/shifts/bulk', { ids: [shift], changes: { draft: null } })
  await ada('POST', '/shifts/bulk', { ids: [shift], changes: { draft: '2027-05-01T09:00Z' } })
  expect(await messages(bob)).toEqual([])
})

test('an admin who takes a shift, loses it to another and sees it deleted gets one message', async ({
  ada,
  bob,
  called,
  member,
  messages,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  await (await called(bob))('PUT', `/shifts/${shift}`, { person: bob.id })
  await ada('PUT', `/shifts/${shift}`, { person: member.id })
  await ada('DELETE', `/shifts/${shift}`)
  expect([await messages(bob), await messages(member)]).toEqual([['shift.cancelled queued'], []])
})

test('an admin who takes a shift and leaves it just before it is deleted hears nothing', async ({
  ada,
  bob,
  called,
  messages,
  shiftOn,
}) => {
  const shift = await shiftOn(10, null)
  const call = await called(bob)
  await call('PUT', `/shifts/${shift}`, { person: bob.id })
  await call('PUT', `/shifts/${shift}`, { person: null })
  await ada('DELETE', `/shifts/${shift}`)
  expect(await messages(bob)).toEqual([])
})

test('an admin who moves their shift hears that another moves it back just after', async ({
  ada,
  bob,
  called,
  messages,
  toldShift,
}) => {
  const shift = await toldShift()
  const move = (day: number) => ({ start: `2027-07-${day}T09:00:00Z`, end: `2027-07-${day}T12:00:00Z` })
  await (await called(bob))('PUT', `/shifts/${shift}`, move(11))
  await ada('PUT', `/shifts/${shift}`, move(10))
  expect(await messages(bob)).toEqual(['shift.changed queued'])
})

test.for([
  ['puts them on a shift', ['shift.assigned queued']],
  ['moves their shift', ['shift.changed queued']],
  ['takes them off it', ['shift.cancelled queued']],
  ['does nothing', []],
] as const)(
  'an admin who renames an event hears that another %s just before',
  async ([act, expected], { ada, bob, called, messages, shiftOn, site, world }) => {
    const isNew = act === 'puts them on a shift'
    const shift = await shiftOn(10, isNew ? null : bob)
    if (!isNew) await tell(world, site, shift, bob)
    world.clock.set(LATER)
    const { rows } = await world.superuser.query('select event from core.shifts where id = $1', [shift])
    const CHANGES = {
      'puts them on a shift': { person: bob.id },
      'moves their shift': { start: '2027-07-11T09:00:00Z', end: '2027-07-11T12:00:00Z' },
      'takes them off it': { person: null },
      'does nothing': null,
    }
    if (CHANGES[act]) await ada('PUT', `/shifts/${shift}`, CHANGES[act])
    await (await called(bob))('PUT', `/events/${rows[0].event}`, { name: 'Regatta' })
    expect(await messages(bob)).toEqual(expected)
  },
)
