import { expect } from 'vitest'
import { askPeopleNow, startSearch, stopSearch } from '#server/cover/control.ts'
import { test as base, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import { adminActor } from '#tests/support/world.ts'

const WEEK = 7 * 86_400_000
const COVER = /\/cover\/([\w.-]+)/
const GONE = { status: 404, body: { detail: 'This link is no longer valid.' } }

/** A shift a week ahead, its person's answer link, and the link of a person asked to cover it. */
const test = base
  .extend('shift', ({ member, shiftOf }) => shiftOf(member))
  .extend('helper', ({ world, site }) => world.makePerson(site, { name: 'Helen Cover' }))
  .extend('answerLink', async ({ world, shift, outbox, callApi }) => {
    expect(shift).toBeGreaterThan(0)
    world.clock.set(new Date(Date.parse(SHIFT_START) - WEEK))
    const token = tokenIn((await outbox()).mails[0]!)
    return {
      open: () => callApi('GET', `/answers/${token}`),
      use: () => callApi('POST', `/answers/${token}`, {}, { answer: 'confirmed' }),
    }
  })
  .extend('search', async ({ world, site, admin, shift }) => {
    world.clock.set(new Date(Date.parse(SHIFT_START) - WEEK))
    return (await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))).id
  })
  .extend('coverLink', async ({ world, site, admin, search, helper, outbox, callApi }) => {
    await world.act(site, adminActor(admin), (ctx) => askPeopleNow(ctx, search, [helper.id]))
    // The planner asks the admin too, in turn.
    const mail = (await outbox()).mails.find(({ kind, to }) => kind === 'cover.asked' && to === helper.email)
    const path = `/coverasks/token/${COVER.exec(mail?.text ?? '')?.[1]}`
    expect((await callApi('GET', path)).body).toMatchObject({ state: 'open', person: { first_name: 'Helen' } })
    return { open: () => callApi('GET', path), use: () => callApi('POST', path, {}, { answer: 'yes' }) }
  })

test.for([
  ['was started early', 'update core.shifts set actual_start = now() where id = $1'],
  ['is unpublished', 'update core.shifts set draft = null where id = $1'],
  [
    'has a person who left the club',
    'update core.people set is_active = false where id = (select person from core.shifts where id = $1)',
  ],
])('the link of a mail ends once its shift %s', async ([, text], { world, shift, answerLink, answersOf }) => {
  expect((await answerLink.open()).status).toBe(200)
  await world.superuser.query(text!, [shift])
  for (const call of [answerLink.open, answerLink.use]) expect(await call()).toMatchObject(GONE)
  expect((await answersOf(shift)).given).toBe(0)
})

test.for([
  ['was started early', 'update core.shifts set actual_start = now() where id = $1'],
  ['is unpublished', 'update core.shifts set draft = null where id = $1'],
])('a request to cover ends once its shift %s', async ([, text], { world, shift, member, coverLink, answersOf }) => {
  await world.superuser.query(text!, [shift])
  for (const call of [coverLink.open, coverLink.use]) expect(await call()).toMatchObject(GONE)
  expect((await answersOf(shift)).person).toBe(member.id)
})

test('a request to cover ends with the start of the shift', async ({ world, coverLink }) => {
  world.clock.set(new Date(SHIFT_START))
  for (const call of [coverLink.open, coverLink.use]) expect(await call()).toMatchObject(GONE)
})

test('a request to cover ends when the person asked leaves the club', async ({ world, helper, coverLink }) => {
  await world.superuser.query('update core.people set is_active = false where id = $1', [helper.id])
  for (const call of [coverLink.open, coverLink.use]) expect(await call()).toMatchObject(GONE)
})

test('a request to cover ends when a coordinator stops the search', async ({
  world,
  site,
  admin,
  search,
  coverLink,
}) => {
  await world.act(site, adminActor(admin), (ctx) => stopSearch(ctx, search))
  for (const call of [coverLink.open, coverLink.use]) expect(await call()).toMatchObject(GONE)
})
