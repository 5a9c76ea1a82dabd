import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { emailBlockSql, isBlockedSql, smsBlockSql } from './blocked/block-sql.ts'
import { CONFIRMED, CREATED_AT, type Registration } from './registrations.ts'

const MAX_REGISTRATIONS = 100

/** Newest first; `count` includes unlisted ones. */
export type Registrations = { count: number; people: Registration[] }

/** For admins only. */
export async function readRegistrations(db: SiteDb): Promise<Registrations> {
  const { rows } = await sql<Registrations>`
    with pending as (select * from people where role = 'new' and erased_at is null),
    newest as (
      select id, name, email, ${CONFIRMED} as confirmed, ${CREATED_AT} as created_at
      from pending p order by p.created_at desc, id desc limit ${MAX_REGISTRATIONS})
    select (select count(*)::int from pending) as count, coalesce((select json_agg(newest) from newest), '[]') as people`.execute(
    db,
  )
  return rows[0]!
}

/** SQL: the rows of To do: answered within three days, but after what falls due within a day. */
export const registrationsToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select p.id, greatest(p.created_at + interval '3 days', ${clock.now()}::timestamptz + interval '1 day') as at, p.id as person, coalesce(nullif(p.name, ''), p.email) as who, p.avatar, null::bigint as event, '' as what,
    null::timestamptz as start, json_build_object('email', p.email, 'confirmed', ${CONFIRMED}, 'made', ${CREATED_AT}) as facts
  from people p where p.role = 'new' and p.erased_at is null`

/** SQL: the rows of To do: people whom no email or text reaches, by their next shift. */
export const unreachedToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select p.id, next.start as at, p.id as person, coalesce(nullif(p.name, ''), p.email) as who, p.avatar, next.event, coalesce(next.event_label, '') as what, next.start,
    json_build_object('email_blocked', ${sql.raw(emailBlockSql('p'))}, 'sms_blocked', ${sql.raw(smsBlockSql('p'))}) as facts
  from people p left join lateral (
    select s.event, s.event_label, s.start from shift_facts s
    where s.site_id = p.site_id and s.person = p.id and s.is_published and s.is_live and s.start > ${clock.now()} order by s.start limit 1) next on true
  where ${sql.raw(isBlockedSql('p'))} and p.is_active`
