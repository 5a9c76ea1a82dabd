import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { outsideEventSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

const MAX_SILENT = 200

/** An unanswered shift whose person was asked, normally twice. Instants are ISO. */
export type SilentShift = {
  id: number
  event: number
  start: string
  end: string
  outside: boolean
  assignment: string | null
  role: string | null
  person: number
  name: string
  phone: string | null
  asked_at: string
  nudged_at: string | null
  /** Whether the provider rejected an SMS about this shift, e.g. an unused number. */
  sms_failed: boolean
  unfit: Unfit | null
}

/** An event with its unanswered shifts. `confirmed` and `assigned` count its published shifts with a person. */
export type SilentEvent = {
  id: number
  name: string
  start: string
  end: string
  confirmed: number
  assigned: number
  shifts: SilentShift[]
}

export type Silent = { count: number; people: number; all_events: number; events: SilentEvent[] }

/** SQL: unanswered coming shifts, asked twice or starting within a day, when no second request is sent. */
const silentSql = ({ site, clock }: Ctx) => sql`
  s.answer = 'asked' and s.is_published and not s.has_begun and s.start > ${clock.now()}
  and (s.nudged or s.start <= ${clock.now()}::timestamptz + interval '1 day') and ${site.ask_answers}
  and s.is_live`

/**
 * Lists unanswered shifts, soonest first.
 * @param limit maximum shifts; `count`, `people` and `all_events` include unlisted ones.
 * @throws DomainError 'forbidden' for members.
 */
export async function listSilent(ctx: Ctx, limit = MAX_SILENT): Promise<Silent> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<Omit<Silent, 'events'> & { events: Omit<SilentEvent, 'shifts'>[]; shifts: SilentShift[] }>`
    with silent as materialized (
      select s.* from shift_facts s where ${silentSql(ctx)}),
    shown as (select * from silent order by start, event, id limit ${limit}),
    listed as (
      select s.id, s.event, ${instantText('s.person_start')} as start, ${instantText('s.person_end')} as "end", ${sql.raw(outsideEventSql('s'))} as outside, s.assignment_name as assignment, s.role_name as role,
        s.person, coalesce(nullif(p.name, ''), p.email) as name, p.phone, ${instantText('greatest(s.draft, s.assigned_at, s.start_changed_at)')} as asked_at,
        ${instantText('d.nudged_at')} as nudged_at, coalesce(d.sms_failed, false) as sms_failed, ${unfitAt('s', ctx.clock.now())} as unfit
      from shown s
      join people p on p.site_id = s.site_id and p.id = s.person
      left join lateral (select min(d.due_at) filter (where d.kind = 'answer.nudge') as nudged_at,
          bool_or(d.channel = 'sms' and d.state = 'failed') as sms_failed
        from deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person) d on true
      order by s.start, s.event, s.id),
    about as (
      select e.id, ${sql.raw(eventNameSql('e.name'))} as name, ${instantText('e.start')} as start, ${instantText('e."end"')} as "end",
        count(s.id) filter (where s.answer = 'confirmed')::int as confirmed, count(s.id)::int as assigned
      from events e left join shift_facts s on s.site_id = e.site_id and s.event = e.id and s.person is not null and s.is_published
      where e.id in (select event from shown) group by e.site_id, e.id order by e.start, e.id)
    select count(*)::int as count, count(distinct person)::int as people, count(distinct event)::int as all_events,
      coalesce((select json_agg(about) from about), '[]') as events, coalesce((select json_agg(listed) from listed), '[]') as shifts
    from silent`.execute(ctx.db)
  const { events, shifts, ...counts } = rows[0]!
  return {
    ...counts,
    events: events.map((event) => ({ ...event, shifts: shifts.filter((shift) => shift.event === event.id) })),
  }
}
