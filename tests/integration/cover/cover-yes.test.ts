import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { startSearch } from '#server/cover/control.ts'
import { giveBackShift } from '#server/waiting/commands.ts'
import { TIMES, test } from '#tests/support/cover.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

test('a person who got another shift at that time since the request cannot take it', async ({
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
  personOn,
}) => {
  const shift = await shiftOf(holder)
  const request = await ask(await searchFor(shift), member)
  await shiftOf(member)
  await expect(answer(request, 'yes')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^You are already on this event at that time/),
  })
  expect(await personOn(shift)).toBe(holder.id)
})

test('an unpublished shift blocks no yes, and is not named', async ({
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
  personOn,
}) => {
  const shift = await shiftOf(holder)
  const request = await ask(await searchFor(shift), member)
  await shiftOf(member, { draft: null })
  await answer(request, 'yes')
  expect(await personOn(shift)).toBe(member.id)
})

test('a coordinator may choose a cover without the competencies that a shift needs; the ladder does not', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
  personOn,
}) => {
  const { id: competency } = await world.insert(site, 'competencies', { name: 'Powerboat', valid_months: 36 })
  const needs = { required_competencies: [competency] }
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Safety boat helm', ...needs })
  const lapsing = await world.makePerson(site)
  const record = await world.insert(site, 'records', { person: lapsing.id, competency, achieved: '2026-01-01' })
  const [one, two] = [await shiftOf(holder, { assignment }), await shiftOf(null, { assignment })]
  const [despite, byTurn] = [await ask(await searchFor(one), member), await ask(await searchFor(two), lapsing)]
  await world.superuser.query('delete from core.records where id = $1', [record.id])
  await expect(answer(byTurn, 'yes')).rejects.toMatchObject({ code: 'conflict' })
  await answer(despite, 'yes')
  expect([await personOn(one), await personOn(two)]).toEqual([member.id, null])
})

test('once its person can come after all, a yes is too late and a no is accepted', async ({
  world,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
  personOn,
}) => {
  const shift = await shiftOf(holder)
  const request = await ask(await searchFor(shift), member)
  await world.superuser.query(
    `insert into core.answers (site_id, shift, person, answer, via, at) select site_id, id, person, 'confirmed', 'screen', now() from core.shifts where id = $1`,
    [shift],
  )
  await expect(answer(request, 'yes')).rejects.toMatchObject({
    message: 'Cover is no longer needed. Thank you for offering.',
  })
  await answer(request, 'no')
  expect(await personOn(shift)).toBe(holder.id)
})

test('the first yes withdraws the unsent requests', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
}) => {
  const search = await searchFor(await shiftOf(holder))
  const other = await world.makePerson(site)
  const request = await ask(search, member)
  await ask(search, other)
  await answer(request, 'yes')
  const { rows } = await world.superuser.query(
    `select state, reason from core.deliveries where site_id = $1 and kind = 'cover.asked' and channel = 'email' and person = $2`,
    [site.id, other.id],
  )
  expect(rows).toEqual([{ state: 'cancelled', reason: 'taken_up' }])
})

test('a late yes is offered coming, published shifts of events that take place, the nearest three', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
}) => {
  const search = await searchFor(await shiftOf(holder))
  const late = await world.makePerson(site)
  const [first, second] = [await ask(search, member), await ask(search, late)]
  await answer(first, 'yes')
  const on = (day: string) => ({ start: `2027-${day}T08:00Z`, end: `2027-${day}T16:00Z` })
  const of = async (over: object) => (await world.insert(site, 'events', { name: 'Other', ...TIMES, ...over })).id
  await shiftOf(null, { ...on('07-12'), event: await of({ decision: 'off', decided_at: '2027-07-01T10:00Z' }) })
  await shiftOf(null, { ...on('07-12'), event: await of({ archived: true }) })
  await shiftOf(null, { ...on('07-12'), draft: null })
  await shiftOf(holder, on('07-12'))
  await shiftOf(null, on('06-12'))
  await shiftOf(null, on('08-12'))
  const near = [await shiftOf(null, on('07-13')), await shiftOf(null, on('07-14')), await shiftOf(null, on('07-15'))]
  await shiftOf(null, on('07-16'))
  await expect(answer(second, 'yes')).rejects.toMatchObject({
    message: 'Just taken. Thank you for offering.',
    extras: { body: { instead: near } },
  })
})

test('the next person of a shift that seeks cover starts a separate search when they cannot come', async ({
  world,
  site,
  admin,
  member,
  holder,
  shiftOf,
  searchFor,
  coversOf,
}) => {
  const shift = await shiftOf(holder)
  await searchFor(shift)
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [shift, member.id])
  const decline = { answer: 'declined', reason: '', cover: true, release: false } as const
  await world.act(site, adminActor(admin), (ctx) => answerShift(ctx, shift, decline))
  expect(await coversOf(shift)).toMatchObject([
    { person: holder.id, state: 'stopped', ended: 'filled' },
    { person: member.id, state: 'searching', ended: null },
  ])
})

test('invitees for a reassigned shift are thanked when its new person seeks cover', async ({
  world,
  site,
  admin,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
}) => {
  const shift = await shiftOf(holder)
  const asked = await world.makePerson(site)
  await ask(await searchFor(shift), asked)
  await world.superuser.query(
    `update core.deliveries set state = 'sent', sent_at = now() where site_id = $1 and person = $2 and kind = 'cover.asked'`,
    [site.id, asked.id],
  )
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [shift, member.id])
  const decline = { answer: 'declined', reason: '', cover: true, release: false } as const
  await world.act(site, adminActor(admin), (ctx) => answerShift(ctx, shift, decline))
  const { rows } = await world.superuser.query(
    `select kind from core.deliveries where site_id = $1 and person = $2 and channel = 'email' order by id`,
    [site.id, asked.id],
  )
  expect(rows).toEqual([{ kind: 'cover.asked' }, { kind: 'cover.taken' }])
})

test('the search for a person who was taken off continues for the open shift', async ({
  world,
  site,
  admin,
  holder,
  shiftOf,
  searchFor,
  coversOf,
}) => {
  const shift = await shiftOf(holder)
  await searchFor(shift)
  await world.superuser.query('update core.shifts set person = null where id = $1', [shift])
  await world.act(site, adminActor(admin), (ctx) => startSearch(ctx, shift))
  expect(await coversOf(shift)).toMatchObject([{ person: null, state: 'searching', ended: null }])
})

test('a shift that its cover has just accepted cannot be given back', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  answer,
  personOn,
}) => {
  const day = { start: '2027-07-11T08:00Z', end: '2027-07-11T16:00Z' }
  for (const shift of [await shiftOf(holder), await shiftOf(null, day)]) {
    await answer(await ask(await searchFor(shift), member), 'yes')
    await expect(world.act(site, memberActor(member), (ctx) => giveBackShift(ctx, shift))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await personOn(shift)).toBe(member.id)
  }
})
