import { randomBytes, randomInt } from 'node:crypto'
import { typedCode } from '#server/engine/kernel/typed-code.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'

/** Creates a 256-bit secret that names its kind and site. Shown once; only its hash is stored. */
export const mintSecret = (kind: 'wb' | 'wk', site: SiteId): string =>
  `${kind}_${site.toString(36)}_${randomBytes(32).toString('base64url')}`

export const isFromOtherSite = (secret: string, site: SiteId): boolean => {
  const named = /^w[bk]_([0-9a-z]{1,12})_/.exec(secret)?.[1]
  return named !== undefined && named !== site.toString(36)
}

export const asBytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Letters and digits that are distinct when read aloud. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const mintCode = (): string =>
  Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** Normalises a typed code: no spaces and dashes, plain capitals. */
export const readCode = (typed: string): string =>
  typedCode(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
