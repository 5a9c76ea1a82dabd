import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { declared } from '#server/engine/features.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { RequestItem } from '#server/requests/answer/contract.ts'
import { listAnsweredRequests } from '#server/requests/answer/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Question, ToDoItem, ToDoList } from './contract.ts'

type Args = { kind?: string | null | undefined; limit: number; offset?: number }

const ITEM = sql`json_build_object('kind', kind, 'id', id, 'at', ${instantText('at')}, 'person', person, 'who', who, 'avatar', avatar,
  'event', event, 'what', what, 'start', ${instantText('start')}, 'facts', facts)`

/**
 * Lists what waits for a coordinator, by the clock: the earliest `at` first, what has none last.
 * @param kind only this one; an unknown kind has no items. `kinds` counts all.
 * @throws DomainError 'forbidden' for members.
 */
export async function listToDo(ctx: Ctx, { kind = null, limit, offset = 0 }: Args): Promise<ToDoList> {
  requireStanding(ctx.actor, 'admin')
  const all = sql.join(
    [...declared().toDo].map(([name, { rows }]) => sql`select ${name}::text as kind, q.* from (${rows(ctx)}) q`),
    sql` union all `,
  )
  const { rows } = await sql<{ counts: { kind: string; count: number }[]; items: ToDoItem[] }>`
    with things as materialized (${all}),
    shown as (select * from things where ${kind}::text is null or kind = ${kind} order by at nulls last, kind, id limit ${limit} offset ${offset})
    select coalesce((select json_agg(c) from (select kind, count(*)::int as count from things group by kind order by min(at) nulls last, kind) c), '[]') as counts,
      coalesce((select json_agg(${ITEM} order by at nulls last, kind, id) from shown), '[]') as items`.execute(ctx.db)
  const { counts, items } = rows[0]!
  const words = declared().toDo
  return {
    kinds: counts.map((one) => ({ ...one, word: words.get(one.kind)!.word })),
    count: counts.reduce((sum, one) => sum + (kind === null || kind === one.kind ? one.count : 0), 0),
    items,
  }
}

const MAX_QUESTIONS = 50

/** Lists what waits for a person's own answer, by the clock. */
export async function listQuestions(ctx: Ctx, person: number): Promise<Question[]> {
  const all = sql.join(
    [...declared().questions].map(
      ([kind, rows]) => sql`select ${kind}::text as kind, q.* from (${rows(ctx, person)}) q`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<Question>`
    select kind, id, ${instantText('at')} as at, event, event_name, ${instantText('start')} as start, ${instantText('"end"')} as "end", assignment, role, location, facts
    from (${all}) q order by q.at, q.start, kind, id limit ${MAX_QUESTIONS}`.execute(ctx.db)
  return rows
}

/** Lists requests that were answered or are past, the latest first, as items. */
export async function listAnswered(ctx: Ctx, page: { limit: number; offset: number }): Promise<ToDoList> {
  requireStanding(ctx.actor, 'admin')
  const { count, rows } = await listAnsweredRequests(ctx.db, { now: ctx.clock.now(), ...page })
  const { kinds } = await listToDo(ctx, { limit: 0 })
  return { kinds, count, items: rows.map(asItem) }
}

function asItem(request: RequestItem): ToDoItem {
  const { id, event, start, person, requests, comments, assignment, role, modified_start, modified_end } = request
  return {
    kind: request.kind === 'times' ? 'times' : 'request',
    id,
    at: null,
    person,
    who: request.person_name,
    avatar: request.person_avatar,
    event,
    what: eventName(request.event_name),
    start,
    facts: { requests, comments, assignment, role, modified_start, modified_end, series: request.series_name },
  }
}
