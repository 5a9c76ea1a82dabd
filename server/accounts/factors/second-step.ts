import { sql } from 'kysely'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import type { Device } from '../sessions/sessions.ts'
import { auditFailedSignIns } from '../sign-in/failed-sign-ins.ts'
import { openSiteSession, type SiteSession } from '../sign-in/open-site-session.ts'
import { readTicket, ticketExpired } from '../sign-in/ticket.ts'
import type { VerifiedAccount } from '../sign-in/verify-password.ts'
import { redeemCode, WRONG_CODE } from './commands.ts'
import { type FactorParts, inIdentity } from './parts.ts'
import { startPasskeySignIn, verifyPasskey } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

export type StepParts = FactorParts & { withSite: WithSite; limits: Limits }

const readEpoch = (parts: FactorParts, account: number) =>
  inIdentity(parts, 'read', async (db) => {
    const { rows } = await sql<{ facts: { epoch: number } | null }>`
      select identity.sign_in_facts(${account}) as facts`.execute(db)
    return rows[0]?.facts?.epoch
  })

async function pendingAccount(parts: FactorParts, site: Site, ticket: string): Promise<VerifiedAccount> {
  const { account, epoch } = readTicket(parts.secret, ticket, site.id, parts.clock.now())
  if ((await readEpoch(parts, account)) !== epoch) throw ticketExpired()
  return { account, epoch }
}

/**
 * Allows five attempts in ten minutes per account.
 * @throws DomainError 'invalid' under `code` or `ticket`; 'throttled'.
 */
export async function finishWithCode(
  parts: StepParts,
  site: Site,
  { ticket, code }: { ticket: string; code: string },
  device: Device,
): Promise<SiteSession> {
  const proved = await pendingAccount(parts, site, ticket)
  const { account } = proved
  return auditFailedSignIns(parts, site, { by: 'code', account: async () => account }, async () => {
    const attempt = await parts.limits.take('second_factor', { site: site.id, account })
    const proof = await inIdentity(parts, 'write', (db) =>
      redeemCode(parts, db, { account, site: site.id, ticket }, code),
    )
    if (!proof) {
      await attempt.failed()
      throw invalid({ code: [WRONG_CODE] })
    }
    await attempt.succeeded()
    return openSiteSession(parts, site, proved, device, proof)
  })
}

export const startPasskeyStep = async (parts: StepParts, rp: RelyingParty, site: Site, ticket?: string) =>
  startPasskeySignIn(
    parts,
    rp,
    site.id,
    ticket === undefined ? null : { account: (await pendingAccount(parts, site, ticket)).account, ticket },
  )

/** A verified passkey counts as both steps. */
export const finishWithPasskey = (
  parts: StepParts,
  rp: RelyingParty,
  site: Site,
  answer: { ticket: string; response: object },
  device: Device,
): Promise<SiteSession> =>
  auditFailedSignIns(
    parts,
    site,
    { by: 'passkey', account: () => findPasskeyOwner(parts, answer.response) },
    async () => openSiteSession(parts, site, await verifyPasskey(parts, rp, site.id, answer), device, 'passkey'),
  )

export const findPasskeyOwner = (parts: FactorParts, response: { id?: unknown }) =>
  inIdentity(parts, 'read', async (db) => {
    const row = await db
      .selectFrom('passkeys')
      .select('account_id')
      .where('credential_id', '=', String(response.id))
      .executeTakeFirst()
    return row?.account_id ?? null
  })
