import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/** A change of a text: the replacement, and the selection in it. */
export type Edit = { from: number; to: number; insert: string; selectFrom: number; selectTo: number }

export type Selection = { text: string; from: number; to: number }

/** A button gets a separate line. */
export const insertField = (selection: Selection, name: string): Edit =>
  name.startsWith('button.') ? insertAlone(selection, `{{${name}}}`) : replace(selection, `{{${name}}}`)

const replace = ({ from, to }: Pick<Selection, 'from' | 'to'>, insert: string): Edit => ({
  ...{ from, to, insert },
  selectFrom: from + insert.length,
  selectTo: from + insert.length,
})

function insertAlone({ text, from, to }: Selection, words: string): Edit {
  const before = from > 0 ? '\n'.repeat(Math.max(0, 2 - newlinesBefore(text, from))) : ''
  const after = '\n'.repeat(Math.max(0, 2 - newlinesAfter(text, to)))
  return replace({ from, to }, `${before}${words}${after}`)
}

const newlinesBefore = (text: string, at: number) =>
  text[at - 1] !== '\n' ? 0 : text[at - 2] === '\n' || at < 2 ? 2 : 1
const newlinesAfter = (text: string, at: number) => (text[at] !== '\n' ? 0 : text[at + 1] === '\n' ? 2 : 1)

export function wrap({ text, from, to }: Selection, mark: string, sample: string): Edit {
  const size = mark.length
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
    const inner = text.slice(from, to)
    return { from: from - size, to: to + size, insert: inner, selectFrom: from - size, selectTo: to - size }
  }
  const inner = text.slice(from, to) || sample
  return { from, to, insert: `${mark}${inner}${mark}`, selectFrom: from + size, selectTo: from + size + inner.length }
}

export function prefixLines({ text, from, to }: Selection, mark: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const hasAll = lines.every((line) => line.startsWith(mark))
  const insert = lines.map((line) => (hasAll ? line.slice(mark.length) : `${mark}${line}`)).join('\n')
  return { from: start, to: end, insert, selectFrom: start, selectTo: start + insert.length }
}

const MAX_LINE = 2_000

/** Finds the link around the selection, or the one that the selection would become. */
export function linkAt({ text, from, to }: Selection): { from: number; to: number; text: string; address: string } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const line = cutText(text.slice(start).split('\n', 1)[0] ?? '', MAX_LINE)
  for (const { index, 0: whole, 1: label = '', 2: address = '' } of line.matchAll(LINK)) {
    const begins = start + index
    if (begins < to && from < begins + whole.length)
      return { from: begins, to: begins + whole.length, text: label, address }
  }
  const selected = text.slice(from, to)
  const isAddress = /^(?:https?:\/\/|mailto:|www\.)\S+$/i.test(selected)
  return { from, to, text: isAddress || selected.includes('\n') ? '' : selected, address: isAddress ? selected : '' }
}
const LINK = /\[([^[\]]{0,300})\]\(([^()\s]{0,1000})\)/g

/** Adds a missing scheme to a typed address; null for a scheme that mails do not link to. */
export function fullAddress(typed: string): string | null {
  const address = typed.trim()
  if (/^(?:https?:\/\/|mailto:)./i.test(address)) return address
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address)) return null
  return /^[^/?#@]+@[^/?#@]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

const ENCODED: Readonly<Record<string, string>> = { '(': '%28', ')': '%29', '<': '%3C', '>': '%3E' }

/** Without words the link shows its address. */
export function link(selection: { from: number; to: number }, words: string, address: string): Edit {
  const label = escaped(words) || address.replace(/^(?:https?:\/\/|mailto:)/i, '')
  return replace(
    selection,
    `[${label}](${address.replace(/\s/g, '%20').replace(/[()<>]/g, (sign) => ENCODED[sign] ?? sign)})`,
  )
}

const escaped = (words: string) => words.trim().replace(/[[\]\\]/g, '\\$&')

/**
 * Formats a picture in a separate paragraph after the selection.
 * @param shows its description; empty for a decoration.
 */
export const picture = ({ text, to }: Selection, shows: string, address: string): Edit =>
  insertAlone({ text, from: to, to }, `![${escaped(shows)}](${address})`)

export type TextHandle = {
  selection: () => Selection
  /** Changes the text as if it were typed, so that Undo reverts it, and focuses it. */
  apply: (edit: Edit) => void
  focus: () => void
}

export const handleOf = (field: HTMLTextAreaElement): TextHandle => ({
  selection: () => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd }),
  apply: ({ from, to, insert, selectFrom, selectTo }) => {
    field.focus()
    field.setSelectionRange(from, to)
    const isDone = insert ? document.execCommand('insertText', false, insert) : document.execCommand('delete')
    if (!isDone) {
      field.setRangeText(insert, from, to, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field.setSelectionRange(selectFrom, selectTo)
  },
  focus: () => field.focus(),
})
