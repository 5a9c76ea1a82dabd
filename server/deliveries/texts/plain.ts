import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'

/** Reduces a text to one line without control characters, so that it cannot inject headers or lines. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  å: 'a',
  Å: 'A',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
}

/** Replacements for ASCII characters that GSM 03.38 lacks or counts twice, and for common characters beyond ASCII. */
const SIGNS: Record<string, string> = {
  '`': "'",
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
  '~': '-',
  '^': '',
  '€': 'EUR',
  '£': 'GBP',
  '·': '-',
  '•': '-',
  '⁄': '/',
}

/**
 * Reduces a text to ASCII characters of one GSM 03.38 septet. Drops accents and emoji, simplifies dashes and quotes,
 * replaces others by "?".
 */
export function ascii(text: string): string {
  const plain = oneLine(text)
    .replace(/[–—−]/g, '-')
    .replace(/[‘’‚ʼ]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/…/g, '...')
    .replace(/[\u00c5-\u0153]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, (sign) => (sign <= '\u007f' ? sign : ''))
  return normaliseText(plain, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[`[\]{}\\|~^€£·•⁄]/g, (sign) => SIGNS[sign] ?? '')
    .replace(/[^\x20-\x7e]+/g, '?')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Shortens to `length` characters with two dots, never within a surrogate pair; to an empty text for 0. */
export function shorten(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  return length < 3
    ? ''
    : `${letters
        .slice(0, length - 2)
        .join('')
        .trimEnd()}..`
}
