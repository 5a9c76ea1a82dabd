import { derivedToken, isDerivedToken } from '#server/engine/kernel/derive.ts'
import { isCode } from '#server/engine/kernel/short-code.ts'

export const LINK_PURPOSE = 'waiting.offer'

/** An offer from a waiting list: the entry of its person, and its shift. */
export type HoldTarget = { place: number; offer: number; shift: number; person: number }

const idOf = ({ place, offer, shift, person }: HoldTarget): string => [place, offer, shift, person].join('-')

/** What the token of a mail's link is derived from. An offer is about the facts of its shift, and ends when they change. */
export const signedText = (site: number, target: HoldTarget): string => `${site}:${idOf(target)}`

export const linkPath = (target: HoldTarget): string => `/hold/${idOf(target)}.{token}`

/** Returns the token of a mail's link. */
export const holdToken = (secret: string, site: number, target: HoldTarget): string =>
  `${idOf(target)}.${derivedToken(secret, LINK_PURPOSE, signedText(site, target))}`

/** Parses a token of this site: a mail's link, or the short code of a text's. Null for any other text. */
export function readHoldToken(secret: string, site: number, token: string): HoldTarget | { code: string } | null {
  if (isCode(token)) return { code: token }
  const [, ids = '', signature = ''] = /^(\d{1,15}-\d{1,15}-\d{1,15}-\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!ids) return null
  const [place = 0, offer = 0, shift = 0, person = 0] = ids.split('-').map(Number)
  const target = { place, offer, shift, person }
  return isDerivedToken(secret, LINK_PURPOSE, signedText(site, target), signature) ? target : null
}
