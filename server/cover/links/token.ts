import { derivedToken, isDerivedToken } from '#server/engine/kernel/derive.ts'
import { isCode } from '#server/engine/kernel/short-code.ts'
import { LINK_PURPOSE } from '../notices.ts'

const UID_LENGTH = 32

/** Returns the token of a mail's link: its random id and a derived part that needs the secret. */
export const coverToken = (secret: string, uid: string): string => `${uid}.${derivedToken(secret, LINK_PURPOSE, uid)}`

/** Parses a token: the id of a mail's link, or the short code of a text's. Null for any other text. */
export function readCoverToken(secret: string, token: string): { uid: string } | { code: string } | null {
  if (isCode(token)) return { code: token }
  if (token.length !== UID_LENGTH + 44) return null
  const [uid = '', signature = ''] = token.split('.', 2)
  if (!/^[0-9a-f]{32}$/.test(uid)) return null
  return isDerivedToken(secret, LINK_PURPOSE, uid, signature) ? { uid } : null
}
