import { escapeHtml } from '#server/engine/kernel/escape-html.ts'

/** A tag with decoded attributes, or the raw HTML text between two tags. */
export type HtmlPiece =
  | { kind: 'text'; html: string }
  | { kind: 'tag'; name: string; closes: boolean; attributes: Map<string, string> }

/** Splits serialised HTML, in which every `<` in text is escaped and every value is double-quoted. Linear time. */
export function piecesOf(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = []
  let at = 0
  while (at < html.length) {
    const isTag = html[at] === '<'
    const end = isTag ? tagEnd(html, at) : html.indexOf('<', at)
    const next = end < 0 ? html.length : isTag ? end + 1 : end
    pieces.push(
      isTag ? readTag(html.slice(at + 1, end < 0 ? undefined : end)) : { kind: 'text', html: html.slice(at, next) },
    )
    at = next
  }
  return pieces
}

/** Finds the `>` that ends a tag, outside quotes. */
function tagEnd(html: string, from: number): number {
  let quoted = false
  for (let at = from; at < html.length; at += 1) {
    if (html[at] === '"') quoted = !quoted
    else if (html[at] === '>' && !quoted) return at
  }
  return -1
}

function readTag(inside: string): HtmlPiece {
  const closes = inside.startsWith('/')
  const [name = '', ...rest] = inside.slice(closes ? 1 : 0).split(' ')
  return { kind: 'tag', name: name.toLowerCase(), closes, attributes: readAttributes(rest.join(' ')) }
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const equals = text.indexOf('="', at)
    if (equals < 0) break
    const end = text.indexOf('"', equals + 2)
    if (end < 0) break
    const names = text.slice(at, equals).trim().split(' ')
    attributes.set(names.at(-1)?.toLowerCase() ?? '', decodeHtml(text.slice(equals + 2, end)))
    at = end + 1
  }
  return attributes
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Decodes references that serialisers write: numeric, and names of characters that must be escaped. */
export const decodeHtml = (html: string): string =>
  html.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })

/**
 * Writes an opening tag.
 * @param attributes unescaped values; omitted without a value.
 */
export const openTag = (name: string, attributes: Record<string, string | null | undefined>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === null || value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`))
    .join('')}>`
