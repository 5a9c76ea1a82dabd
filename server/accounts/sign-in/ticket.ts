import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { invalid } from '#server/engine/kernel/errors.ts'
import { seal, unseal } from '#server/engine/kernel/seal.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

const PURPOSE = 'factor-ticket'

const TICKET_MINUTES = 10

const facts = z.object({ account: z.number(), site: z.number(), epoch: z.number(), until: z.number() })

/**
 * Proves that the first step succeeded. Sealed, not stored; opens one session, and none after the account's sessions
 * end.
 */
export const issueTicket = (
  secret: string,
  claims: { account: number; site: SiteId; epoch: number; now: Date },
): string => {
  const { now, ...rest } = claims
  return seal(secret, PURPOSE, JSON.stringify({ ...rest, until: now.getTime() + TICKET_MINUTES * 60_000 })).toString(
    'base64url',
  )
}

export function readTicket(
  secret: string,
  ticket: string,
  site: SiteId,
  now: Date,
): { account: number; epoch: number } {
  const text = unseal(secret, PURPOSE, Buffer.from(ticket, 'base64url'))
  const parsed = text === null ? null : facts.safeParse(JSON.parse(text))
  if (!parsed?.success || parsed.data.site !== site || parsed.data.until <= now.getTime()) throw ticketExpired()
  return parsed.data
}

export const ticketExpired = () => invalid({ ticket: ['This took too long. Please sign in again.'] })

const USED = 'factor.used'

/** Hashes the ticket's bytes, since the same bytes have several encodings. */
export const hashTicket = (ticket: string): Buffer =>
  createHash('sha256').update(Buffer.from(ticket, 'base64url')).digest()

/**
 * Consumes a ticket in the transaction of its step, so that it works only once.
 * @throws DomainError 'invalid' under `ticket` for a used one.
 */
export async function redeemTicket(
  db: Kysely<DB>,
  ticket_hash: Buffer,
  { account, site, now }: { account: number; site: SiteId; now: Date },
): Promise<void> {
  const used = await db
    .insertInto('tickets')
    .values({
      ticket_hash,
      purpose: USED,
      site_id: site,
      account_id: account,
      created_at: now,
      expires_at: new Date(now.getTime() + TICKET_MINUTES * 60_000),
    })
    .onConflict((on) => on.column('ticket_hash').doNothing())
    .returning('purpose')
    .executeTakeFirst()
  if (!used) throw ticketExpired()
}
