import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Site } from '#server/tenancy/site.ts'
import { type Admitted, admit } from '../admit.ts'
import type { AccountParts } from '../parts.ts'
import { checkEmail } from '../register.ts'
import type { CheckStatus } from '../registration-contract.ts'
import type { Device } from '../sessions.ts'

export type SocialOutcome = { kind: 'in'; session: Admitted } | { kind: 'unknown'; email: string; status: CheckStatus }

/**
 * Lets in whoever a provider vouches for: the account with this email, if it has a person at this site; else it answers
 * as `register/check` does (product decisions §2, auth/social). A site's own provider proves nothing about the shared
 * account: what needs proof of the person still asks for their password or passkey (security.md row 10).
 * @throws DomainError 'invalid' for a pending or disabled person, or for the second step.
 */
export async function signInWithEmail(
  parts: AccountParts,
  site: Site,
  email: string,
  device: Device,
): Promise<SocialOutcome> {
  const account = await inTransaction<DB, { id: number } | undefined>(parts.authPool, 'read', {}, (db) =>
    db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst(),
  )
  const { clock, secret } = parts
  const session =
    account &&
    (await parts.withSite(
      site.id,
      async (db) => {
        const here = await db.selectFrom('people').select('id').where('account_id', '=', account.id).executeTakeFirst()
        return here ? admit({ db, site, clock, secret }, account.id, device, 'social') : null
      },
      { access: 'write' },
    ))
  if (session) return { kind: 'in', session }
  return { kind: 'unknown', email, ...(await checkEmail(parts, site, email, device)) }
}
