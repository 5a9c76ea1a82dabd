import { Secret, TOTP } from 'otpauth'

const PERIOD = 30

const generator = (secret: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD, digits: 6, algorithm: 'SHA1' })

/** Creates a 160-bit secret in base32, as authenticator apps accept it. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32

/** Builds the address of the QR code (Key URI format). */
export const totpUri = (secret: string, site: string, email: string) =>
  generator(secret, site.replaceAll(':', ' '), email).toString()

/**
 * Finds the 30-second step of a code: this one or its neighbours, and later than the last one used, so that a code counts
 * once (ASVS V6.5.1).
 * @returns null for any other code.
 */
export function totpStep(secret: string, code: string, epochMs: number, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = generator(secret).validate({ token: code, timestamp: epochMs, window: 1 })
  if (delta === null) return null
  const step = Math.floor(epochMs / 1000 / PERIOD) + delta
  return lastStep !== null && step <= lastStep ? null : step
}
