import type { Site } from '#server/engine/tenancy/site.ts'
import { refused } from './admit.ts'
import type { LoginInput } from './contract.ts'
import { type Entered, enterSite } from './enter-site.ts'
import { findAccountId } from './find-account.ts'
import { wrongSignIn } from './messages.ts'
import type { AccountParts } from './parts.ts'
import { provePassword } from './prove-password.ts'
import { auditFailedSignIns } from './refusals.ts'
import type { Device } from './sessions.ts'

/**
 * Signs a person of `site` in. The account is shared by the server, the session belongs to the site. An unknown email
 * costs the same time as a wrong password and gives the same answer.
 * @returns the session, and what the device keeps to be known the next time.
 * @throws DomainError 'invalid' without a field: wrong password, waiting for approval, deactivated. Never a 401.
 */
export const logIn = (parts: AccountParts, site: Site, input: LoginInput, device: Device): Promise<Entered> =>
  auditFailedSignIns(
    parts,
    site,
    { by: 'password', account: () => findAccountId(parts, site, input.email) },
    async () => {
      const proved = await provePassword(parts, site, input, device)
      if (!proved) throw refused(wrongSignIn(site))
      return enterSite(parts, site, proved, device, 'password')
    },
  )
