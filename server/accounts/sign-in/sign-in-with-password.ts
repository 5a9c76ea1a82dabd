import type { Site } from '#server/engine/tenancy/site.ts'
import type { SignInInput } from '../contract.ts'
import { findAccountId } from '../find-account.ts'
import { wrongCredentials } from '../messages.ts'
import type { Device } from '../sessions/sessions.ts'
import { refuseSignIn } from './admit.ts'
import { auditFailedSignIns } from './failed-sign-ins.ts'
import { openSiteSession, type SiteSession } from './open-site-session.ts'
import type { AccountParts } from './parts.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Signs a person of `site` in. The server shares the account; the session belongs to the site. An unknown email takes
 * as long as a wrong password and gets the same response.
 * @returns the session, and the mark of the known device.
 * @throws DomainError 'invalid' without a field: wrong password, pending, deactivated. Never a 401.
 */
export const signInWithPassword = (
  parts: AccountParts,
  site: Site,
  input: SignInInput,
  device: Device,
): Promise<SiteSession> =>
  auditFailedSignIns(
    parts,
    site,
    { by: 'password', account: () => findAccountId(parts, site, input.email) },
    async () => {
      const proved = await verifyPassword(parts, site, input, device)
      if (!proved) throw refuseSignIn(wrongCredentials(site), 'wrong')
      return openSiteSession(parts, site, proved, device, 'password')
    },
  )
