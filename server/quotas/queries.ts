import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { QUOTAS, type QuotaLimits, type QuotaName } from '#server/engine/kernel/quota-limits.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { limitsOf, overQuotaText, type QuotaUse, type SiteQuotas, usesOf } from './rules.ts'

type QuotaCtx = Pick<Ctx, 'db' | 'site' | 'clock' | 'quotas'>

/** States of a message that was sent, may have been, or will be. */
const LEAVES = sql`('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'unknown')`

/**
 * Counts the messages of the site `s` that were due in a period and were sent or wait: by the index of state and time, each
 * message once. All kinds count.
 */
export const messagesDueIn = (
  channel: 'email' | 'sms',
  from: RawBuilder<unknown>,
  next: RawBuilder<unknown>,
) => sql<number>`(
  select count(*)::int from core.deliveries d where d.site_id = s.id and d.state in ${LEAVES} and d.due_at >= ${from} and d.due_at < ${next}
    and d.channel = ${channel} and d.grouped_with is null)`

/** The day or month at the site `s`: from its start to before the next. */
const bounds = (now: Date, unit: 'day' | 'month') => {
  const from = sql`date_trunc(${sql.lit(unit)}, ${now}::timestamptz, s.timezone)`
  return {
    from,
    next: sql`(${from} at time zone s.timezone + ${sql.lit(`1 ${unit}`)}::interval) at time zone s.timezone`,
  }
}

const COUNTED_PEOPLE = sql`p.is_active and p.role <> 'new' and p.erased_at is null`

/** What the site `s` uses of each quota, as SQL. */
const usedSql = (now: Date): Readonly<Record<QuotaName, RawBuilder<number>>> => {
  const [day, month] = [bounds(now, 'day'), bounds(now, 'month')]
  return {
    people: sql`(select count(*)::int from core.people p where p.site_id = s.id and ${COUNTED_PEOPLE})`,
    texts: messagesDueIn('sms', month.from, month.next),
    emails: messagesDueIn('email', day.from, day.next),
    storage: sql`(coalesce(s.logo_bytes, 0)
      + coalesce((select sum(p.avatar_bytes) from core.people p where p.site_id = s.id), 0)
      + coalesce((select sum(f.bytes) from core.message_files f where f.site_id = s.id), 0)
      + coalesce((select sum(m.bytes) from core.message_pictures m where m.site_id = s.id), 0))`,
  }
}

/** The uses of the site `s` as JSON by quota, for statements that read several sites. */
export const usedJson = (now: Date): RawBuilder<Record<QuotaName, number>> => {
  const used = usedSql(now)
  return sql`jsonb_build_object(${sql.join(QUOTAS.flatMap((quota) => [sql.lit(quota), used[quota]]))})`
}

/** The own quotas of the site `s` as JSON. */
export const ownQuotas = sql<SiteQuotas>`jsonb_build_object('quota_people', s.quota_people, 'quota_texts', s.quota_texts,
  'quota_emails', s.quota_emails, 'quota_storage', s.quota_storage)`

/** Reads what the site uses and its limits, for admins. */
export async function readQuotaUses(ctx: QuotaCtx): Promise<QuotaUse[]> {
  const { rows } = await sql<{ used: Record<QuotaName, number> }>`
    select ${usedJson(ctx.clock.now())} as used from core.sites s where s.id = ${ctx.site.id}`.execute(ctx.db)
  return usesOf(rows[0]!.used, limitsOf(ctx.site, ctx.quotas))
}

/**
 * Says in words why something goes beyond a quota; null where it fits. Counts nothing where the site has no limit.
 * @param more how many people, emails or texts, or the bytes.
 * @param stored how much of that is stored already.
 */
export async function quotaProblem(ctx: QuotaCtx, quota: QuotaName, more: number, stored = 0): Promise<string | null> {
  const limit = limitsOf(ctx.site, ctx.quotas)[quota]
  if (limit === null || more <= 0) return null
  const { rows } = await sql<{ used: number }>`
    select ${usedSql(ctx.clock.now())[quota]} as used from core.sites s where s.id = ${ctx.site.id}`.execute(ctx.db)
  return overQuotaText({ quota, used: Number(rows[0]!.used) - stored, limit }, more)
}

/** @throws DomainError 'invalid' under `field`, as `quotaProblem`. */
export async function requireQuota(ctx: QuotaCtx, quota: QuotaName, more: number, field: string): Promise<void> {
  const problem = await quotaProblem(ctx, quota, more)
  if (problem) throw invalid({ [field]: [problem] })
}

export type SiteNearQuota = QuotaUse & { site: number }

/**
 * Lists the quotas of active sites from 80 % of their limit on, in one statement that reads each table once, and only for
 * sites with a limit.
 * @param db of the platform role.
 */
export async function readSitesNear(db: Kysely<DB>, now: Date, defaults: QuotaLimits): Promise<SiteNearQuota[]> {
  const [day, month] = [bounds(now, 'day'), bounds(now, 'month')]
  const limits = QUOTAS.map((quota) => sql`coalesce(s.${sql.ref(`quota_${quota}`)}, ${defaults[quota]}::bigint)`)
  const { rows } = await sql<{ near: SiteNearQuota[] }>`
    with limited as materialized (
      select s.id, s.logo_bytes, ${day.from} as day_start, ${day.next} as day_next, ${month.from} as month_start, ${month.next} as month_next,
        ${sql.join(limits.map((limit, at) => sql`${limit} as ${sql.ref(QUOTAS[at]!)}`))}
      from core.sites s where s.status = 'active' and num_nonnulls(${sql.join(limits)}) > 0),
    leaving as (
      select s.id, count(*) filter (where d.channel = 'sms')::int as texts,
        count(*) filter (where d.channel = 'email' and d.due_at >= s.day_start and d.due_at < s.day_next)::int as emails
      from core.deliveries d join limited s on s.id = d.site_id
      where (s.texts is not null or s.emails is not null) and d.state in ${LEAVES} and d.grouped_with is null
        and d.due_at >= s.month_start and d.due_at < s.month_next
        and d.due_at > ${now}::timestamptz - interval '33 days' and d.due_at < ${now}::timestamptz + interval '33 days'
      group by s.id),
    members as (
      select s.id, count(*) filter (where ${COUNTED_PEOPLE})::int as people, sum(p.avatar_bytes) as bytes
      from core.people p join limited s on s.id = p.site_id where s.people is not null or s.storage is not null group by s.id),
    files as (
      select s.id, sum(f.bytes) as bytes from (
        select site_id, bytes from core.message_files union all select site_id, bytes from core.message_pictures) f
      join limited s on s.id = f.site_id where s.storage is not null group by s.id)
    select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'quota', n.quota, 'used', n.used, 'limit', n.most)
      order by n.used >= n.most desc, s.id, n.quota), '[]') as near
    from limited s left join leaving t on t.id = s.id left join members m on m.id = s.id left join files f on f.id = s.id
    cross join lateral (values
      ('people', s.people, coalesce(m.people, 0)), ('texts', s.texts, coalesce(t.texts, 0)), ('emails', s.emails, coalesce(t.emails, 0)),
      ('storage', s.storage, coalesce(s.logo_bytes, 0) + coalesce(m.bytes, 0) + coalesce(f.bytes, 0))) n (quota, most, used)
    where n.most > 0 and n.used >= 0.8 * n.most`.execute(db)
  return rows[0]!.near
}
