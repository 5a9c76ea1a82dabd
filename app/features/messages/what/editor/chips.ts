import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import { FIELDS, fieldsProblem, isField, placeholdersIn } from '#server/deliveries/texts/fields.pure.ts'

/** A field of a text, shown as one piece. `problem` explains why it cannot stay as it is. */
export type Chip = {
  from: number
  to: number
  name: string
  fallback: string
  label: string
  problem: string | null
}

/** Finds the fields shown as chips, unknown ones included. @param buttons whether buttons are allowed. */
export const chipsIn = (text: string, { buttons = true }: { buttons?: boolean } = {}): Chip[] =>
  placeholdersIn(text).flatMap(({ from, to, name, fallback }) => {
    const written = text.slice(from, to)
    // Empty braces are about to be filled.
    if (!name || written.includes('\n')) return []
    const label = isField(name) ? FIELDS[name] : name
    const problem = isField(name) ? fieldsProblem(written, { buttons }) : 'There is no such field.'
    return [{ from, to, name, fallback, label, problem }]
  })

/** "First name, or “sailor”". */
export const chipText = ({ label, fallback }: Pick<Chip, 'label' | 'fallback'>): string =>
  fallback ? `${label}, or “${fallback}”` : label

export const chipAt = (chips: readonly Chip[], { from, to }: { from: number; to: number }): Chip | undefined =>
  chips.find((chip) => chip.from === from && chip.to === to)

/** Finds the selected chip, or else the one at the cursor, preferring the one before it. */
export const chipBeside = (chips: readonly Chip[], { from, to }: { from: number; to: number }): Chip | undefined =>
  chipAt(chips, { from, to }) ??
  (from === to ? (chips.find((chip) => chip.to === from) ?? chips.find((chip) => chip.from === from)) : undefined)

export const writeField = (name: string, fallback: string): string =>
  fallback.trim() ? `{{${name}|${fallback.trim()}}}` : `{{${name}}}`

/** Replaces pasted line breaks by spaces. */
export const oneLine: Extension = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged || tr.newDoc.lines === 1) return tr
  const text = tr.newDoc.toString()
  const changes = [...text.matchAll(/\n\s*/g)].map(({ index, 0: found }) => {
    let from = index
    while (text[from - 1] === ' ' || text[from - 1] === '\t') from -= 1
    return { from, to: index + found.length, insert: ' ' }
  })
  return [tr, { changes, sequential: true }]
})

/** Limits a text to `max` UTF-16 units and cuts a longer paste, like a text field. */
export const limitLength = (max: number): Extension =>
  EditorState.transactionFilter.of((tr) => {
    const excess = tr.newDoc.length - max
    if (!tr.docChanged || excess <= 0 || tr.newDoc.length <= tr.startState.doc.length || !tr.isUserEvent('input'))
      return tr
    const { from, to } = lastChange(tr)
    const cut = Math.max(from, to - excess)
    return [tr, { changes: { from: cut, to }, sequential: true }]
  })

function lastChange(tr: Transaction): { from: number; to: number } {
  let last = { from: 0, to: tr.newDoc.length }
  tr.changes.iterChangedRanges((_fromA, _toA, from, to) => {
    last = { from, to }
  })
  return last
}
