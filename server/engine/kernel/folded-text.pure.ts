import { normaliseText } from './composed-text.pure.ts'

const TYPED: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
}
const APART = /[øłđðħıŧŋςßæœþ’‘ʼ‐‑–]/g

/**
 * Folds a text for comparison: "jose" finds "José", "istanbul" is "İSTANBUL". Equals the database's `core.folded`, by
 * which names are matched, searched and unique.
 */
export const foldText = (text: string): string =>
  normaliseText(text, 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(APART, (letter) => TYPED[letter] ?? letter)
