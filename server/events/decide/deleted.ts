import { sql } from 'kysely'
import { listTold } from '#server/deliveries/told.ts'
import { nextDueTime } from '#server/deliveries/undo-window.ts'
import { personOf } from '#server/engine/access/actor.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Hooks } from '#server/engine/collections/define.ts'
import { notifyOthers, offNotice, tellBackOn } from './commands.ts'
import { tellEnd } from './end-question.ts'
import { type Affected, listAffected, listEvents, type ToldEvent } from './queries.ts'

/**
 * Tells people who asked for an event, or wait for a place in it, that it was deleted, once that has settled, as if it were called off; and that it
 * takes place after all if they were told and it is restored. Those on its shifts hear that these are gone. Admins who were asked to decide about it
 * hear that there is nothing to decide.
 */
export const followDeletion: NonNullable<Hooks['aroundWrite']> = async (ctx, ids) => {
  const events = await listEvents(ctx.db, ids)
  const affected = events.length ? await listAffected(ctx.db, ids) : []
  return async (written) => {
    if (!ids.length) return tellRestored(ctx, written)
    const left = new Set((await listEvents(ctx.db, ids)).map(({ id }) => id))
    const gone = new Map(
      events.filter(({ id, end }) => !left.has(id) && end > ctx.clock.now()).map((one) => [one.id, one]),
    )
    if (!gone.size) return
    await tellDeleted(ctx, gone, affected)
    for (const event of gone.values()) await tellEnd(ctx, event, 'deleted', personOf(ctx.actor))
  }
}

const CAUSE = 'deleted'

async function tellDeleted(ctx: UnitCtx, gone: ReadonlyMap<number, ToldEvent>, affected: readonly Affected[]) {
  const told = await listTold<{ shift: number | null; person: number }>(
    ctx.db,
    { events: [...gone.keys()] },
    { soon: true },
  )
  const off = new Set(told.flatMap(({ state, person, facts }) => (state === 'off' ? `${facts.event} ${person}` : [])))
  const now = ctx.clock.now().toISOString()
  await notifyOthers(
    ctx,
    affected.flatMap((one) => {
      const event = gone.get(one.event)
      if (!event || one.on_shift || off.has(`${one.event} ${one.person}`)) return []
      const action = { label: 'See coming events', path: '/events' }
      return [{ ...offNotice(event, one), action, cause: `${CAUSE} ${event.id} ${now}` }]
    }),
  )
}

async function tellRestored(ctx: UnitCtx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  // Nobody has heard of a deletion that is undone at once: nothing is left of its messages.
  await sql`with unsent as (delete from deliveries where event = any (${[...ids]}::bigint[]) and state = 'queued'
      and (kind = 'event.called_off' and cause like ${`notice:${CAUSE} %`} or kind = 'event.decided') returning id)
    delete from told where delivery in (select id from unsent)`.execute(ctx.db)
  // Admins who were told that there is nothing to decide are asked again.
  await sql`update events e set decision_asked_at = null where id = any (${[...ids]}::bigint[]) and decision_asked_at is not null and (
      select max(d.id) filter (where d.kind = 'event.decided') > max(d.id) filter (where d.kind = 'event.decide')
      from deliveries d where d.event = e.id)`.execute(ctx.db)
  const off = (await listTold<{ shift: number | null; person: number }>(ctx.db, { events: ids })).filter(
    ({ state }) => state === 'off',
  )
  if (!off.length) return
  const told = { cause: `restored ${ctx.clock.now().toISOString()}`, due_at: nextDueTime(ctx) }
  for (const event of await listEvents(ctx.db, ids)) {
    const people = new Set(off.flatMap(({ person, facts }) => (facts.event === event.id ? person : [])))
    if (event.decision !== 'off' && people.size)
      await tellBackOn(ctx, event, people, { ...told, cause: `${event.id} ${told.cause}` })
  }
}
