import { EditorState, type Extension } from '@codemirror/state'
import { expect, test } from 'vitest'
import { limitLength, oneLine } from './chips.ts'

const pasted = (doc: string, insert: string, extensions: Extension, from = doc.length) =>
  EditorState.create({ doc, extensions })
    .update({ changes: { from, insert }, userEvent: 'input.paste' })
    .state.doc.toString()

test.each([
  ['Hello ', 'a\nb', 'Hello a b'],
  ['', 'a \r\n\n  b\nc\n', 'a b c '],
  ['x', 'y', 'xy'],
])('line breaks pasted into one line become spaces: %j', (doc, insert, after) => {
  expect(pasted(doc, insert, oneLine)).toBe(after)
})

test('a text that is too long is cut off where it was pasted', () => {
  expect(pasted('12345', 'abcdef', limitLength(8))).toBe('12345abc')
  expect(pasted('12345', 'abcdef', limitLength(8), 2)).toBe('12abc345')
  expect(pasted('12345678', 'a', limitLength(8), 0)).toBe('12345678')
  const long = EditorState.create({ doc: '1234567890', extensions: limitLength(8) })
  expect(long.update({ changes: { from: 9, to: 10 }, userEvent: 'delete' }).state.doc.toString()).toBe('123456789')
})
