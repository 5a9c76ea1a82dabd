/** One line of text: no control characters, so nothing in a name can begin a header or a line of its own. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!)

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

/** Plain ASCII for SMS: accents go, dashes and quotes become plain, what has no plain form becomes "?". */
export function ascii(text: string): string {
  return oneLine(text)
    .replace(/[–—−]/g, '-')
    .replace(/[‘’‚ʼ]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/…/g, '...')
    .replace(/[\u00df-\u0153\u00c5-\u00de\u0141\u0110\u0131]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '?')
}

/** Shortens to `length` letters with two dots, never inside a surrogate pair. */
export const shorten = (text: string, length: number): string => {
  const letters = [...text]
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, Math.max(length - 2, 1))
        .join('')
        .trimEnd()}..`
}
