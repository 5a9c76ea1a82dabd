import type { Site } from '#server/tenancy/site.ts'
import { type Admitted, admit, refused, WRONG } from './admit.ts'
import type { LoginInput } from './contract.ts'
import { rememberDevice } from './known-device.ts'
import type { AccountParts } from './parts.ts'
import { provePassword } from './prove-password.ts'
import type { Device } from './sessions.ts'

/**
 * Signs a person of `site` in. The account is shared by the server, the session belongs to the site. An unknown email
 * costs the same time as a wrong password and gives the same answer.
 * @returns the session, and what the device keeps to be known the next time.
 * @throws DomainError 'invalid' without a field: wrong password, waiting for approval, deactivated. Never a 401.
 */
export async function logIn(
  parts: AccountParts,
  site: Site,
  input: LoginInput,
  device: Device,
): Promise<Admitted & { known_device: string }> {
  const account = await provePassword(parts, site, input, device)
  if (account === null) throw refused(WRONG)
  const admitted = await parts.withSite(
    site.id,
    (db) => admit({ db, site, clock: parts.clock, secret: parts.secret }, account, device, 'password'),
    { access: 'write' },
  )
  return { ...admitted, known_device: rememberDevice(parts.secret, site.id, input.email, device.known) }
}
