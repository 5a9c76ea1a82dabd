import { derivedToken, isDerivedToken } from '#server/engine/kernel/derive.ts'
import { CODE_LENGTH, isCode } from '#server/engine/kernel/short-code.ts'

const PURPOSE = 'answer'

/** A shift as the message stated it. Links of earlier releases have a version, which their signature covers. */
type LinkedShift = {
  id: number
  version?: number
  start?: string
  end?: string
  location?: number | null
  assignment?: number | null
  role?: number | null
}

export type LinkTarget = {
  site: number
  code: string
  person: number
  shifts: readonly LinkedShift[]
}

/**
 * Returns the token of a mail's link: its code, and an HMAC-SHA256 (43 characters) over purpose, site, person and
 * shifts as stated, so that a changed or guessed row opens nothing.
 */
export const mailToken = (secret: string, target: LinkTarget): string =>
  `${target.code}.${derivedToken(secret, PURPOSE, signedText(target))}`

const signedText = ({ site, code, person, shifts }: LinkTarget) =>
  [site, code, person, ...shifts.map(signedShift)].join(':')

const signedShift = ({ id, version, start, end, location, assignment, role }: LinkedShift): string =>
  version === undefined ? JSON.stringify([id, start, end, location, assignment, role]) : `${id}v${version}`

/** Reads the code of a token and the channel its form belongs to; null for any other text. */
export function readToken(token: string): { code: string; channel: 'email' | 'sms' } | null {
  if (token.length > CODE_LENGTH + 44) return null
  const [code = '', signature, ...more] = token.split('.')
  if (!isCode(code) || more.length) return null
  if (signature === undefined) return { code, channel: 'sms' }
  return /^[\w-]{43}$/.test(signature) ? { code, channel: 'email' } : null
}

export function isSigned(secret: string, token: string, target: LinkTarget): boolean {
  const [code, signature = ''] = token.split('.')
  return code === target.code && isDerivedToken(secret, PURPOSE, signedText(target), signature)
}
