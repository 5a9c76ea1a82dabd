import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'

export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
export const OTHER_LETTERS = '#'

/** Letters without a combining mark, which normalisation does not decompose. */
const BASE: Readonly<Record<string, string>> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Æ: 'A',
  Œ: 'O',
  Ħ: 'H',
  Ŧ: 'T',
  Ɨ: 'I',
  ẞ: 'S',
}

export function letterFor(name: string): string {
  const first = [...normaliseText(name.trim(), 'NFD').toUpperCase()][0] ?? ''
  const base = BASE[first] ?? first
  return LETTERS.includes(base) ? base : OTHER_LETTERS
}
