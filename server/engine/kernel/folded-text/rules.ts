import { normaliseText } from '#server/engine/kernel/composed-text/rules.ts'

const TYPED: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
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
const APART = /[øłđðħıŧŋßæœþ’‘ʼ‐‑–]/g

/**
 * Folds a text for comparing in a search: "jose" finds "José". The same as the database's `core.folded`, whose results this
 * narrows.
 */
export const foldText = (text: string): string =>
  normaliseText(text, 'NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(APART, (letter) => TYPED[letter] ?? letter)
