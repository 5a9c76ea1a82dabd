import { sql } from 'kysely'
import { keepRows } from '#server/deliveries/undo-window.ts'
import { labelOf, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'

/** Undo key of an entry. Not redeemed by token: giving the shift back restores it. */
const KEPT_AS = 'waiting'

/** Keeps the acting person's entry and offers before they are deleted on acceptance. */
export const keepEntry = (ctx: Ctx, id: number): Promise<void> =>
  keepRows(
    ctx,
    KEPT_AS,
    sql`select 0 as place, 'waiting' as name, to_jsonb(w) as value from waiting w where w.id = ${id}
      union all select 1, 'waitingoffers', to_jsonb(o) from waitingoffers o where o.waiting = ${id}`,
  )

/** Restores the entry that the acting person left by taking this shift within the undo window. Needs the lists' lock. */
export async function returnEntry(ctx: Ctx, shift: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from undos u where u.collection = ${KEPT_AS} and u.actor = ${labelOf(ctx.actor)} and u.expires_at >= ${ctx.clock.now()}
      and exists (select from trash t where t.undo = u.id and t.table_name = 'waitingoffers' and t."row" ->> 'ended' is null
        and (t."row" ->> 'shift')::bigint = ${shift})
    order by u.id desc limit 1 for update`.execute(ctx.db)
  const [undo] = rows
  if (!undo) return
  const rowsOf = (table: string) => sql`
    jsonb_populate_recordset(null::${sql.table(`core.${table}`)}, (
      select jsonb_agg("row" order by id) from trash where undo = ${undo.id} and table_name = ${table})) r`
  // The earlier entry replaces one that was added since.
  await sql`delete from waiting w using ${rowsOf('waiting')}
    where w.event = r.event and w.assignment = r.assignment and w.person = ${personOf(ctx.actor)}`.execute(ctx.db)
  await sql`insert into waiting (id, event, assignment, person, looked_at, created_at)
    select r.id, r.event, r.assignment, r.person, clock_timestamp(), r.created_at from ${rowsOf('waiting')}
    join assignments a on a.id = r.assignment`.execute(ctx.db)
  await sql`insert into waitingoffers (id, waiting, shift, exclusive, hold_until, offered_at, offered_by, ended, ended_at, start, "end", location, role)
    select r.id, r.waiting, r.shift, r.exclusive, r.hold_until, r.offered_at, p.id, r.ended, r.ended_at, r.start, r."end", r.location, r.role from ${rowsOf('waitingoffers')}
    join waiting w on w.id = r.waiting join shifts s on s.id = r.shift left join people p on p.id = r.offered_by on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`update deliveries d set facts = d.facts - 'answered' from ${rowsOf('waitingoffers')}
    where d.person = ${personOf(ctx.actor)} and d.kind = 'waiting.offered' and d.cause = 'notice:' || r.id`.execute(
    ctx.db,
  )
  await ctx.db.deleteFrom('undos').where('id', '=', undo.id).execute()
}
