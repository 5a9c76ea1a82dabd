import { EditorState, type Extension, type Transaction } from '@codemirror/state'

/** Keeps a text on one line: line breaks of a pasted text become spaces. */
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

/** Keeps a text from growing past `max` UTF-16 units: what is too much of a pasted text is cut off, as in a text field. */
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
