import { sql } from 'kysely'
import { compareAgain, listTold } from '#server/deliveries/told.ts'
import { nextDueTime } from '#server/deliveries/undo-window.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Hooks } from '#server/engine/collections/define.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import { notifyOthers, offNotice, tellBackOn } from './commands.ts'
import { tellEnd } from './end-question.ts'
import { type Affected, listAffected, listEvents, type ToldEvent } from './queries.ts'

/**
 * Notifies people with a request or a waiting-list entry for a deleted event once the deletion settles, as if it were
 * called off, and tells them if it is restored. People on its shifts hear of those; admins who were asked to decide
 * hear that the question has ended.
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
    for (const event of gone.values()) await tellEnd(ctx, event, 'deleted', ownActor(ctx.actor))
  }
}

const CAUSE = 'deleted'

async function tellDeleted(ctx: UnitCtx, gone: ReadonlyMap<number, ToldEvent>, affected: readonly Affected[]) {
  const told = await listTold<{ shift: number | null; person: number }>(
    ctx.db,
    { events: [...gone.keys()] },
    { soon: true },
  )
  // Someone who knows a shift as theirs hears of that, even if they have just lost it.
  const informed = new Set(
    told.flatMap(({ shift, state, person, facts }) =>
      state === 'off' || (state === 'theirs' && shift !== null) ? `${facts.event} ${person}` : [],
    ),
  )
  // That it goes ahead will not be read: what has been queued since may no longer be news.
  const { rows } = await sql<{ id: number }>`select id from deliveries
    where event = any (${[...gone.keys()]}::bigint[]) and kind = 'event.back_on' and state = 'queued'`.execute(ctx.db)
  await compareAgain(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const now = ctx.clock.now().toISOString()
  await notifyOthers(
    ctx,
    affected.flatMap((one) => {
      const event = gone.get(one.event)
      if (!event || one.on_shift || informed.has(`${one.event} ${one.person}`)) return []
      const action = { label: 'See coming events', path: '/events' }
      return [{ ...offNotice(event, one), action, cause: `${CAUSE} ${event.id} ${now}` }]
    }),
  )
}

async function tellRestored(ctx: UnitCtx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  // Within the undo window no one was told; the unsent messages are deleted.
  await sql`with unsent as (delete from deliveries where event = any (${[...ids]}::bigint[]) and state = 'queued'
      and (kind = 'event.called_off' and cause like ${`notice:${CAUSE} %`} or kind = 'event.decided') returning id)
    delete from told where delivery in (select id from unsent)`.execute(ctx.db)
  // Reopens the question for admins who were told that it had ended.
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
    if (!isEventOff(event) && people.size)
      await tellBackOn(ctx, event, people, { ...told, cause: `${event.id} ${told.cause}` })
  }
}
