import { piecesOf } from '#server/messages/content/html-pieces.ts'

/** The most links of a message that are checked. */
export const MAX_LINKS = 10
/** The longest address that is checked. */
const MAX_ADDRESS = 2_000
const MAX_FOUND = 1_000

type Content = { kind: 'email' | 'sms'; body: string; rendered_html: string | null }

/**
 * Finds the addresses that everybody who gets a message is led to, each once: those with a field differ from person to person and are
 * left out, as are addresses that are no web pages. A mail that is not rendered yet is read as it was typed.
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

/** Addresses as people type them: what ends a sentence does not belong to them. */
const typedIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"()[\]]{1,2000}/gi)].map(([address]) => address.replace(/[.,;:!?'*_]{1,20}$/, ''))

/** Reads an address without its place within the page. */
function pageOf(written: string): string[] {
  if (written.length > MAX_ADDRESS || !URL.canParse(written) || /\{\{|%7b%7b/i.test(written)) return []
  const url = new URL(written)
  url.hash = ''
  return url.protocol === 'https:' || url.protocol === 'http:' ? [url.href] : []
}
