import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { derivedToken, hashSecret } from '#server/engine/kernel/derive.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

const PURPOSE = 'email-change'
const LINK_HOURS = 24

export const CONFIRM_PATH = '/profile/email/confirm/{token}'

const NOT_VALID = 'This link has expired or was already used.'

type LinkParts = { clock: Clock; secret: string }

export type LinkNotice = {
  times: { until: string }
  derive: { purpose: string; id: string }
  useful_until: Date
}

/**
 * Stores a link that confirms `email`, the account's present or next address, and ends the person's earlier link. It
 * works once, for 24 hours, at this site, and until the account's sessions end.
 * @param epoch of the account when its password was confirmed; default: the current one.
 */
export async function addAddressLink(
  { clock, secret }: LinkParts,
  db: SiteDb,
  { person, account, email, epoch }: { person: number; account: number; email: string; epoch?: number },
): Promise<{ notice: LinkNotice }> {
  const now = clock.now()
  const id = randomUUID()
  const expires_at = new Date(now.getTime() + LINK_HOURS * 3_600_000)
  const link = {
    account_id: account,
    email,
    token_hash: hashSecret(derivedToken(secret, PURPOSE, id)),
    auth_epoch: epoch ?? sql<number>`(select auth_epoch from identity.lock_account(${account}))`,
    created_at: now,
    expires_at,
  }
  await db
    .insertInto('email_changes')
    .values({ person, ...link })
    .onConflict((on) => on.columns(['site_id', 'person']).doUpdateSet(link))
    .execute()
  return {
    notice: { times: { until: expires_at.toISOString() }, derive: { purpose: PURPOSE, id }, useful_until: expires_at },
  }
}

const TOKEN = /^[\w-]{43}$/

export type PendingLink = {
  id: number
  person: number
  account_id: number
  email: string
  /** Equals `email` when a registration is confirmed. */
  former: string
  auth_epoch: number
}

/** Does not use the link. @throws DomainError 'not_found' for a link that no longer works. */
export async function findAddressLink(db: SiteDb, token: string, now: Date): Promise<PendingLink> {
  const row = await db
    .selectFrom('email_changes as c')
    .innerJoin('people as p', (join) => join.onRef('p.site_id', '=', 'c.site_id').onRef('p.id', '=', 'c.person'))
    .select(['c.id', 'c.person', 'c.account_id', 'c.email', 'p.email as former', 'c.auth_epoch'])
    .where('c.token_hash', '=', hashSecret(TOKEN.test(token) ? token : ''))
    .where('c.expires_at', '>', now)
    .whereRef('p.account_id', '=', 'c.account_id')
    .where((eb) => eb.or([eb('p.is_active', '=', true), eb('p.role', '=', 'new')]))
    .executeTakeFirst()
  if (!row) throw notFound(NOT_VALID)
  return row
}

export async function redeemAddressLink(
  db: SiteDb,
  { id, email, former, account_id, auth_epoch }: PendingLink,
): Promise<void> {
  await sql`select identity.lock_addresses(${[email, former]}::text[])`.execute(db)
  const { rows } = await sql<{
    auth_epoch: number
  }>`select auth_epoch from identity.lock_account(${account_id})`.execute(db)
  const removed = await db.deleteFrom('email_changes').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed || rows[0]?.auth_epoch !== auth_epoch) throw notFound(NOT_VALID)
}
