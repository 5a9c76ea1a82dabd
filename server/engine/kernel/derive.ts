import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Shortest secret, and shortest part of a list of them: a secret may itself contain a comma. */
export const SECRET_LENGTH = 32

/**
 * Splits `SESSION_SECRET` into the secret and its predecessors, newest first: the newest makes whatever is new, and
 * each still proves what it made.
 */
export function secretsOf(secret: string): string[] {
  const parts = secret.split(',').map((part) => part.trim())
  return parts.every((part) => part.length >= SECRET_LENGTH) ? parts : [secret]
}

/** Signs with the newest secret: 32 bytes. */
export const sign = (secret: string, text: string): Buffer =>
  createHmac('sha256', secretsOf(secret)[0]!).update(text).digest()

/** Whether the secret or a predecessor signed the text. `signature` is base64url and of any length. */
export const isSignature = (secret: string, text: string, signature: string): boolean =>
  secretsOf(secret).some((each) => {
    const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(each, text).toString('base64url'))]
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })

const derive = (secret: string, purpose: string, id: string) => sign(secret, `${purpose}:${id}`)

/**
 * Derives a 256-bit secret from a random id. Senders derive it again, so that no queue or table holds it; only its
 * `hashSecret` is stored.
 */
export const derivedToken = (secret: string, purpose: string, id: string) =>
  derive(secret, purpose, id).toString('base64url')

/** Whether `token` was derived by the secret or a predecessor. */
export const isDerivedToken = (secret: string, purpose: string, id: string, token: string): boolean =>
  isSignature(secret, `${purpose}:${id}`, token)

/** Derives a six-digit code, which relies on a limit of attempts. */
export const derivedCode = (secret: string, purpose: string, id: string) =>
  String(derive(secret, purpose, id).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** Whether `code` was derived by the secret or a predecessor. */
export const isDerivedCode = (secret: string, purpose: string, id: string, code: string): boolean =>
  secretsOf(secret).some((each) => timingSafeEqual(hashSecret(derivedCode(each, purpose, id)), hashSecret(code)))

/** Hashes a high-entropy secret for storage. */
export const hashSecret = (token: string): Buffer => createHash('sha256').update(token).digest()
