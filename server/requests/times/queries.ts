import { sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { aboutPerson } from '../about-person.ts'
import { timesOver, timesState, timesWaiting } from '../times-state.ts'
import type { TimeRequest, TimeRequestDetail, TimeRequestQuery } from './contract.ts'

const selectTimes = (now: Date) => sql`
  select t.id, t.shift, s.event, e.name as event_name, t.person, p.name as person_name, p.avatar as person_avatar, a.name as assignment, r.name as role,
    ${instantText('s.start')} as start, ${instantText('s."end"')} as "end", ${instantText('t.modified_start')} as modified_start,
    ${instantText('t.modified_end')} as modified_end, ${instantText('s.modified_start')} as agreed_start,
    ${instantText('s.modified_end')} as agreed_end, t.comments, t.version, ${timesState(now)} as state, t.reason,
    ${instantText('t.created_at')} as made, ${instantText('t.answered_at')} as answered_at
  from time_requests t
  join shifts s on s.site_id = t.site_id and s.id = t.shift
  join events e on e.site_id = s.site_id and e.id = s.event
  join people p on p.site_id = t.site_id and p.id = t.person
  left join assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join roles r on r.site_id = s.site_id and r.id = s.role`

/** Includes the person's history. @throws DomainError 'not_found'. */
export async function getTimeRequest(db: SiteDb, id: number, now: Date): Promise<TimeRequestDetail> {
  const { rows } = await sql<TimeRequest>`${selectTimes(now)} where t.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('This request does not exist.')
  return { request: rows[0], about: await aboutPerson(db, rows[0].person, now) }
}

export async function latestTimeRequests(
  db: SiteDb,
  { shifts, now }: { shifts: readonly number[]; now: Date },
): Promise<Record<number, TimeRequest>> {
  if (!shifts.length) return {}
  const { rows } = await sql<TimeRequest>`
    select * from (select distinct on (q.shift) q.* from (${selectTimes(now)} where t.shift = any (${shifts}::bigint[]) and t.person = s.person) q
      order by q.shift, q.id desc) latest where latest.state <> 'ended'`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.shift, row]))
}

export async function getTimesOfShift(ctx: Ctx, shift: number): Promise<{ request: TimeRequest | null }> {
  const ownOnly = standingOf(ctx.actor) === 'user'
  const me = ownOnly ? requirePerson(ctx.actor) : null
  const { rows } = await sql<{ id: number }>`
    select id from shifts where id = ${shift} and (not ${ownOnly} or person = ${me}::bigint and draft is not null)`.execute(
    ctx.db,
  )
  if (!rows.length) throw notFound('This shift does not exist.')
  const latest = await latestTimeRequests(ctx.db, { shifts: [shift], now: ctx.clock.now() })
  return { request: latest[shift] ?? null }
}

export async function listTimeRequests(
  ctx: Ctx,
  { state, limit, offset }: TimeRequestQuery,
): Promise<{ count: number; requests: TimeRequest[] }> {
  requireStanding(ctx.actor, 'admin')
  const now = ctx.clock.now()
  const waits = state === 'waiting'
  const { rows } = await sql<TimeRequest>`
    ${selectTimes(now)} where ${waits ? timesWaiting(now) : timesOver(now)}
    order by ${waits ? sql`s.start, t.id` : sql`t.id desc`} limit ${limit} offset ${offset}`.execute(ctx.db)
  const total = await sql<{ count: number }>`
    select count(*)::int as count from time_requests t join shifts s on s.site_id = t.site_id and s.id = t.shift
    where ${waits ? timesWaiting(now) : timesOver(now)}`.execute(ctx.db)
  return { count: total.rows[0]?.count ?? 0, requests: rows }
}
