import { expect } from 'vitest'
import { askForAnswers } from '#server/answers/questions.ts'
import { moveCovers } from '#server/cover/tick.ts'
import { test as base, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import { askByMail } from '#tests/support/messages/messaging.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Europe/London', self_assign: true }))
  .extend('other', ({ world, site }) => world.makePerson(site, { name: 'Helen Cover' }))
  .extend('callOff', ({ world, site }) => async () => {
    await world.superuser.query("update core.events set decision = 'off', decided_at = now() where site_id = $1", [
      site.id,
    ])
  })
  .extend('as', ({ api, site, callApi }) => async (person: { id: number; email: string }) => {
    const headers = await api.signIn(site, person)
    return (method: string, path: string, body?: unknown) => callApi(method, path, headers, body)
  })

test('no action on a shift of an event that is called off is possible', async ({
  admin,
  member,
  other,
  as,
  shiftOf,
  callOff,
  answersOf,
}) => {
  const shift = await shiftOf(member)
  const open = await shiftOf(member, { person: null })
  const theirs = await shiftOf(other)
  await callOff()
  const [me, lead] = [await as(member), await as(admin)]
  const off = 'This event is called off.'
  for (const body of [{ answer: 'confirmed' }, { answer: 'declined' }])
    expect(await me('PUT', `/shifts/${shift}/answer`, body)).toMatchObject({ status: 409, body: { detail: off } })
  expect((await me('PUT', '/shifts/answers', [{ id: shift, answer: 'declined' }])).status).toBe(409)
  expect((await me('PUT', `/shifts/${open}/take`)).status).toBe(409)
  for (const person of [me, lead])
    expect((await person('POST', '/covers', { shift })).status).toBeGreaterThanOrEqual(400)
  for (const swap of [
    { kind: 'hand_over', to: other.id },
    { kind: 'swap', for: theirs },
    { kind: 'offer', wants: {} },
  ])
    expect(await me('POST', '/swaps', { shift, ...swap })).toMatchObject({ status: 400, body: { shift: [off] } })
  expect(await answersOf(shift)).toMatchObject({ answer: 'asked', given: 0 })
})

test('a search, a hand-over and the link of a mail end when the event is called off', async ({
  world,
  member,
  other,
  as,
  callApi,
  shiftOf,
  outbox,
  callOff,
}) => {
  world.clock.set(new Date(Date.parse(SHIFT_START) - 7 * DAY))
  const [sought, given] = [await shiftOf(member), await shiftOf(member)]
  const [me, them] = [await as(member), await as(other)]
  await me('PUT', `/shifts/${sought}/answer`, { answer: 'declined' })
  const { body: swap } = await me('POST', '/swaps', { shift: given, kind: 'hand_over', to: other.id })
  expect(swap.state).toBe('proposed')
  const link = (await outbox()).mails.map(tokenIn).find(Boolean)
  await callOff()
  await moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
  const { rows } = await world.superuser.query('select state, ended from core.covers where shift = $1', [sought])
  expect(rows).toEqual([{ state: 'stopped', ended: 'cancelled' }])
  expect((await them('PUT', `/swaps/${swap.id}/accept`)).status).toBe(409)
  expect((await callApi('GET', `/answers/${link}`)).status).toBe(404)
  expect((await outbox()).mails.filter(({ kind }) => kind === 'cover.asked')).toEqual([])
})

test('the silent are not asked again, and are once the event goes ahead after all', async ({
  world,
  site,
  member,
  shiftOf,
  callOff,
}) => {
  const shift = await shiftOf(member, { assigned_at: '2027-03-01T09:00Z', draft: '2027-03-01T09:00Z' })
  await askByMail(world, site, shift, member)
  await callOff()
  const now = new Date(Date.parse(SHIFT_START) - 4 * DAY)
  const nudged = async () => {
    world.clock.set(now)
    await askForAnswers({ pool: world.pool('worker'), clock: world.clock, log })
    return (await world.superuser.query('select nudged from core.shift_facts where id = $1', [shift])).rows[0].nudged
  }
  expect(await nudged()).toBe(false)
  await world.superuser.query('update core.events set decision = null, decided_at = null')
  expect(await nudged()).toBe(true)
})

test('taking an open shift confirms it, and the answer is kept', async ({ member, as, shiftOf, answersOf }) => {
  const open = await shiftOf(member, { person: null })
  const me = await as(member)
  for (const _ of [1, 2]) expect((await me('PUT', `/shifts/${open}/take`)).status).toBe(200)
  expect(await answersOf(open)).toMatchObject({
    answer: 'confirmed',
    person: member.id,
    answered_by: member.id,
    given: 1,
  })
})
