import { sql } from 'kysely'
import type { Channel } from '#server/deliveries/contract.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'
import { type Difference, usefulTime } from './check-rules.ts'

/** A reminder one week ahead that falls due within two days is of a shift in this time. */
const DAYS_AHEAD = 9

type Ahead = { id: number; person: number; start: Date; email: boolean; sms: boolean }
type Next = { shift: number; person: number; message: string; channel: Channel; due: number }

/**
 * Lists coming shifts that the planner would look at only after their next reminder is due (`core.dues`), by the rule
 * of `due.ts`, and has the planner look at them with its next tick.
 */
export async function checkKept(db: SiteDb, site: Site, now: Date): Promise<Difference[]> {
  const until = new Date(now.getTime() + DAYS_AHEAD * 24 * 3_600_000)
  const { rows: ahead } = await sql<Ahead>`
    select s.id, s.person, s.start, p.email <> '' as email, p.phone is not null and p.sms_verified and p.sms_notifications as sms
    from shift_facts s join people p on p.site_id = s.site_id and p.id = s.person and p.is_active and p.erased_at is null
    where s.is_published and not s.has_begun and not s.is_off and s.start > ${now} and s.start < ${until}`.execute(db)
  const next = ahead.flatMap((shift) => nextOf(site, shift, now.getTime()) ?? [])
  if (!next.length) return []
  const { rows: late } = await sql<Omit<Next, 'due'>>`
    with late as (
      select n.* from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (shift bigint, person bigint, message text, channel text, due bigint)
      where not exists (select from dues d where d.id = n.shift and d.look_at <= to_timestamp(n.due / 1000.0))),
    mended as (
      insert into dues (id) select shift from late on conflict (site_id, id) do update set look_at = '-infinity')
    select shift, person, message, channel from late order by shift`.execute(db)
  return late.map((row) => ({ kind: 'late', ...row }))
}

/** The shift's next reminder, if one is ahead. */
function nextOf(site: Site, { id: shift, person, start, ...reached }: Ahead, now: number): Next | undefined {
  const channels = (['email', 'sms'] as const).filter((channel) =>
    channel === 'email' ? reached.email : reached.sms && site.sms_enabled,
  )
  return REMINDERS.filter(({ offset }) => site.reminder_offsets.includes(offset))
    .flatMap(({ kind: message }) =>
      channels.map((channel) => ({
        shift,
        person,
        message,
        channel,
        due: usefulTime(site, { start }, message, channel).due,
      })),
    )
    .filter(({ due }) => due > now)
    .sort((a, b) => a.due - b.due)[0]
}
