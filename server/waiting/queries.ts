import { sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { WaitingEntry, WaitingList, WaitingPerson, WaitingQuery } from './contract.ts'

const SELECT_PLACES = sql`
  select w.id, w.event, w.assignment, w.person,
    (select count(*)::int from waiting b where b.event = w.event and b.assignment = w.assignment and b.id <= w.id) as position,
    o.shift as offered_shift, ${instantText('o.hold_until')} as hold_until
  from waiting w left join waitingoffers o on o.site_id = w.site_id and o.waiting = w.id and o.ended is null`

/** Lists waiting-list entries by time of joining: the acting person's, or all for admins. */
export async function listWaiting(ctx: Ctx, { event, limit, offset }: WaitingQuery): Promise<WaitingList> {
  const me = ownOnly(ctx)
  const where = sql`where (${me}::bigint is null or w.person = ${me}::bigint) and (${event ?? null}::bigint is null or w.event = ${event ?? null}::bigint)`
  const { rows: total } = await sql<{ count: number }>`select count(*)::int as count from waiting w ${where}`.execute(
    ctx.db,
  )
  const { rows } =
    await sql<WaitingEntry>`${SELECT_PLACES} ${where} order by w.id limit ${limit} offset ${offset}`.execute(ctx.db)
  return {
    count: total[0]?.count ?? 0,
    order: rows.map(({ id }) => id),
    results: { waiting: Object.fromEntries(rows.map((row) => [String(row.id), row])) },
  }
}

const MAX_PLACES = 200

/**
 * Lists waiting people of an event by time of joining.
 * @throws DomainError 'forbidden' for members.
 */
export async function listEventWaiting(ctx: Ctx, event: number): Promise<WaitingPerson[]> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<WaitingPerson>`
    select w.id, w.assignment, w.person, coalesce(nullif(p.name, ''), p.email) as name, ${instantText('w.created_at')} as since,
      (row_number() over (partition by w.assignment order by w.id))::int as position, o.shift as offered_shift, ${instantText('o.hold_until')} as hold_until,
      o.exclusive, coalesce((select jsonb_agg(jsonb_build_object('shift', r.shift, 'why', r.ended) order by r.id) from waitingoffers r
        where r.site_id = w.site_id and r.waiting = w.id and r.ended in ('no', 'expired')), '[]') as refused
    from waiting w join people p on p.site_id = w.site_id and p.id = w.person
    left join waitingoffers o on o.site_id = w.site_id and o.waiting = w.id and o.ended is null
    where w.event = ${event} order by w.id limit ${MAX_PLACES}`.execute(ctx.db)
  return rows
}

/**
 * Reads an entry of the acting person, or any for admins.
 * @throws DomainError 'not_found'.
 */
export async function getWaiting(ctx: Ctx, id: number): Promise<WaitingEntry> {
  const me = ownOnly(ctx)
  const { rows } = await sql<WaitingEntry>`${SELECT_PLACES} where w.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row || (me !== null && row.person !== me)) throw notFound('This place on a waiting list does not exist.')
  return row
}

function ownOnly(ctx: Ctx): number | null {
  if (standingOf(ctx.actor) === 'user') return requirePerson(ctx.actor)
  requireStanding(ctx.actor, 'admin')
  return null
}
