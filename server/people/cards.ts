import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { emailBlockSql, isBlockedSql, smsBlockSql } from './blocked/block-sql.ts'
import type { OwnBlocks } from './blocked/queries.ts'
import { CONFIRMED, CREATED_AT, type Registration } from './registrations.ts'

const MAX_REGISTRATIONS = 100

/** Newest first; `count` includes unlisted ones. */
export type Registrations = { count: number; people: Registration[] }

/** The number of active people who cannot be reached by email or SMS, and the first by name. */
export type BlockedPeople = { count: number; rows: (OwnBlocks & { id: number; name: string })[] }

export type PeopleCards = { registrations: Registrations; blocked: BlockedPeople }

/** Reads the people whom a coordinator has to look at; for admins only. */
export async function readPeopleCards(db: SiteDb, limit: { blocked: number }): Promise<PeopleCards> {
  const { rows } = await sql<PeopleCards>`
    with pending as (select * from people where role = 'new' and erased_at is null),
    newest as (
      select id, name, email, ${CONFIRMED} as confirmed, ${CREATED_AT} as created_at
      from pending p order by p.created_at desc, id desc limit ${MAX_REGISTRATIONS}),
    unreachable as (select * from people p where ${sql.raw(isBlockedSql('p'))} and p.is_active),
    first as (
      select p.id, coalesce(nullif(p.name, ''), p.email) as name, ${sql.raw(emailBlockSql('p'))} as email_blocked, ${sql.raw(smsBlockSql('p'))} as sms_blocked
      from unreachable p order by p.name_lower, p.id limit ${limit.blocked})
    select json_build_object('count', (select count(*) from pending), 'people', coalesce((select json_agg(newest) from newest), '[]')) as registrations,
      json_build_object('count', (select count(*) from unreachable), 'rows', coalesce((select json_agg(first) from first), '[]')) as blocked`.execute(
    db,
  )
  return rows[0]!
}
