import { type Kysely, type RawBuilder, sql } from 'kysely'
import { INVITATION } from '#server/deliveries/account-notices.ts'
import { deliveryWords } from '#server/deliveries/words.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import type { QuotaLimits, QuotaName } from '#server/engine/kernel/quota-limits.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import {
  type DeliveryCount,
  type HostNumbers,
  type Overview,
  SITES_PAGE_SIZE,
  type SiteDetail,
  type SiteLine,
  type SitesQuery,
  type Trouble,
  type ZoneDifference,
} from '#server/operators/contract.ts'
import { levelOf, MAX_WAIT_SECONDS } from '#server/operators/verdicts.pure.ts'
import { ownQuotas, type SiteNearQuota, usedJson } from '#server/quotas/queries.ts'
import { limitsOf, type QuotaUse, quotaLevel, type SiteQuotas, usesOf } from '#server/quotas/rules.ts'
import { senderJson } from './senders.ts'

/** Zones that the server and the database read differently, and quotas near their limit. */
type Facts = { zones: readonly ZoneDifference[]; near: readonly SiteNearQuota[] }

const MAX_TROUBLED = 20
/** Days for a new site's first admin to sign in before it counts as a trouble. */
const CLAIM_DAYS = 2

/** Messages to many drain at the provider's rate and wait for its next day, so they are never overdue. */
const isPrompt = sql`d.lane <> 'bulk'`

/**
 * Numbers of the sites that `sites` selects as `s`, in one statement. Each count reads only its range of an index that
 * begins with the site.
 */
const numbersOf = (sites: RawBuilder<unknown>, now: Date) => sql`
  select s.id, s.slug, s.name, s.status, s.timezone, s.locale, s.default_country_code, s.sms_enabled, s.logo, s.created_at, s.moved_to, s.sender_address, s.sender_state,
    jsonb_build_object('mail_per_day', s.mail_per_day, 'mail_per_month', s.mail_per_month, 'sms_per_day', s.sms_per_day, 'sms_per_month', s.sms_per_month) as caps,
    p.people, p.new_people, p.admins, p.signed_in, p.pictures, h.shifts, h.open_shifts, m.sent, f.failed,
    case when s.status = 'active' then w.waiting else 0 end as waiting,
    w.overdue, case when s.status = 'active' then w.waiting_since end as waiting_since, a.last_activity
  from (${sites}) s
  cross join lateral (
    select count(*)::int as people, count(*) filter (where p.created_at > ${now}::timestamptz - interval '7 days')::int as new_people,
      count(*) filter (where p.role = 'admin' and p.is_active and p.email <> '')::int as admins,
      coalesce(bool_or(p.role = 'admin' and p.last_login is not null), false) as signed_in,
      count(p.avatar)::int as pictures
    from core.people p where p.site_id = s.id and p.erased_at is null) p
  cross join lateral (
    select count(*)::int as shifts, count(*) filter (where h.person is null)::int as open_shifts
    from core.shifts h where h.site_id = s.id and h.start > ${now} and h.start <= ${now}::timestamptz + interval '7 days') h
  cross join lateral (
    select count(*)::int as sent from core.deliveries d
    where d.site_id = s.id and d.state in ('sent', 'delivered') and d.due_at > ${now}::timestamptz - interval '7 days') m
  cross join lateral (
    select count(*)::int as failed from core.deliveries d
    where d.site_id = s.id and d.state in ('failed', 'missed', 'unknown', 'bounced') and d.due_at > ${now}::timestamptz - interval '1 day') f
  cross join lateral (
    select count(*)::int as waiting, count(*) filter (where ${isPrompt})::int as overdue,
      case when bool_or(${isPrompt}) then greatest(min(d.due_at) filter (where ${isPrompt}), (
        select (b.value #>> '{}')::timestamptz from platform.settings b where b.name = 'reminders_begun')) end as waiting_since
    from core.deliveries d where d.site_id = s.id and d.state = 'queued' and d.lane <> 'held' and d.due_at <= ${now}) w
  left join lateral (
    select a.at as last_activity from core.audit a where a.site_id = s.id order by a.at desc, a.id desc limit 1) a on true`

/**
 * The worst trouble of each site `n` as JSON, in the order of `Trouble`; null for none.
 */
const trouble = (now: Date, { zones, near }: Facts) => sql`
  case when n.waiting_since < ${now}::timestamptz - make_interval(secs => ${MAX_WAIT_SECONDS})
      then jsonb_build_object('kind', 'waiting', 'messages', n.overdue, 'since', ${instantText('n.waiting_since')})
    when n.status = 'active' and n.admins = 0 then '{"kind": "no_admin"}'::jsonb
    when n.status = 'active' and n.failed > 0 then jsonb_build_object('kind', 'failed', 'messages', n.failed)
    when n.status = 'active' and n.timezone = any (${zones.map(({ zone }) => zone)}::text[])
      then (select z from jsonb_array_elements(${JSON.stringify(zones.map((zone) => ({ kind: 'zone', ...zone })))}::jsonb) z where z ->> 'zone' = n.timezone)
    when n.status = 'active' and n.sender_state = 'failed' then jsonb_build_object('kind', 'sender', 'address', n.sender_address)
    when n.status = 'active' and n.id = any (${near.map(({ site }) => site)}::bigint[])
      then (select jsonb_build_object('kind', 'quota') || (q - 'site') from jsonb_array_elements(${JSON.stringify(near)}::jsonb) q where (q ->> 'site')::bigint = n.id limit 1)
    when n.status = 'active' and not n.signed_in and n.created_at < ${now}::timestamptz - make_interval(days => ${CLAIM_DAYS})
      then '{"kind": "unclaimed"}'::jsonb
    when n.status = 'suspended' then '{"kind": "suspended"}'::jsonb end`

const LINE = sql`n.id, n.slug, n.name, n.status, n.timezone, ${instantText('n.created_at')} as created_at, n.people, n.shifts, n.open_shifts, n.sent,
  n.failed, n.waiting, ${instantText('n.waiting_since')} as waiting_since, ${instantText('n.last_activity')} as last_activity`

const KINDS: readonly Trouble['kind'][] = [
  'waiting',
  'no_admin',
  'failed',
  'zone',
  'sender',
  'quota',
  'unclaimed',
  'suspended',
]

type Host = Omit<HostNumbers, 'waiting_at'> & { kinds: Trouble['kind'][]; waiting_sites: string[] | null }

/** Reads the totals and the troubled sites, worst first, in one statement. */
export async function readOverview(db: Kysely<DB>, now: Date, facts: Facts): Promise<Overview> {
  const { rows } = await sql<{ host: Host; troubled: Overview['troubled'] }>`
    with n as materialized (${numbersOf(sql`select s.* from core.sites s where s.status <> 'deleted'`, now)}),
    t as materialized (select n.*, ${trouble(now, facts)} as trouble from n)
    select (
      select jsonb_build_object('sites', count(*), 'people', coalesce(sum(n.people), 0), 'new_people', coalesce(sum(n.new_people), 0),
        'shifts', coalesce(sum(n.shifts), 0), 'open_shifts', coalesce(sum(n.open_shifts), 0), 'sent', coalesce(sum(n.sent), 0),
        'failed', coalesce(sum(n.failed), 0), 'waiting', coalesce(sum(n.waiting), 0),
        'waiting_since', ${instantText('min(n.waiting_since)')},
        'planner_behind', core.planner_behind(${now}), 'held', (select coalesce(sum(h.value::int), 0) from jsonb_each_text(core.held_back()) h), 'waiting_sites', (array_agg(n.name) filter (where n.waiting > 0))[1:2],
        'pictures', coalesce(sum(n.pictures), 0) + count(n.logo), 'database_bytes', pg_database_size(current_database()),
        'last_activity', ${instantText('max(n.last_activity)')},
        'kinds', (select coalesce(jsonb_agg(t.trouble ->> 'kind'), '[]') from t where t.trouble is not null))
      from n where n.status = 'active') as host,
      coalesce((select jsonb_agg(w.line) from (
        select jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'status', t.status, 'trouble', t.trouble) as line
        from t where t.trouble is not null
        order by array_position(${[...KINDS]}::text[], t.trouble ->> 'kind'), t.waiting_since, t.name collate core.reading_order, t.id limit ${MAX_TROUBLED}) w), '[]') as troubled`.execute(
    db,
  )
  const { kinds, waiting_sites, ...numbers } = rows[0]!.host
  const urgent = kinds.filter((kind) => levelOf({ kind } as Trouble) === 'now').length
  return {
    numbers: { ...numbers, waiting_at: waiting_sites?.length === 1 ? waiting_sites[0]! : null },
    now: urgent,
    soon: kinds.length - urgent,
    troubled: rows[0]!.troubled,
  }
}

const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Reads a page of sites by name, and the number of all that match, in two statements. */
export async function readSites(db: Kysely<DB>, { search, status, page }: SitesQuery, now: Date) {
  const matching = sql`from core.sites s where (${search} = '' or core.folded(s.name) like (select core.folded(${likePattern(search)})) or s.slug like ${likePattern(search)})
    and (${status}::text is null or s.status = ${status})`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${matching}`.execute(db)
  const sites = sql`select s.* ${matching} order by s.name collate core.reading_order, s.id limit ${SITES_PAGE_SIZE} offset ${(page - 1) * SITES_PAGE_SIZE}`
  const { rows } = await sql<SiteLine>`
    select ${LINE} from (${numbersOf(sites, now)}) n order by n.name collate core.reading_order, n.id`.execute(db)
  return { count: counted[0]?.n ?? 0, sites: rows }
}

/**
 * The latest invitation of the first admin of the site `n`, as JSON. It counts as opened when its page is, since mails
 * carry no tracking picture, and accepted by its link or another sign-in.
 */
const INVITED = sql`(
  select jsonb_build_object('state', d.state, 'reason', d.reason, 'at', ${instantText('coalesce(d.sent_at, d.due_at)')}, 'until', ${instantText('d.useful_until')},
    'opened_at', (select ${instantText('max(r.opened_at)')} from identity.password_resets r where r.site_id = p.site_id and r.person = p.id),
    'accepted_at', coalesce(
      (select ${instantText('min(a.at)')} from core.audit a where a.site_id = p.site_id and a.action = 'people.join' and a.subject = 'people' and a.subject_id = p.id),
      ${instantText('p.last_login')}))
  from core.people p cross join lateral (
    select d.* from core.deliveries d where d.site_id = p.site_id and d.person = p.id and d.kind = ${INVITATION} order by d.id desc limit 1) d
  where p.site_id = n.id and p.role = 'admin' and p.erased_at is null order by p.id limit 1)`

const inWords = ({ channel, state, reason }: Omit<DeliveryCount, 'words' | 'count'>) =>
  [deliveryWords({ channel, state, reason }), reason !== null && !/^[a-z_]+$/.test(reason) && reason]
    .filter(Boolean)
    .join(' ')

const said = ({ messages, invitation, ...site }: Omit<SiteDetail, 'domains'>): Omit<SiteDetail, 'domains'> => ({
  ...site,
  messages: messages.map((one) => ({ ...one, words: inWords(one) })),
  invitation: invitation && { ...invitation, words: inWords({ channel: 'email', ...invitation }) },
})

type ReadDetail = Omit<SiteDetail, 'quotas' | 'domains'> & { used: Record<QuotaName, number>; own: SiteQuotas }

/** Reads a site with its messages of the last seven days by channel, state and reason; null for an unknown name. */
export async function readSite(
  db: Kysely<DB>,
  slug: string,
  now: Date,
  { zones, defaults }: Pick<Facts, 'zones'> & { defaults: QuotaLimits },
): Promise<Omit<SiteDetail, 'domains'> | null> {
  const { rows } = await sql<ReadDetail>`
    select ${LINE}, n.admins, n.new_people, n.pictures + case when n.logo is null then 0 else 1 end as pictures, n.sms_enabled, n.locale,
      n.default_country_code, n.moved_to, ${trouble(now, { zones, near: [] })} as trouble, n.caps, (select ${usedJson(now)} from core.sites s where s.id = n.id) as used,
      (select ${ownQuotas} from core.sites s where s.id = n.id) as own, (select ${senderJson} from core.sites s where s.id = n.id) as sender, ${INVITED} as invitation,
      coalesce((
        select jsonb_agg(jsonb_build_object('channel', g.channel, 'state', g.state, 'reason', g.reason, 'count', g.count) order by g.count desc, g.state, g.reason, g.channel)
        from (select d.channel, d.state, d.reason, count(*)::int as count from core.deliveries d
          where d.site_id = n.id and d.state = any (array['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'skipped', 'failed', 'missed', 'unknown'])
            and d.due_at > ${now}::timestamptz - interval '7 days' and d.due_at <= ${now} group by d.channel, d.state, d.reason order by count(*) desc limit 30) g), '[]') as messages
    from (${numbersOf(sql`select s.* from core.sites s where s.slug = ${slug}`, now)}) n`.execute(db)
  if (!rows[0]) return null
  const { used, own, ...site } = rows[0]
  const quotas = usesOf(used, limitsOf(own, defaults))
  return said({ ...site, quotas, trouble: worseOf(site, quotas) })
}

/** The trouble of a site, or of its quotas where that comes first in the order of `KINDS`. */
function worseOf({ status, trouble }: Pick<SiteDetail, 'status' | 'trouble'>, quotas: readonly QuotaUse[]) {
  const use = quotas.find((one) => quotaLevel(one) === 'full') ?? quotas.find(quotaLevel)
  if (status !== 'active' || !use) return trouble
  return trouble && KINDS.indexOf(trouble.kind) < KINDS.indexOf('quota') ? trouble : { kind: 'quota' as const, ...use }
}
