import { expect } from 'vitest'
import { findEventPage, type RosterReader } from '#server/shifts/roster.ts'
import { test as base } from '#tests/support/fixture.ts'
import { ASKED_AGAIN } from '#tests/support/world.ts'

const NOW = new Date('2027-07-01T11:00:00Z')
const TIMES = { start: '2027-07-10T08:00Z', end: '2027-07-10T16:00Z' }

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW)
  .extend('event', async ({ world, site }) => (await world.insert(site, 'events', { name: 'Race', ...TIMES })).id)
  .extend('shifts', async ({ world, site, event, admin, member }) => {
    const make = async (over: Record<string, unknown>) =>
      (await world.insert(site, 'shifts', { event, person: member.id, draft: NOW, ...TIMES, ...over })).id
    const made = {
      asked: await make({}),
      silent: await make({}),
      confirmed: await make({ answer_state: 'confirmed', answered_at: NOW, answered_by: member.id }),
      phoned: await make({ answer_state: 'confirmed', answered_at: NOW, answered_by: admin.id }),
      ill: await make({ answer_state: 'seeking_cover', answered_at: NOW }),
      open: await make({ person: null }),
      withdrawn: await make({ answer_state: 'seeking_cover', answered_at: NOW }),
    }
    await world.superuser.query(`${ASKED_AGAIN} id = $1`, [made.silent])
    await world.superuser.query('update core.shifts set draft = null where id = $1', [made.withdrawn])
    return made
  })
  .extend('roster', ({ world, site, event, shifts }) => async (reader: RosterReader) => {
    const page = await world.withSite(site.id, (db) => findEventPage(db, { event, reader }))
    const nameOf = (id: number) => Object.entries(shifts).find(([, one]) => one === id)?.[0] ?? ''
    return Object.fromEntries(
      (page?.shifts ?? []).map(({ id, answer, nudged, answered_for }) => [
        nameOf(id),
        [answer, ...(nudged ? ['nudged'] : []), ...(answered_for ? ['by phone'] : [])].join(', '),
      ]),
    )
  })

test('the list of shifts filters by each answer, without open and unpublished ones', async ({
  api,
  site,
  admin,
  callApi,
  shifts,
}) => {
  const headers = await api.signIn(site, admin)
  const found = async (answer: string) => (await callApi('GET', `/shifts?answer=${answer}&sort=id`, headers)).body.order
  expect(await found('asked')).toEqual([shifts.asked, shifts.silent])
  expect(await found('confirmed')).toEqual([shifts.confirmed, shifts.phoned])
  expect(await found('seeking_cover')).toEqual([shifts.ill])
  expect(await found('null')).toEqual([shifts.open, shifts.withdrawn])
  expect((await callApi('GET', '/shifts?answer=maybe', headers)).status).toBe(400)
})

test('the printed roster of coordinators has each answer, second questions and phone calls', async ({
  world,
  site,
  roster,
}) => {
  expect(await roster('editor')).toEqual({
    ...{ asked: 'asked', silent: 'asked, nudged', confirmed: 'confirmed', phoned: 'confirmed, by phone' },
    ...{ ill: 'seeking_cover', open: '', withdrawn: '' },
  })
  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  expect(await roster('editor')).toMatchObject({
    ...{ asked: '', silent: ', nudged', confirmed: 'confirmed', phoned: 'confirmed, by phone' },
    ...{ ill: 'seeking_cover', open: '' },
  })
})

test('members read no answer of the roster, not even their own', async ({ member, roster }) => {
  const read = await roster({ person: member.id })
  expect(Object.keys(read)).toEqual(expect.arrayContaining(['asked', 'phoned', 'ill', 'open']))
  expect(new Set(Object.values(read))).toEqual(new Set(['']))
})
