import { sql } from 'kysely'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { EVENT_ARCHIVED, EVENT_OFF } from '#server/requests/sign-up/rules.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { OPEN_STATES } from './contract.ts'

export type Coverable = { id: number; person: number | null; start: Date; problem: string | null }

/**
 * Locks shifts and checks whether a search can start. Excludes shifts the acting person may not ask for: members ask
 * for their own.
 */
export async function readCoverable(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Coverable>> {
  if (!ids.length) return new Map()
  const now = ctx.clock.now()
  const { rows } = await sql<{
    id: number
    person: number | null
    start: Date
    began: boolean
    published: boolean
    archived: boolean
    called_off: boolean
    sought: boolean
  }>`
    select s.id, s.person, s.start, s.actual_start is not null as began, s.draft is not null as published, e.archived, ${sql.raw(isOffSql('e'))} as called_off,
      exists (select from covers c where c.shift = s.id and c.state = any (${[...OPEN_STATES]}) and c.person is not distinct from s.person) as sought
    from shifts s join events e on e.id = s.event where s.id = any (${[...new Set(ids)]}::bigint[]) order by s.id for update of s`.execute(
    ctx.db,
  )
  const own = standingOf(ctx.actor) === 'user'
  const mine = rows.filter(({ person, published }) => !own || (published && person === personOf(ctx.actor)))
  return new Map(
    mine.map(({ id, person, start, began, published, archived, called_off, sought }) => {
      const problem =
        began || start <= now
          ? 'This shift has started.'
          : archived
            ? EVENT_ARCHIVED
            : called_off
              ? EVENT_OFF
              : !published
                ? 'Publish this shift first.'
                : sought
                  ? 'People are already being asked to cover this shift.'
                  : null
      return [id, { id, person, start, problem }]
    }),
  )
}
