import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { findAccount } from '../find-account.ts'
import type { CheckStatus } from '../registration-contract.ts'
import type { Device } from '../sessions/sessions.ts'
import { auditFailedSignIns } from '../sign-in/failed-sign-ins.ts'
import { openSiteSession, type SiteSession } from '../sign-in/open-site-session.ts'
import type { AccountParts } from '../sign-in/parts.ts'
import { checkEmail } from '../sign-in/register.ts'

export type SocialOutcome =
  | { kind: 'in'; session: SiteSession }
  | { kind: 'unknown'; email: string; status: CheckStatus }

/**
 * Signs in the person whose email a provider vouches for; without one at this site, answers as `register/check` does. A
 * site's provider proves nothing about the shared account: sensitive actions still require a password or passkey, and
 * the address stays unconfirmed.
 * @throws DomainError 'invalid' for a pending or disabled person, or for the second step.
 */
export async function signInWithEmail(
  parts: AccountParts,
  site: Site,
  email: string,
  device: Device,
): Promise<SocialOutcome> {
  const account = await findAccount(parts, site, email)
  const isMember = account && (await parts.withSite(site.id, (db) => hasPerson(db, account.id)))
  if (account && isMember) {
    const attempt = { by: 'social', account: async () => account.id } as const
    const session = await auditFailedSignIns(parts, site, attempt, () =>
      openSiteSession(parts, site, { account: account.id, epoch: account.auth_epoch }, device, 'social'),
    )
    return { kind: 'in', session }
  }
  return { kind: 'unknown', email, ...(await checkEmail(parts, site, email, device)) }
}

const hasPerson = async (db: SiteDb, account: number): Promise<boolean> =>
  (await db.selectFrom('people').select('id').where('account_id', '=', account).executeTakeFirst()) !== undefined
