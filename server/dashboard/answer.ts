import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { ListShape } from '#server/engine/collections/contract.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { listNeededShifts } from '#server/open-shifts/queries.ts'
import { readCards } from './cards.ts'

type Results = ListShape['results']

/**
 * Answers `GET dashboard`: the cards as ids, and every record on them with its related facts. Each collection is read once,
 * whatever the cards hold. The shifts that are needed most are open: `GET shifts/open` has their records.
 */
export async function readDashboard(ctx: Ctx, engine: CollectionsEngine) {
  const person = requirePerson(ctx.actor)
  const admin = standingOf(ctx.actor) === 'admin'
  const cards = await readCards(ctx.db, { site: ctx.site, person, admin, now: ctx.clock.now() })
  const idsOf = (kind: 'event' | 'series') =>
    cards.upcoming_events.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const results: Results = { shifts: {}, events: {}, series: {}, news: {}, requests: {}, people: {} }
  const add = async (name: string, ids: readonly number[], expand = '') => {
    if (!ids.length) return
    const query = { id: [...new Set(ids)].join(','), limit: '-1', ...(expand && { expand }) }
    const shape = await engine.read(ctx, name, query)
    for (const [collection, records] of Object.entries(shape.results))
      results[collection] = { ...results[collection], ...records }
  }
  const shifts = [...cards.upcoming_shifts, ...cards.record_hours, ...(cards.shifts_outside ?? [])]
  await add('shifts', shifts, 'event,role,assignment,location')
  await add('requests', [...cards.own_requests, ...(cards.pending_requests ?? [])], 'event,person')
  await add('events', [...idsOf('event'), ...(cards.unpublished_events ?? [])], 'location,eventtype')
  await add('series', idsOf('series'))
  await add('news', cards.news)
  await add('people', cards.new_registrations ?? [])
  const needed_most = (await listNeededShifts(ctx)).map(({ id }) => id)
  return { results, cards: { ...cards, needed_most } }
}
