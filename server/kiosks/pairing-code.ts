import { asBytea, mintCode } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'

const CODE_MINUTES = 10

/** Creates a code, valid for ten minutes, and its stored form. */
export function createPairing(now: Date) {
  const code = mintCode()
  const code_expires = new Date(now.getTime() + CODE_MINUTES * 60_000).toISOString()
  return { code, code_expires, columns: { code_hash: asBytea(hashSecret(code)), code_expires } }
}
