import { timingSafeEqual } from 'node:crypto'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import { LINK_PURPOSE } from '../notices.ts'

const UID_LENGTH = 32

/** Builds the token of a request to cover: its random id, and a part that only the product can derive from it. */
export const coverToken = (secret: string, uid: string): string => `${uid}.${derivedToken(secret, LINK_PURPOSE, uid)}`

/** Reads the id of a token of this product; null for any other text. */
export function readCoverToken(secret: string, token: string): string | null {
  if (token.length !== UID_LENGTH + 44) return null
  const uid = token.slice(0, UID_LENGTH)
  if (!/^[0-9a-f]{32}$/.test(uid)) return null
  const [actual, wanted] = [Buffer.from(token), Buffer.from(coverToken(secret, uid))]
  return actual.length === wanted.length && timingSafeEqual(actual, wanted) ? uid : null
}
