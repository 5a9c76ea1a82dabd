import { cutText } from '../kernel/cut-text.pure.ts'
import type { Encoding } from './csv-file-contract.ts'

/** The 32 characters in which Windows-1252 differs from Latin-1; listed because runtimes disagree about them. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const C1 = /[\u0080-\u009f]/g

const windows1252 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(C1, (c) => HIGH[c.charCodeAt(0) - 0x80] ?? c)

const utf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const utf16 = (bytes: Uint8Array) => new TextDecoder('utf-16le').decode(bytes)

const utf16be = (bytes: Uint8Array) => new TextDecoder('utf-16be').decode(bytes)

const DECODERS: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  'utf-8': (bytes) => new TextDecoder('utf-8').decode(bytes),
  'utf-16le': utf16,
  'utf-16be': utf16be,
  'windows-1252': windows1252,
  macintosh: (bytes) => new TextDecoder('macintosh').decode(bytes),
}

/** Invalid bytes become U+FFFD. */
export const decodeAs = (bytes: Uint8Array, encoding: Encoding): string => DECODERS[encoding](bytes)

const WITHIN = /[\p{Ll}’]/u
const LEADING = /[\p{Lu}\p{Ll}“‘„‚«…–—•€¿¡]/u
const LETTERLIKE = /[ƒªº]/

/** For each byte beyond ASCII: 1 where only Mac Roman has such a character, -1 where only Windows-1252 has, else 0. */
const verdicts = (place: RegExp): number[] =>
  Array.from({ length: 128 }, (_, i) => {
    const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((encoding) => {
      const character = decodeAs(Uint8Array.of(i + 128), encoding)
      return place.test(character) && !LETTERLIKE.test(character)
    })
    return windows === mac ? 0 : mac ? 1 : -1
  })

const VERDICTS = { within: verdicts(WITHIN), leading: verdicts(LEADING) }

/** Whether some letters beyond ASCII form words only in Mac Roman, and none only in Windows-1252. */
function isMacRoman(bytes: Uint8Array): boolean {
  let found = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte < 0x80) continue
    const place = placeBetween(bytes[i - 1], bytes[i + 1])
    const verdict = place ? VERDICTS[place][byte - 0x80] : 0
    if (verdict === -1) return false
    if (verdict === 1) found = true
  }
  return found
}

const isSmall = (byte = 0) => byte >= 0x61 && byte <= 0x7a

function placeBetween(before = 0, after = 0): keyof typeof VERDICTS | null {
  if (isSmall(before | 0x20) && (isSmall(before) || isSmall(after))) return 'within'
  return before < 0x80 && !isSmall(before | 0x20) && isSmall(after) ? 'leading' : null
}

const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i

/** Decodes a response by the charset of its content type; by `decodeText` if it is missing or wrong. */
export function decodeAnswer(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(cutText(contentType, 200))?.[1]?.toLowerCase()
  if (charset === undefined || /^utf-?8$/.test(charset)) return decodeText(bytes).text
  if (/^(?:iso-?8859-?1|latin-?1|windows-1252|cp1252|us-ascii)$/.test(charset)) return windows1252(bytes)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return decodeText(bytes).text
  }
}

/**
 * Decodes a file: UTF-16 by its byte-order mark or its zeros, UTF-8 by its mark or when every byte fits, Mac Roman
 * where its letters make words in no other encoding, else Windows-1252, in which every byte is a character. Drops the
 * byte-order mark. Never fails.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: utf16(bytes), encoding: 'utf-16le' }
  if (bytes.length > 3 && bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0)
    return { text: utf16(bytes), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: utf16be(bytes), encoding: 'utf-16be' }
  if (bytes.length > 3 && bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0)
    return { text: utf16be(bytes), encoding: 'utf-16be' }
  const text = utf8(bytes)
  if (text !== null) return { text, encoding: 'utf-8' }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (!marked && isMacRoman(bytes)) return { text: decodeAs(bytes, 'macintosh'), encoding: 'macintosh' }
  return { text: windows1252(marked ? bytes.subarray(3) : bytes), encoding: 'windows-1252' }
}
