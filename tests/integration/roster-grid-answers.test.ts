import { expect } from 'vitest'
import { type GridQuery, gridQuery } from '#server/shifts/grid/contract.ts'
import { getGrid } from '#server/shifts/grid/queries.ts'
import { test as base } from '#tests/support/fixture.ts'

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
  const nudge = 'update core.shifts set nudged = true where site_id = $1 and start between $2 and $3'
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
  const names = async (show: GridQuery['show']) => (await read(show)).events.map(({ name }: { name: string }) => name)
  expect(await names('unanswered')).toEqual(['Asked', 'Silent'])
  expect(await names('cover')).toEqual(['Ill'])

  await world.superuser.query('update core.sites set ask_answers = false where id = $1', [site.id])
  expect((await read('all')).shifts.filter(({ answer }: { answer: string | null }) => answer)).toEqual([])
  expect([await names('unanswered'), await names('cover')]).toEqual([[], []])
})
