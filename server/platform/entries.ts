import type { Kysely } from 'kysely'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { type ActingOperator, recordAct } from '#server/operators/acts.ts'
import { ABSOLUTE_MINUTES, ENTRY_MINUTES, type EntryInput, HAND_OVER_SECONDS } from '#server/operators/contract.ts'
import { auditSite } from './audit-site.ts'

/** `session` is that at the console. */
export type EnteringOperator = ActingOperator & { session: number }

/**
 * Makes a session in which an operator acts as an admin of an active site, and writes the entry with its reason into
 * both logs. It is bound to the operator's session at the console, and lasts an hour, or less where that one ends.
 * @returns the secret that opens it at the site, once and within a minute.
 * @throws DomainError 'not_found' for a site that is not active, 'invalid' under `admin`, 'conflict' without an admin.
 */
export async function enterSite(
  db: Kysely<DB>,
  slug: string,
  { reason, admin }: EntryInput,
  { now, by: { session, ...by } }: { now: Date; by: EnteringOperator },
): Promise<string> {
  // A suspension ends the entries that it finds: none may be made beside it.
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst()
  if (!site) throw notFound()
  const person = await db
    .selectFrom('people')
    .select(['id', 'account_id'])
    .where('site_id', '=', site.id)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .$if(admin !== undefined, (all) => all.where('email', '=', admin ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!person && admin) throw invalid({ admin: ['No active admin of this site has this email.'] })
  if (!person) throw new DomainError('conflict', 'The site has no active admin.')
  const console = await db
    .selectFrom('operator_sessions')
    .select('created_at')
    .where('id', '=', session)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!console) throw new DomainError('unauthenticated', 'Your session has ended.', { reason: 'session_revoked' })
  const token = mintToken('entry', mintSiteId(site.id))
  const until = new Date(
    Math.min(now.getTime() + ENTRY_MINUTES * 60_000, console.created_at.getTime() + ABSOLUTE_MINUTES * 60_000),
  )
  await db
    .insertInto('sessions')
    .values({
      ...{ site_id: site.id, person: person.id, account_id: person.account_id, operator_session: session },
      ...{ entry_hash: hashSecret(token), entry_until: new Date(now.getTime() + HAND_OVER_SECONDS * 1_000) },
      ...{ created_at: now, last_seen_at: now, rotated_at: now, expires_at: until, absolute_expires_at: until },
    })
    .execute()
  const time = until.toISOString()
  const note = `${reason} (as person ${person.id}, until ${time.slice(11, 16)})`
  await recordAct(db, { ...by, at: now, action: 'site.enter', site: site.id, details: { note } })
  await auditSite(db, {
    ...{ site: site.id, at: now, action: 'impersonation.begin', subject: 'people', subject_id: person.id },
    ...{ details: { reason, until: time }, as: { account: by.account, person: person.id } },
  })
  return token
}
