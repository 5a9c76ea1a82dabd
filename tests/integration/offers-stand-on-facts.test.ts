import { expect } from 'vitest'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { test as base, hours } from '#tests/support/waiting-list.ts'
import type { Person } from '#tests/support/world.ts'

/**
 * Offers, requests to cover and swaps hold only for the facts that their person read: they never give other hours or
 * another duty.
 */
const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, quiet_end: '05:00' }))
  .extend('roles', async ({ world, site }) => {
    const make = async (name: string) => (await world.insert(site, 'roles', { name })).id
    return [await make('Main'), await make('Spare')] as const
  })
  .extend('ok', ({ call }) => async (who: Person, method: string, path: string, body?: unknown) => {
    const answer = await call(who, method, path, body)
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  })
  .extend('after', ({ world, at, tick }) => async (seconds: number) => {
    at(hours(seconds / 3600))
    const { messaging } = messagingFor(world)
    await messaging.settle()
    await tick()
    await messaging.plan()
    await messaging.stop()
  })
  .extend('mailsTo', ({ world, site }) => async (who: Person) => {
    const { rows } = await world.superuser.query(
      `select kind, facts ->> 'paragraphs' as words from core.deliveries where site_id = $1 and person = $2 and channel = 'email'
         and state = 'sent' and (kind like 'waiting.%' or kind like 'cover.%') order by id`,
      [site.id, who.id],
    )
    return rows as { kind: string; words: string }[]
  })

const CHANGES = {
  'another day': { start: '2027-07-04T09:00:00Z', end: '2027-07-04T12:00:00Z' },
  'a start an hour later': { start: '2027-07-03T10:00:00Z' },
  'an end an hour later': { end: '2027-07-03T13:00:00Z' },
  'another role': { role: 1 },
} as const

const changed = (change: object, roles: readonly number[]) => ('role' in change ? { role: roles[1] } : change)

test.for(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
  'a held shift that gets %s is not taken by a yes to the old facts, and is offered once more with the new ones',
  async (name, { world, roles, admin, waiters: [priya], shifts: [shift], open, after, ok, call, placeOf, mailsTo }) => {
    await world.superuser.query('update core.shifts set role = $2 where id = $1', [shift, roles[0]])
    await open(shift)
    await after(30)
    const { id, offered_shift, hold_until } = await placeOf(priya)
    expect(offered_shift).toBe(shift)
    const change = changed(CHANGES[name], roles)
    const { undo } = await ok(admin, 'POST', '/shifts/bulk', { ids: [shift], changes: change })
    expect(await call(priya, 'PUT', `/waiting/${id}/accept`)).toMatchObject({
      status: 409,
      body: { detail: 'This shift has changed since it was offered to you. Look at it again in a minute.' },
    })
    await after(35)
    await ok(admin, 'POST', '/shifts/undo', { token: undo.token })
    await after(90)
    expect(await placeOf(priya)).toMatchObject({ offered_shift: shift, hold_until })
    expect((await mailsTo(priya)).map(({ kind }) => kind)).toEqual(['waiting.offered'])

    await ok(admin, 'POST', '/shifts/bulk', { ids: [shift], changes: change })
    await after(160)
    await after(200)
    const mails = await mailsTo(priya)
    expect(mails.map(({ kind }) => kind)).toEqual(['waiting.offered', 'waiting.offered'])
    expect(mails[0]!.words).not.toContain('has changed since')
    expect(mails[1]!.words).toContain('It has changed since it was last offered to you')
    expect(await call(priya, 'PUT', `/waiting/${id}/accept`)).toMatchObject({ status: 200, body: { shift } })
  },
)

test.for(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
  'a yes to a request to cover does not take a shift that got %s since, and people are asked about the new facts',
  async (name, { world, site, roles, admin, shifts: [shift], open, after, ok, call, mailsTo }) => {
    const helper = await world.makePerson(site, { name: 'Helper' })
    await world.superuser.query('update core.shifts set role = $2 where id = $1', [shift, roles[0]])
    await open(shift)
    const { id } = await ok(admin, 'POST', '/covers', { shift })
    await ok(admin, 'POST', `/covers/${id}/ask`, { person: helper.id })
    await after(30)
    const { order } = await ok(helper, 'GET', '/coverasks')
    await ok(admin, 'POST', '/shifts/bulk', { ids: [shift], changes: changed(CHANGES[name], roles) })
    // It would count if the change were undone.
    expect((await call(helper, 'PUT', `/coverasks/${order[0]}/answer`, { answer: 'yes' })).status).toBeLessThan(300)
    await after(90)
    await after(120)
    await after(150)
    const kinds = (await mailsTo(helper)).map(({ kind }) => kind)
    expect(kinds).toEqual(['cover.asked', 'cover.taken', 'cover.asked'])
    const { rows } = await world.superuser.query('select person from core.shifts where id = $1', [shift])
    expect(rows).toEqual([{ person: null }])
  },
)
