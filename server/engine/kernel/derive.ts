import { createHash, createHmac } from 'node:crypto'

const derive = (secret: string, purpose: string, id: string) =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest()

/**
 * Derives a 256-bit secret from a random id. Senders derive it again, so that no queue or table holds it; only its
 * `hashSecret` is stored.
 */
export const derivedToken = (secret: string, purpose: string, id: string) =>
  derive(secret, purpose, id).toString('base64url')

/** Derives a six-digit code, which relies on a limit of attempts. */
export const derivedCode = (secret: string, purpose: string, id: string) =>
  String(derive(secret, purpose, id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Hashes a high-entropy secret for storage. */
export const hashSecret = (token: string): Buffer => createHash('sha256').update(token).digest()
