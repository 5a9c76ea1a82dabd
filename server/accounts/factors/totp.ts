import { Secret, TOTP } from 'otpauth'

const PERIOD = 30

const generator = (secret: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD, digits: 6, algorithm: 'SHA1' })

/** 160 bits in base32, as authenticator apps expect. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32

export const totpUri = (secret: string, site: string, email: string) =>
  generator(secret, site.replaceAll(':', ' '), email).toString()

/**
 * Accepts the current 30-second step and its neighbours, and only steps later than `lastStep`, so that each code works
 * once (ASVS V6.5.1).
 * @returns the step, or null.
 */
export function totpStep(secret: string, code: string, epochMs: number, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = generator(secret).validate({ token: code, timestamp: epochMs, window: 1 })
  if (delta === null) return null
  const step = Math.floor(epochMs / 1000 / PERIOD) + delta
  return lastStep !== null && step <= lastStep ? null : step
}
