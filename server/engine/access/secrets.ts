import { randomBytes, randomInt } from 'node:crypto'
import { typedCode } from '#server/engine/kernel/typed-code.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/** A 256-bit secret that names its kind and site; it is shown once and only its hash is stored. */
export const mintSecret = (kind: 'wb' | 'wk', site: SiteId): string =>
  `${kind}_${site.toString(36)}_${randomBytes(32).toString('base64url')}`

/** Whether a secret was minted for another site: it names its own. */
export const isFromOtherSite = (secret: string, site: SiteId): boolean => {
  const named = /^w[bk]_([0-9a-z]{1,12})_/.exec(secret)?.[1]
  return named !== undefined && named !== site.toString(36)
}

/** The form in which JSON carries bytes to a bytea column. */
export const asBytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Letters and digits that nobody confuses when they read them aloud. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Eight characters to be typed once. */
export const mintCode = (): string =>
  Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** What somebody typed, without spaces, dashes, small letters and wide ones. */
export const readCode = (typed: string): string =>
  typedCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
