import { expect } from 'vitest'
import { answerShift } from '#server/answers/commands.ts'
import { askPeopleNow, resumeSearch, startSearch, startSearches, stopSearch } from '#server/cover/control.ts'
import { listCandidates } from '#server/cover/queries.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { createProductCollections } from '#server/registry.ts'
import { NOON, TIMES, test } from '#tests/support/cover.ts'
import { memberActor } from '#tests/support/world.ts'

test('searches start together for the open ones of many shifts, and for no others', async ({
  world,
  site,
  holder,
  shiftOf,
  act,
  coversOf,
}) => {
  const off = { decision: 'off', decided_at: '2027-07-01T10:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Called off', ...TIMES, ...off })
  const open = [await shiftOf(null), await shiftOf(null)]
  const others = [
    await shiftOf(holder),
    await shiftOf(null, { draft: null }),
    await shiftOf(null, { start: '2027-06-30T08:00Z' }),
    await shiftOf(null, { event }),
  ]
  const all = [...open, ...others, 987_654_321]
  expect(await act((ctx) => startSearches(ctx, all))).toEqual({ started: 2 })
  expect(await act((ctx) => startSearches(ctx, all))).toEqual({ started: 0 })
  for (const shift of open) expect(await coversOf(shift)).toMatchObject([{ state: 'searching', person: null }])
  for (const shift of others) expect(await coversOf(shift)).toEqual([])
})

test('a member starts a search for a published shift of their own only, and controls none', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  coversOf,
  searchFor,
}) => {
  const as = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, memberActor(member), work)
  const [open, theirs] = [await shiftOf(null), await shiftOf(holder)]
  const [mine, hidden] = [await shiftOf(member), await shiftOf(member, { draft: null })]
  await expect(as((ctx) => startSearches(ctx, [open, mine]))).rejects.toMatchObject({ code: 'forbidden' })
  for (const shift of [open, theirs, hidden])
    await expect(as((ctx) => startSearch(ctx, shift))).rejects.toMatchObject({ code: 'invalid' })
  await as((ctx) => startSearch(ctx, mine))
  expect([await coversOf(open), await coversOf(theirs), await coversOf(hidden)]).toEqual([[], [], []])
  expect(await coversOf(mine)).toMatchObject([{ state: 'searching', person: member.id }])
  const search = await searchFor(open)
  for (const move of [stopSearch, resumeSearch])
    await expect(as((ctx) => move(ctx, search))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(as((ctx) => askPeopleNow(ctx, search, [member.id]))).rejects.toMatchObject({ code: 'forbidden' })
})

test.for([
  ['is called off', `update core.events set decision = 'off', decided_at = now() where id = $1`, 'called off'],
  ['is archived', 'update core.events set archived = true where id = $1', 'archived'],
])(
  'no search starts for a shift of an event that %s',
  async ([, text, words], { world, event, holder, shiftOf, searchFor }) => {
    const shift = await shiftOf(holder)
    await world.superuser.query(text!, [event])
    await expect(searchFor(shift)).rejects.toMatchObject({
      extras: { issues: { shift: [expect.stringContaining(words!)] } },
    })
  },
)

test('a person who is on another shift then, has left, or has the shift cannot be asked out of order', async ({
  world,
  site,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
  act,
}) => {
  const search = await searchFor(await shiftOf(holder))
  await shiftOf(member)
  const left = await world.makePerson(site, { is_active: false })
  const free = await world.makePerson(site)
  for (const person of [member, left, holder])
    await expect(ask(search, person)).rejects.toMatchObject({ code: 'conflict' })
  await expect(act((ctx) => askPeopleNow(ctx, search, [free.id, member.id]))).rejects.toMatchObject({
    code: 'conflict',
  })
  const { rowCount } = await world.superuser.query('select from core.coverasks where cover = $1', [search])
  expect(rowCount).toBe(0)
})

test('a search whose shift was filled or called off asks no one, even before a worker has run', async ({
  world,
  event,
  member,
  holder,
  shiftOf,
  searchFor,
  ask,
}) => {
  const [filled, off] = [await shiftOf(null), await shiftOf(holder)]
  const searches = [await searchFor(filled), await searchFor(off)]
  await world.superuser.query('update core.shifts set person = $2 where id = $1', [filled, holder.id])
  await world.superuser.query(`update core.events set decision = 'off', decided_at = now() where id = $1`, [event])
  for (const search of searches) await expect(ask(search, member)).rejects.toThrow('This shift no longer needs anyone.')
})

test('a search resumed at night waits for the morning', async ({ world, holder, shiftOf, searchFor, act }) => {
  const search = await searchFor(await shiftOf(holder))
  await world.superuser.query(`update core.covers set state = 'paused', next_rung_at = null where id = $1`, [search])
  world.clock.set(new Date('2027-07-01T23:30:00Z'))
  await act((ctx) => resumeSearch(ctx, search))
  const { rows } = await world.superuser.query('select next_rung_at from core.covers where id = $1', [search])
  expect(rows[0].next_rung_at.getTime()).toBeGreaterThan(Date.parse('2027-07-02T05:00:00Z'))
  world.clock.set(NOON)
})

test('the ladder does not ask anyone again who was asked for the shift before, until it begins at another time', async ({
  world,
  site,
  admin,
  member,
  holder,
  shiftOf,
  ask,
  answer,
  act,
  personOn,
}) => {
  const [covering, silent, late, fresh] = [
    await world.makePerson(site, { name: 'Cara Covering' }),
    await world.makePerson(site, { name: 'Sil Ent' }),
    await world.makePerson(site, { name: 'Lee Late' }),
    await world.makePerson(site, { name: 'Fred Fresh' }),
  ]
  const decline = (shift: number) =>
    act((ctx) => answerShift(ctx, shift, { answer: 'declined', reason: '', cover: true, release: false }))
  const shift = await shiftOf(holder)
  await decline(shift)
  const first = await searchOf(shift)
  await answer(await ask(first, member), 'no')
  await ask(first, silent)
  await world.superuser.query("update core.deliveries set state = 'sent' where person = $1", [silent.id])
  await ask(first, late)
  await answer(await ask(first, covering), 'yes')
  expect(await personOn(shift)).toBe(covering.id)

  await decline(shift)
  const second = await searchOf(shift)
  expect(second).not.toBe(first)
  const listed = async () => {
    const { candidates, left_out } = await act((ctx) => listCandidates(ctx, second))
    return {
      suitable: candidates.map(({ person }) => person).sort((a, b) => a - b),
      reasons: Object.fromEntries(left_out.map(({ person, obstacles }) => [person, obstacles.map(({ code }) => code)])),
    }
  }
  const asBefore = {
    suitable: [admin.id, late.id, fresh.id].sort((a, b) => a - b),
    reasons: {
      [holder.id]: ['said_no'],
      [member.id]: ['said_no'],
      [silent.id]: ['asked_before'],
      [covering.id]: ['on_it', 'said_no'],
    },
  }
  expect(await listed()).toEqual(asBefore)

  world.clock.set(new Date(world.clock.now().getTime() + 60_000))
  const starts = (start: string) =>
    act((ctx) => createProductCollections().update(ctx, 'shifts', { id: shift, start: new Date(start).toISOString() }))
  await starts('2027-07-10T09:00Z')
  expect((await listed()).reasons).toEqual({ [covering.id]: ['on_it'] })
  await starts(TIMES.start)
  expect(await listed()).toEqual(asBefore)

  await ask(second, member)
  expect((await listed()).reasons).not.toHaveProperty(String(member.id))
  world.clock.set(NOON)

  async function searchOf(shift: number): Promise<number> {
    const { rows } = await world.superuser.query('select max(id)::int as id from core.covers where shift = $1', [shift])
    return rows[0].id
  }
})
