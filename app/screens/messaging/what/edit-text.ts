/** A change of a text: what stands there afterwards, and what of it is selected. */
export type Edit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number }

type Selection = { text: string; from: number; to: number }

/** Inserts a field at the selection. A button gets a line of its own. */
export function insertField({ text, from, to }: Selection, name: string): Edit {
  const isAlone = name.startsWith('button.')
  const before = isAlone && from > 0 ? '\n'.repeat(Math.max(0, 2 - newlinesBefore(text, from))) : ''
  const after = isAlone ? '\n'.repeat(Math.max(0, 2 - newlinesAfter(text, to))) : ''
  const insert = `${before}{{${name}}}${after}`
  return { from, to, insert, selectFrom: from + insert.length, selectTo: from + insert.length }
}

const newlinesBefore = (text: string, at: number) =>
  text[at - 1] !== '\n' ? 0 : text[at - 2] === '\n' || at < 2 ? 2 : 1
const newlinesAfter = (text: string, at: number) => (text[at] !== '\n' ? 0 : text[at + 1] === '\n' ? 2 : 1)

/** Puts marks around the selection, or takes them away where it has them. */
export function wrap({ text, from, to }: Selection, mark: string, sample: string): Edit {
  const size = mark.length
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
    const inner = text.slice(from, to)
    return { from: from - size, to: to + size, insert: inner, selectFrom: from - size, selectTo: to - size }
  }
  const inner = text.slice(from, to) || sample
  return { from, to, insert: `${mark}${inner}${mark}`, selectFrom: from + size, selectTo: from + size + inner.length }
}

/** Begins each selected line with a mark, or takes it away where all have it. */
export function prefixLines({ text, from, to }: Selection, mark: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const hasAll = lines.every((line) => line.startsWith(mark))
  const insert = lines.map((line) => (hasAll ? line.slice(mark.length) : `${mark}${line}`)).join('\n')
  return { from: start, to: end, insert, selectFrom: start, selectTo: start + insert.length }
}

/** Makes the selection a link, and selects its address. */
export function link({ text, from, to }: Selection): Edit {
  const label = text.slice(from, to) || 'link'
  const address = 'https://'
  const insert = `[${label}](${address})`
  const at = from + label.length + 3
  return { from, to, insert, selectFrom: at, selectTo: at + address.length }
}

/** Finds the field that ends, or begins, at the cursor, so that it is deleted as a whole. */
export function fieldBeside(text: string, at: number, side: 'before' | 'after'): { from: number; to: number } | null {
  if (side === 'before') {
    const from = text.slice(0, at).endsWith('}}') ? text.lastIndexOf('{{', at) : -1
    return from < 0 || /[{}\n]/.test(text.slice(from + 2, at - 2)) ? null : { from, to: at }
  }
  const end = text.startsWith('{{', at) ? text.indexOf('}}', at) : -1
  return end < 0 || /[{}\n]/.test(text.slice(at + 2, end)) ? null : { from: at, to: end + 2 }
}
