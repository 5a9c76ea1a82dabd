import { sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { dayBounds, dayOf } from '#server/engine/kernel/days/rules.ts'
import { CAPS, type Cap } from '#server/messages/audience/answer-contract.ts'
import type { CapsLeft } from './rules.ts'
import { ofMessage } from './store.ts'

/** How many messages a site may send to many people, unless operators set caps of its own. */
export const DEFAULT_CAPS = {
  email: { person: 1_000, day: 5_000, month: 50_000 },
  sms: { person: 500, day: 1_000, month: 5_000 },
} as const

/** `person`: by one sender in a day; null where operators gave the site a cap for the day. */
export type Caps = Record<'day' | 'month', number> & { person: number | null }

/** Finds the cap that leaves the least. @param used how many were sent, by the sender and by the site. */
export function capsLeft(caps: Caps, used: Record<Cap, number>): CapsLeft {
  const [tightest] = CAPS.flatMap((cap) => {
    const most = caps[cap]
    return most === null ? [] : [{ cap, most, left: Math.max(0, most - used[cap]) }]
  }).sort((a, b) => a.left - b.left)
  return tightest ?? { cap: 'month', most: caps.month, left: 0 }
}

/**
 * Reads what may still be sent today and this month, by the site's wall clock. Messages that were taken back do not count, and of
 * one that was stopped those that had left. All programs count as one sender.
 */
export async function readCapsLeft(
  ctx: Pick<Ctx, 'db' | 'site' | 'clock' | 'actor'>,
  kind: 'email' | 'sms',
): Promise<CapsLeft> {
  const sender = personOf(ctx.actor)
  const today = dayOf(ctx.clock.now(), ctx.site.timezone)
  const [day, month] = [today, `${today.slice(0, 8)}01`].map((date) => dayBounds(date, ctx.site.timezone).start)
  const columns =
    kind === 'email' ? (['mail_per_day', 'mail_per_month'] as const) : (['sms_per_day', 'sms_per_month'] as const)
  const { rows } = await sql<{
    per_day: number | null
    per_month: number | null
    person: number
    day: number
    month: number
  }>`
    with left_site as (
      select m.sent_by, m.started_at, case when m.status = 'cancelled'
          then (select count(*) from deliveries d where ${ofMessage(sql`m.id`)} and d.state not in ('skipped', 'cancelled'))
          else coalesce(m.receiving, 0) end as n
      from messages m where m.kind = ${kind} and m.started_at >= ${month})
    select s.${sql.ref(columns[0])} as per_day, s.${sql.ref(columns[1])} as per_month,
      coalesce((select sum(n) from left_site where started_at >= ${day} and sent_by is not distinct from ${sender}), 0)::integer as person,
      coalesce((select sum(n) from left_site where started_at >= ${day}), 0)::integer as day,
      coalesce((select sum(n) from left_site), 0)::integer as month
    from sites s where s.id = ${ctx.site.id}`.execute(ctx.db)
  const { per_day, per_month, ...used } = rows[0]!
  const usual = DEFAULT_CAPS[kind]
  return capsLeft(
    { person: per_day === null ? usual.person : null, day: per_day ?? usual.day, month: per_month ?? usual.month },
    used,
  )
}
