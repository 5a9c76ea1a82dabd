import { expect } from 'vitest'
import { type GridQuery, gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { getEventPage } from '#server/shifts/roster.ts'
import { getRosterEditor } from '#server/shifts/roster-editor/queries.ts'
import { test as base } from '#tests/support/fixture.ts'
import { ASKED_AGAIN } from '#tests/support/world.ts'

const NOW = new Date('2027-06-01T11:00:00Z')
const test = base.extend('startsAt', { scope: 'file' }, () => NOW)

test('the grid carries each answer and finds events by it', async ({ world, site, member }) => {
  const span = (day: number) => ({ start: `2027-06-0${day}T09:00:00Z`, end: `2027-06-0${day}T12:00:00Z` })
  const shift = async (name: string, day: number, more: Record<string, unknown>) => {
    const event = await world.insert(site, 'events', { name, ...span(day) })
    const on = { event: event.id, person: member.id, draft: NOW, ...span(day) }
    await world.insert(site, 'shifts', { ...on, ...more })
  }
  await shift('Asked', 2, {})
  await shift('Silent', 3, {})
  await shift('Coming', 4, { answer_state: 'confirmed', answered_at: NOW })
  await shift('Ill', 5, { answer_state: 'seeking_cover', answered_at: NOW })
  await shift('Open', 6, { person: null })
  await shift('Hidden', 7, { draft: null })
  const nudge = `${ASKED_AGAIN} site_id = $1 and start between $2 and $3`
  await world.superuser.query(nudge, [site.id, '2027-06-03T00:00Z', '2027-06-04T00:00Z'])
  // An answer is hidden while a shift is unpublished, not forgotten.
  await shift('Withdrawn', 8, { answer_state: 'seeking_cover', answered_at: NOW })
  await world.superuser.query('update core.shifts set draft = null where site_id = $1 and start > $2', [
    site.id,
    '2027-06-08T00:00Z',
  ])
  const read = (show: GridQuery['show']) =>
    world.withSite(site.id, async (db) => {
      const query = gridQuery.parse({ show })
      return JSON.parse((await getGrid(db, { query, zone: 'UTC', now: NOW })).text)
    })
  const all = await read('all')
  expect(all.shifts.map(({ answer }: { answer: string | null }) => answer)).toEqual([
    ...['asked', 'asked', 'confirmed', 'seeking_cover'],
    ...[null, null, null],
  ])
  expect(all.shifts.map(({ nudged }: { nudged: boolean }) => nudged).indexOf(true)).toBe(1)
  expect(all.shifts.map(({ sought }: { sought: unknown }) => sought)).toEqual(Array(7).fill(null))
  const names = async (show: GridQuery['show']) => (await read(show)).events.map(({ name }: { name: string }) => name)
  expect(await names('unanswered')).toEqual(['Asked', 'Silent'])
  expect(await names('cover')).toEqual(['Ill'])

  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  expect((await read('all')).shifts.map(({ answer }: { answer: string | null }) => answer)).toEqual([
    ...[null, null, 'confirmed', 'seeking_cover'],
    ...[null, null, null],
  ])
  expect([await names('unanswered'), await names('cover')]).toEqual([[], ['Ill']])
})

test('the grid shows who is here: signed in and not out', async ({ world, site, member }) => {
  const span = { start: '2027-06-01T09:00:00Z', end: '2027-06-01T12:00:00Z' }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...span })
  const shift = async (more: object) =>
    (await world.insert(site, 'shifts', { event, person: member.id, draft: NOW, ...span, ...more })).id
  const away = await shift({})
  const here = await shift({ actual_start: span.start })
  const gone = await shift({ actual_start: span.start, actual_end: span.end })
  const { shifts } = await world.withSite(site.id, async (db) =>
    JSON.parse((await getGrid(db, { query: gridQuery.parse({}), zone: 'UTC', now: NOW })).text),
  )
  const found = new Map(shifts.map((shift: { id: number; here: boolean }) => [shift.id, shift.here]))
  expect([away, here, gone].map((id) => found.get(id))).toEqual([false, true, false])
})

test('the grid and the editor show the search: how many were asked, or that a shift is on hold', async ({
  world,
  site,
  member,
  admin,
}) => {
  const span = { start: '2027-06-03T09:00:00Z', end: '2027-06-03T12:00:00Z' }
  const event = (await world.insert(site, 'events', { name: 'Race', ...span })).id
  const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
  const on = { event, assignment, draft: NOW, ...span }
  const ill = await world.insert(site, 'shifts', {
    ...on,
    person: admin.id,
    answer_state: 'seeking_cover',
    answered_at: NOW,
  })
  const open = await world.insert(site, 'shifts', on)
  const held = await world.insert(site, 'shifts', on)
  const cover = (shift: { id: number }, more: object) =>
    world.insert(site, 'covers', { shift: shift.id, started_at: NOW, ...more })
  const first = await cover(ill, { person: admin.id, next_rung_at: NOW })
  await world.insert(site, 'coverasks', { cover: first.id, person: member.id, asked_at: NOW, channel: 'email' })
  await cover(open, { state: 'paused' })
  await cover(held, { next_rung_at: NOW })
  const place = await world.insert(site, 'waiting', {
    event,
    assignment,
    person: member.id,
    looked_at: NOW,
    created_at: NOW,
  })
  const offer = { shift: held.id, waiting: place.id, exclusive: true, hold_until: span.start, offered_at: NOW }
  await world.insert(site, 'waitingoffers', offer)
  const expected = [
    { state: 'searching', asked: 1 },
    { state: 'paused', asked: 0 },
    { state: 'held', asked: 0 },
  ]
  const soughtOf = (shifts: { id: number; sought: unknown }[]) =>
    [ill, open, held].map(({ id }) => shifts.find((shift) => shift.id === id)?.sought)
  const grid = await world.withSite(site.id, async (db) =>
    JSON.parse((await getGrid(db, { query: gridQuery.parse({}), zone: 'UTC', now: NOW })).text),
  )
  expect(soughtOf(grid.shifts)).toEqual(expected)
  const editor = await world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: 'UTC', now: NOW }))
  expect(soughtOf(editor.shifts)).toEqual(expected)
  const read = await world.withSite(site.id, (db) => getEventPage(db, { event, reader: { person: member.id } }))
  expect(soughtOf(read.shifts)).toEqual([null, null, null])
})

test('a person without an answer to a shift that has begun is silent in the editor', async ({
  world,
  site,
  member,
}) => {
  const span = { start: '2027-06-01T09:00:00Z', end: '2027-06-01T12:00:00Z' }
  const event = (await world.insert(site, 'events', { name: 'Race', ...span })).id
  await world.insert(site, 'shifts', { event, person: member.id, draft: '2027-05-01T09:00Z', ...span })
  const answerAt = async (now: Date) => {
    const { shifts } = await world.withSite(site.id, (db) => getRosterEditor(db, { event, zone: 'UTC', now }))
    return shifts[0]?.answer
  }
  expect([await answerAt(new Date('2027-06-01T08:00Z')), await answerAt(NOW)]).toEqual(['asked', 'silent'])
})
