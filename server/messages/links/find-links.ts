import { piecesOf } from '#server/messages/content/html-pieces.ts'

export const MAX_LINKS = 10
const MAX_ADDRESS = 2_000
const MAX_FOUND = 1_000

type Content = { kind: 'email' | 'sms'; body: string; rendered_html: string | null }

/**
 * Finds web addresses shared by all recipients, once each; skips those with fields, which differ between recipients.
 * Reads the source of a mail that is not rendered yet.
 * @returns the first ten, and how many more there are.
 */
export function findLinks({ kind, body, rendered_html }: Content): { addresses: string[]; more: number } {
  const written = kind === 'email' && rendered_html !== null ? hrefsIn(rendered_html) : typedIn(body)
  const found = new Set(written.slice(0, MAX_FOUND).flatMap(pageOf))
  const addresses = [...found].slice(0, MAX_LINKS)
  return { addresses, more: found.size - addresses.length }
}

const hrefsIn = (html: string): string[] =>
  piecesOf(html).flatMap((piece) => {
    const href = piece.kind === 'tag' && piece.name === 'a' ? piece.attributes.get('href') : undefined
    return href === undefined ? [] : [href]
  })

/** Typed addresses, without trailing punctuation. */
const typedIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"()[\]]{1,2000}/gi)].map(([address]) => address.replace(/[.,;:!?'*_]{1,20}$/, ''))

/** Returns an address without its fragment. */
function pageOf(written: string): string[] {
  if (written.length > MAX_ADDRESS || !URL.canParse(written) || /\{\{|%7b%7b/i.test(written)) return []
  const url = new URL(written)
  url.hash = ''
  return url.protocol === 'https:' || url.protocol === 'http:' ? [url.href] : []
}
