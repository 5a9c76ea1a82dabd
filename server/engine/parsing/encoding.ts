import { cutText } from '#server/engine/kernel/cut-text/rules.ts'
import type { Encoding } from './csv-file-contract.ts'

/** The 32 characters in which Windows-1252 differs from Latin-1. Runtimes disagree about them, so they are listed here. */
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

/** Reads the name of a character set from a content type; undefined where it names none. */
const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i

/** Decodes an answer by the character set of its content type; where it names none or a wrong one, as `decodeText` does. */
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
 * Decodes a file: UTF-16 by its byte-order mark or its zeros, UTF-8 by its mark or, UTF-8 when every byte fits, else Windows-1252, in which every
 * byte is a character. The byte-order mark is not part of the text. Never fails.
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
  return { text: windows1252(marked ? bytes.subarray(3) : bytes), encoding: 'windows-1252' }
}
