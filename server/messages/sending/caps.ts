import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { addDays, dayBounds, dayOf } from '#server/engine/kernel/days/rules.ts'
import { CAPS, type Cap } from '#server/messages/audience/answer-contract.ts'
import { messagesDueIn } from '#server/quotas/queries.ts'
import { limitsOf } from '#server/quotas/rules.ts'
import type { CapsLeft } from './rules.ts'
import { ofMessage } from './store.ts'

/** Default caps on messages to many; operators may set others per site. */
export const DEFAULT_CAPS = {
  email: { person: 1_000, day: 5_000, month: 50_000 },
  sms: { person: 500, day: 1_000, month: 5_000 },
} as const

/** `person`: per sender and day; null where operators set a site's daily cap. `quota`: null where the site has none. */
export type Caps = Record<'day' | 'month', number> & Record<'person' | 'quota', number | null>

/**
 * Finds the tightest cap.
 * @param used numbers sent, by the sender and by the site.
 */
export function capsLeft(caps: Caps, used: Record<Cap, number>): CapsLeft {
  const [tightest] = CAPS.flatMap((cap) => {
    const most = caps[cap]
    return most === null ? [] : [{ cap, most, left: Math.max(0, most - used[cap]) }]
  }).sort((a, b) => a.left - b.left)
  return tightest ?? { cap: 'month', most: caps.month, left: 0 }
}

export type LaterMessage = {
  scheduled_for: Date | string | null
  id?: number
}

/** Returns the day and month of a date in a zone as instants: start and exclusive end. */
function windowsOf(date: string, zone: string) {
  const first = `${date.slice(0, 8)}01`
  const nextMonth = `${addDays(first, 31).slice(0, 8)}01`
  return {
    day: dayBounds(date, zone),
    month: { start: dayBounds(first, zone).start, next: dayBounds(nextMonth, zone).start },
  }
}

/**
 * Reads what may still be sent on the site's local day and month: today, or those of a scheduled message, including
 * other scheduled ones. Excludes cancelled messages, and the unsent part of stopped ones. All programs count as one
 * sender. The quota counts all messages of the site in the day of an email or the month of a text.
 */
export async function readCapsLeft(
  ctx: Pick<Ctx, 'db' | 'site' | 'clock' | 'actor' | 'quotas'>,
  kind: 'email' | 'sms',
  { scheduled_for, id = 0 }: LaterMessage = { scheduled_for: null },
): Promise<CapsLeft> {
  const sender = personOf(ctx.actor)
  const now = ctx.clock.now()
  const leaves = scheduled_for === null ? now : new Date(scheduled_for)
  const isLater = leaves > now
  const { day, month } = windowsOf(dayOf(isLater ? leaves : now, ctx.site.timezone), ctx.site.timezone)
  const columns =
    kind === 'email' ? (['mail_per_day', 'mail_per_month'] as const) : (['sms_per_day', 'sms_per_month'] as const)
  const quota = limitsOf(ctx.site, ctx.quotas)[kind === 'email' ? 'emails' : 'texts']
  const counted = kind === 'email' ? day : month
  const leaving = quota === null ? sql`0` : messagesDueIn(kind, sql`${counted.start}`, sql`${counted.next}`)
  const { rows } = await sql<{
    per_day: number | null
    per_month: number | null
    person: number
    day: number
    month: number
    quota: number
  }>`
    with left_site as (
      select m.sent_by, m.started_at as at, false as waits, case when m.status = 'cancelled'
          then (select count(*) from deliveries d where ${ofMessage(sql`m.id`)} and d.state not in ('skipped', 'cancelled'))
          else coalesce(m.receiving, 0) end as n
      from messages m where m.kind = ${kind} and m.started_at >= ${month.start} and m.started_at < ${month.next}
      union all select m.sent_by, m.scheduled_for, true, coalesce(case when m.kind = ${kind} then m.expected else (m.scheduled_with ->> 'texts')::integer end, 0)
      from messages m where ${isLater} and (m.kind = ${kind} or ${kind} = 'sms' and m.also_sms) and m.status = 'scheduled' and m.id <> ${id}
        and m.scheduled_for >= ${month.start} and m.scheduled_for < ${month.next})
    select s.${sql.ref(columns[0])} as per_day, s.${sql.ref(columns[1])} as per_month,
      coalesce((select sum(n) from left_site where at >= ${day.start} and at < ${day.next} and sent_by is not distinct from ${sender}), 0)::integer as person,
      coalesce((select sum(n) from left_site where at >= ${day.start} and at < ${day.next}), 0)::integer as day,
      coalesce((select sum(n) from left_site), 0)::integer as month,
      ${leaving} + coalesce((select sum(n) from left_site where waits and at >= ${counted.start} and at < ${counted.next}), 0)::integer as quota
    from sites s where s.id = ${ctx.site.id}`.execute(ctx.db)
  const { per_day, per_month, ...used } = rows[0]!
  const usual = DEFAULT_CAPS[kind]
  return capsLeft(
    {
      person: per_day === null ? usual.person : null,
      day: per_day ?? usual.day,
      month: per_month ?? usual.month,
      quota,
    },
    used,
  )
}
