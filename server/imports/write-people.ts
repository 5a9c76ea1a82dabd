import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { notifyOfNewAdmins } from '#server/people/new-admins.ts'
import { insertAll, updateAll } from './bulk.ts'
import type { PeoplePlan, PersonUpdate } from './people-plan.ts'
import { nameKey } from './rules.ts'
import type { ImportTrace } from './traces.ts'

const PERSON_COLUMNS = [
  'name',
  'phone',
  'role',
  'tags',
  'email_reminders',
  'sms_notifications',
  'joined',
  'sms_verified',
] as const

/**
 * Writes accounts (shared by all sites, without a password until their owner sets one), people, changes, competencies
 * and records. Records are achieved today (site time zone), since the file has no day.
 */
export async function writePeople(ctx: Ctx, plan: PeoplePlan, trace: ImportTrace): Promise<void> {
  const { db, site, clock } = ctx
  const now = clock.now().toISOString()
  const accounts = await ensureAccounts(db, plan)
  const rows = plan.creates.map(({ values, role }) => ({
    account_id: accounts.get(values.email),
    name: values.name,
    email: values.email,
    phone: values.phone,
    role,
    tags: values.tags ?? [],
    email_reminders: values.email_reminders ?? true,
    sms_notifications: values.sms_notifications ?? false,
    joined: values.joined,
    created_at: now,
    updated_at: now,
  }))
  const people = trace.made('people', await insertAll(db, 'people', Object.keys(rows[0] ?? {}), rows, ['email']))
  const changes = plan.updates.map(({ id, set }) => ({ id, was: {}, set: withUnverifiedPhone(set) }))
  trace.changed(
    'people',
    await updateAll(db, 'people', PERSON_COLUMNS, changes, [sql`updated_at = ${now}::timestamptz`]),
  )

  const admins = new Set(plan.creates.flatMap(({ values, role }) => (role === 'admin' ? values.email : [])))
  await notifyOfNewAdmins(ctx, [
    ...people.flatMap(({ id, email }) => (admins.has(String(email)) ? id : [])),
    ...plan.updates.flatMap(({ id, set }) => (set.role === 'admin' ? id : [])),
  ])

  const names = plan.competencies.map((name) => ({ name }))
  trace.made('competencies', await insertAll(db, 'competencies', ['name'], names))
  if (plan.records.length === 0) return
  const known = await db.selectFrom('competencies').select(['id', 'name']).orderBy('id', 'desc').execute()
  const competencyId = new Map(known.map(({ id, name }) => [nameKey(name), id]))
  const personId = new Map(people.map(({ id, email }) => [email, id]))
  const achieved = Temporal.Instant.from(now).toZonedDateTimeISO(site.timezone).toPlainDate().toString()
  const records = plan.records.map(({ person, competency }) => ({
    person: 'id' in person ? person.id : personId.get(person.email),
    competency: competencyId.get(nameKey(competency)),
    achieved,
    details: 'Imported. We don’t know the date it was achieved.',
  }))
  trace.made('records', await insertAll(db, 'records', ['person', 'competency', 'achieved', 'details'], records))
}

const withUnverifiedPhone = (set: PersonUpdate) => ('phone' in set ? { ...set, sms_verified: false } : set)

async function ensureAccounts(db: Ctx['db'], plan: PeoplePlan): Promise<Map<string, number>> {
  const emails = plan.creates.map(({ values }) => values.email)
  if (emails.length === 0) return new Map()
  const { rows } = await sql<{ email: string; account_id: number }>`
    select email, account_id from identity.link_accounts(${emails}::text[])`.execute(db)
  const accounts = new Map(rows.map(({ email, account_id }) => [email, account_id]))
  if (emails.some((email) => !accounts.has(email)))
    throw new DomainError('conflict', 'Someone else is adding a person with one of these emails. Please try again.')
  return accounts
}
