import { expect, test } from 'vitest'
import { wordList } from './word-list.pure.ts'

test.each([
  [[], ''],
  [['Helm'], 'Helm'],
  [['Helm', 'First aid'], 'Helm and First aid'],
  [['Helm', 'First aid', 'VHF'], 'Helm, First aid and VHF'],
])('%j reads “%s”', (words, text) => {
  expect(wordList(words)).toBe(text)
})
