import { derivedToken, isDerivedToken } from '#server/engine/kernel/derive.ts'

const PURPOSE = 'operator-invitation'

/** Returns the invitation's id with a token that only the product can derive from it. */
export const invitationToken = (secret: string, id: string): string => `${id}.${derivedToken(secret, PURPOSE, id)}`

/** Returns the id in a token of this product; null for any other. */
export function readInvitationToken(secret: string, token: string): string | null {
  const id = token.slice(0, 36)
  return token[36] === '.' && isDerivedToken(secret, PURPOSE, id, token.slice(37)) ? id : null
}
