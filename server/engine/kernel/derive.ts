import { createHash, createHmac } from 'node:crypto'

const derive = (secret: string, purpose: string, id: string) =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest()

/**
 * A 256-bit secret that belongs to a random id. It can be worked out again where it is sent, so that neither a queue nor a
 * table holds it; what is stored is `hashSecret` of it.
 */
export const derivedToken = (secret: string, purpose: string, id: string) =>
  derive(secret, purpose, id).toString('base64url')

/** Six digits, in the same way. Its few possibilities are protected by a count of tries, not by its length. */
export const derivedCode = (secret: string, purpose: string, id: string) =>
  String(derive(secret, purpose, id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** What is stored of a secret with enough randomness of its own. */
export const hashSecret = (token: string): Buffer => createHash('sha256').update(token).digest()
