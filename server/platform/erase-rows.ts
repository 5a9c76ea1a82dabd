import { type Kysely, sql } from 'kysely'
import { lockAuditLog } from '#server/audit/checkpoints.ts'
import { declared, type ErasedPerson as ErasedTraces } from '#server/engine/features.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { forgetTexts } from '#server/messages/sending/forget-texts.ts'
import { auditSite } from './audit-site.ts'
import { queueFarewell } from './farewell.ts'
import { fullName, listTables } from './tables.ts'

export const ERASED_NAME = 'Former member'

export type ErasedPerson = { person: number; shifts_kept: number; shifts_opened: number; account_removed: boolean }

/**
 * Anonymises a person, who must exist, in the transaction of `db`. See `erasePerson`.
 * @param farewell whether to send them a last mail.
 */
export async function erasePersonRows(
  db: Kysely<DB>,
  site: number,
  person: number,
  now: Date,
  farewell = false,
): Promise<ErasedPerson> {
  const found = await db
    .selectFrom('people')
    .select(['id', 'account_id', 'email', 'email_blocked', 'phone', 'erased_at'])
    .where('site_id', '=', site)
    .where('id', '=', person)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const opened = await openFutureShifts(db, site, person, now)
  await removeTraces(db, { site, ...found })
  await sql`
    update core.people set account_id = null, name = ${ERASED_NAME}, email = '', phone = null, sms_verified = false, avatar = null, avatar_bytes = null, role = 'user',
      is_active = false, email_notifications = false, email_reminders = false, email_newsletters = false, sms_notifications = false,
      settings = '{}', joined = null, last_login = null, notes = '', tags = '{}', email_uid = default, email_blocked = null,
      sms_blocked = false, hide_verify_phone = false, updated_at = ${now}, erased_at = coalesce(erased_at, ${now})
    where site_id = ${site} and id = ${person}`.execute(db)
  if (farewell && found.erased_at === null && found.email && found.email_blocked === null)
    await queueFarewell(db, { site, person, email: found.email, now })
  await forgetMessages(db, site, person)
  const removed = await removeAccounts(db, found.account_id === null ? [] : [found.account_id])
  const kept = await sql<{ n: number }>`
    select count(*) as n from core.shifts where site_id = ${site} and person = ${person}`.execute(db)
  await auditSite(db, { site, at: now, action: 'people.erase', subject: 'people', subject_id: person })
  return { person, shifts_kept: kept.rows[0]?.n ?? 0, shifts_opened: opened, account_removed: removed > 0 }
}

async function openFutureShifts(db: Kysely<DB>, site: number, person: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update core.shifts set person = null, assigned_at = null, sequence = sequence + 1, updated_at = ${now}
    where site_id = ${site} and person = ${person} and start > ${now} and actual_start is null`.execute(db)
  await sql`
    delete from core.requests r using core.events e
    where e.site_id = r.site_id and e.id = r.event and r.site_id = ${site} and r.person = ${person} and e."end" > ${now}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** A message in transit keeps its address until its outcome is known; a second run removes it. */
async function removeTraces(db: Kysely<DB>, person: ErasedTraces): Promise<void> {
  const { site, id, email, phone } = person
  for (const statement of [
    sql`delete from core.undos u where site_id = ${site} and exists (select from core.trash t where t.site_id = u.site_id and t.undo = u.id
      and (t.row ->> 'person' = ${String(id)} or (t.table_name = 'people' and t.row ->> 'id' = ${String(id)})
        or ${String(id)} in (t.row #>> '{before,person}', t.row #>> '{after,person}')
        or (t.kept = 'edited' and t.table_name in ('availability', 'profileentries', 'records', 'requests'))))`,
    ...declared().erase.flatMap((traces) => traces(person)),
    sql`delete from core.captured_messages where site_id = ${site} and "to" in (${email}, ${phone}) and "to" <> ''`,
  ])
    await statement.execute(db)
}

/** Deletes text and files of messages without remaining recipients. Those whose recipients are no longer kept have none. */
async function forgetMessages(db: Kysely<DB>, site: number, person: number): Promise<void> {
  await forgetTexts(sql`m.site_id = ${site} and m.status in ('sent', 'cancelled') and m.body <> '' and m.started_at is not null
      and exists (select from core.deliveries d where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.kind like 'bulk:%' and d.shift is null
        and d.person = ${person})
      and not exists (select from core.deliveries d join core.people p on p.site_id = d.site_id and p.id = d.person
        where d.site_id = m.site_id and d.kind = 'bulk:' || m.id and d.kind like 'bulk:%' and d.shift is null and p.erased_at is null)`).execute(
    db,
  )
}

export async function removeAccounts(db: Kysely<DB>, accounts: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.accounts a where a.id = any (${[...accounts]}::bigint[])
      and not exists (select from core.people p where p.account_id = a.id)
      and not exists (select from platform.operators o where o.account_id = a.id)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Removes a site's rows and the accounts that only it used, in the transaction of `db`. The site's own row stays,
 * without names.
 */
export async function eraseSiteRows(db: Kysely<DB>, site: number): Promise<{ rows: number; accounts: number }> {
  await lockAuditLog(db, site)
  const { rows: people } = await sql<{ account_id: number }>`
    select account_id from core.people where site_id = ${site} and account_id is not null`.execute(db)
  const tables = (await listTables(db)).filter(
    ({ schema, columns }) => schema === 'core' && columns.includes('site_id'),
  )
  let rows = 0
  for (const table of tables.reverse()) {
    const { numAffectedRows } = await sql`delete from ${sql.table(fullName(table))} where site_id = ${site}`.execute(db)
    rows += Number(numAffectedRows ?? 0)
  }
  await sql`
    update core.sites set name = 'Erased site', prefix = '', logo = null, logo_bytes = null, contact_name = '', contact_email = '', url = '', embed_origins = '{}',
      allowed_external_calendars = '', own_domain = null, sender_address = null, sender_state = null, sender_records = '[]', sender_since = null, sender_problem = null where id = ${site}`.execute(
    db,
  )
  await sql`delete from platform.domains where site = ${site}`.execute(db)
  const { rows: left } = await sql<{ id: number }>`select id from identity.accounts where home_site = ${site}`.execute(
    db,
  )
  const accounts = await removeAccounts(db, [
    ...people.map(({ account_id }) => account_id),
    ...left.map(({ id }) => id),
  ])
  return { rows, accounts }
}
