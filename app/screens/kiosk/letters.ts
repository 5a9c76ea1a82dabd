import { composed } from '#server/engine/kernel/composed-text/rules.ts'

export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
export const OTHER = '#'

/** Letters that no mark was added to: they do not fall apart by themselves. */
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

/** The button under which a name is found: its base letter, or "#". */
export function letterOf(name: string): string {
  const first = [...composed(name.trim(), 'NFD').toUpperCase()][0] ?? ''
  const base = BASE[first] ?? first
  return LETTERS.includes(base) ? base : OTHER
}
