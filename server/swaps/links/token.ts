import { derivedToken, isDerivedToken } from '#server/engine/kernel/derive.ts'
import { isCode } from '#server/engine/kernel/short-code.ts'

export const LINK_PURPOSE = 'swap.ask'

type Target = { site: number; circle: number; person: number }

/**
 * What the token of a mail's link is derived from. A circle is about the facts of its shifts when people were asked: it
 * ends when they change.
 */
export const signedText = ({ site, circle, person }: Target): string => [site, circle, person].join(':')

/** Returns the token of a mail's link. */
export const swapToken = (secret: string, target: Target): string =>
  `${target.circle}-${target.person}.${derivedToken(secret, LINK_PURPOSE, signedText(target))}`

/** Parses a token of this site: a mail's link, or the short code of a text's. Null for any other text. */
export function readSwapToken(
  secret: string,
  site: number,
  token: string,
): { circle: number; person: number } | { code: string } | null {
  if (isCode(token)) return { code: token }
  const [, circle, person, signature = ''] = /^(\d{1,15})-(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!circle || !person) return null
  const target = { circle: Number(circle), person: Number(person) }
  return isDerivedToken(secret, LINK_PURPOSE, signedText({ site, ...target }), signature) ? target : null
}
