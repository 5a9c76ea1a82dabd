import { sql } from 'kysely'
import { startSearch } from '#server/cover/control.ts'
import { undoable } from '#server/deliveries/undo-window.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { personStartSql } from '#server/shift-facts/times/rules.ts'
import { noteDeclined } from './notices.ts'
import { isUrgent } from './rules.ts'

/**
 * Starts a search for cover and marks the shift's person, if any, as unable to come. Notifies coordinators if little
 * time is left.
 * @throws DomainError as `startSearch`.
 */
export const seekCoverFor = (ctx: Ctx, shift: number): Promise<{ id: number }> =>
  inUnitOfWork(undoable(ctx), (unit) => seekFor(unit, shift))

async function seekFor(ctx: Ctx, shift: number): Promise<{ id: number }> {
  const before = await lastDecline(ctx, shift)
  const search = await startSearch(ctx, shift)
  const given = await lastDecline(ctx, shift)
  if (given && given.id !== before?.id && isUrgent(given.start, ctx.clock.now())) {
    const { id, person } = given
    await noteDeclined(ctx, { id, shift, person, reason: '', released: false, sought: true }, ownActor(ctx.actor))
  }
  return search
}

async function lastDecline({ db }: Ctx, shift: number) {
  const { rows } = await sql<{ id: number; person: number; start: Date }>`
    select a.id, a.person, ${sql.raw(personStartSql('s'))} as start from answers a join shifts s on s.id = a.shift
    where a.shift = ${shift} and a.answer = 'seeking_cover' order by a.id desc limit 1`.execute(db)
  return rows[0]
}
