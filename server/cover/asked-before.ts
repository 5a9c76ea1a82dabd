import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'

export type AskedBefore = 'said_no' | 'asked_before'

/**
 * SQL: whether a delivery `d` belongs to a request to cover, first or repeated.
 * @param a alias of `coverasks`.
 */
export const isOfAsk = (a: string): string =>
  `(d.cause = 'notice:' || ${a}.id or d.cause like 'notice:' || ${a}.id || ' %')`

/**
 * SQL: whether the last message about a request was that the person is no longer needed.
 * @param a alias of `coverasks`.
 */
export const thankedSql = (a: string): string =>
  `coalesce((select d.kind = 'cover.taken' from deliveries d where d.site_id = ${a}.site_id and d.person = ${a}.person
    and d.kind in ('cover.asked', 'cover.taken') and ${isOfAsk(a)} and d.state in ('sending', 'sent', 'delivered', 'unknown') order by d.id desc limit 1), false)`

/**
 * SQL: whether a request's message was cancelled before it was sent.
 * @param a alias of `coverasks`.
 */
export const withdrawnSql = (a: string): string => {
  const messages = `select from deliveries d where d.site_id = ${a}.site_id and d.person = ${a}.person and d.kind = 'cover.asked' and ${isOfAsk(a)}`
  return `(exists (${messages} and d.state = 'cancelled' and d.reason = 'taken_up') and not exists (${messages}
    and d.state in ('sending', 'sent', 'delivered', 'unknown')))`
}

/**
 * Finds people not to ask again for a shift: asked by an earlier search or from its waiting list, or its former person
 * who could not come. Ignores requests and answers about another day, place, assignment or role, and requests whose
 * message was cancelled or could not be delivered.
 * @param search id of the current search, whose own requests do not count; null before it exists.
 */
export async function listAskedBefore(
  { db }: Pick<Ctx, 'db'>,
  { id: search, shift }: { id: number | null; shift: number },
): Promise<Map<number, AskedBefore>> {
  const { rows } = await sql<{ person: number; said_no: boolean }>`
    with s as (select s.id, s.start, coalesce(s.location, e.location) as location
      from shifts s join events e on e.id = s.event where s.id = ${shift}),
    said as (
      select a.person, a.answer is not null as said_no from s join covers c on c.shift = s.id join coverasks a on a.site_id = c.site_id and a.cover = c.id
        where c.id is distinct from ${search}::bigint and a.answer is distinct from 'yes'
          and core.is_as_sought(c, (select x from shifts x where x.id = s.id), s.location)
          and (a.answer = 'no' or a.channel <> 'none' and not ${sql.raw(withdrawnSql('a'))})
      union all select w.person, o.ended = 'no' from s join waitingoffers o on o.shift = s.id join waiting w on w.site_id = o.site_id and w.id = o.waiting
        where o.ended in ('no', 'expired')
      union all select l.person, true from s join (
          select distinct on (person) * from answers where shift = ${shift} order by person, id desc) l
        on core.is_as_stated(l.site_id, l.start, l."end", l.location, l.assignment, l.role, (select x from shifts x where x.id = s.id), s.location)
        where l.answer in ('seeking_cover', 'released'))
    select person, bool_or(said_no) as said_no from said group by person`.execute(db)
  return new Map(rows.map(({ person, said_no }) => [person, said_no ? 'said_no' : 'asked_before']))
}
