import { timingSafeEqual } from 'node:crypto'
import { derivedToken } from '#server/engine/kernel/derive.ts'
import { CODE_LENGTH, isCode } from '#server/engine/kernel/short-code.ts'

const PURPOSE = 'answer'

/** A shift as a message asked about it. Links of earlier releases have a version, which their signature is over. */
type LinkedShift = {
  id: number
  version?: number
  start?: string
  end?: string
  location?: number | null
  assignment?: number | null
  role?: number | null
}

/** What a link may answer: these shifts of this person, each as it was asked about. */
export type LinkTarget = {
  site: number
  code: string
  person: number
  shifts: readonly LinkedShift[]
}

/**
 * Signs the link of a mail: its code, and a signature with a purpose over site, person and shifts as they were asked about (HMAC-SHA256, 43
 * characters), so that a row that was changed or guessed opens nothing.
 */
export const mailToken = (secret: string, target: LinkTarget): string =>
  `${target.code}.${derivedToken(secret, PURPOSE, signedText(target))}`

const signedText = ({ site, code, person, shifts }: LinkTarget) =>
  [site, code, person, ...shifts.map(signedShift)].join(':')

const signedShift = ({ id, version, start, end, location, assignment, role }: LinkedShift): string =>
  version === undefined ? JSON.stringify([id, start, end, location, assignment, role]) : `${id}v${version}`

/** Reads the code of a token, and the channel that its form belongs to; null for any other text. */
export function readToken(token: string): { code: string; channel: 'email' | 'sms' } | null {
  if (token.length > CODE_LENGTH + 44) return null
  const [code = '', signature, ...more] = token.split('.')
  if (!isCode(code) || more.length) return null
  if (signature === undefined) return { code, channel: 'sms' }
  return /^[\w-]{43}$/.test(signature) ? { code, channel: 'email' } : null
}

/** Whether a mail's token was signed for this target. */
export function isSigned(secret: string, token: string, target: LinkTarget): boolean {
  const [actual, wanted] = [Buffer.from(token), Buffer.from(mailToken(secret, target))]
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
