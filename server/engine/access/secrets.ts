import { randomBytes, randomInt } from 'node:crypto'
import { typedCode } from '#server/engine/kernel/typed-code.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/** Creates a 256-bit secret that names its kind and site. It is shown once; only its hash is stored. */
export const mintSecret = (kind: 'wb' | 'wk', site: SiteId): string =>
  `${kind}_${site.toString(36)}_${randomBytes(32).toString('base64url')}`

/** Whether a secret names another site. */
export const isFromOtherSite = (secret: string, site: SiteId): boolean => {
  const named = /^w[bk]_([0-9a-z]{1,12})_/.exec(secret)?.[1]
  return named !== undefined && named !== site.toString(36)
}

/** Formats bytes as JSON carries them to a bytea column. */
export const asBytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Letters and digits that nobody confuses when reading them aloud. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Creates a code of eight characters, to be typed once. */
export const mintCode = (): string =>
  Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Normalises a typed code: without spaces and dashes, in plain capitals. */
export const readCode = (typed: string): string =>
  typedCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
