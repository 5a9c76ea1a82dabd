import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { secretsOf } from './derive.ts'

const NONCE = 12
const TAG = 16

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `seal:${purpose}`, 32))

/** Encrypts recoverable data (AES-256-GCM, with a key per purpose): nonce, text, tag. */
export function seal(secret: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretsOf(secret)[0]!, purpose), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts the text; null when neither secret nor predecessors or another purpose sealed it, or it was changed. */
export function unseal(secret: string, purpose: string, sealed: Buffer): string | null {
  if (sealed.length < NONCE + TAG) return null
  for (const each of secretsOf(secret)) {
    const text = unsealWith(each, purpose, sealed)
    if (text !== null) return text
  }
  return null
}

function unsealWith(secret: string, purpose: string, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, NONCE))
  decipher.setAuthTag(sealed.subarray(-TAG))
  try {
    return decipher.update(sealed.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
