import { expect, test } from 'vitest'
import { type Edit, fieldBeside, insertField, link, prefixLines, wrap } from './edit-text.ts'

/** `[` and `]` are the ends of the selection. */
function selected(marked: string) {
  const from = marked.indexOf('[')
  const to = marked.indexOf(']') - 1
  return { text: marked.replace('[', '').replace(']', ''), from, to }
}

function shown(text: string, { from, to, insert, selectFrom, selectTo }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to)
  return `${next.slice(0, selectFrom)}[${next.slice(selectFrom, selectTo)}]${next.slice(selectTo)}`
}

test.each([
  ['Hello []!', 'person.name', 'Hello {{person.name}}[]!'],
  ['Hello [you]!', 'person.name', 'Hello {{person.name}}[]!'],
  ['Go:[] bye', 'button.event', 'Go:\n\n{{button.event}}\n\n[] bye'],
  ['Go:\n\n[]\n\nbye', 'button.event', 'Go:\n\n{{button.event}}[]\n\nbye'],
  ['[]', 'button.event', '{{button.event}}\n\n[]'],
])('a field is inserted into %j', (before, name, after) => {
  const selection = selected(before)
  expect(shown(selection.text, insertField(selection, name))).toBe(after)
})

test('marks are put around and taken away', () => {
  const bold = (marked: string) => shown(selected(marked).text, wrap(selected(marked), '**', 'bold'))
  expect(bold('a [b] c')).toBe('a **[b]** c')
  expect(bold('a **[b]** c')).toBe('a [b] c')
  expect(bold('a [] c')).toBe('a **[bold]** c')
})

test('lines become a list and back; a selection becomes a link', () => {
  const list = (marked: string) => shown(selected(marked).text, prefixLines(selected(marked), '- '))
  expect(list('one\nt[wo\nthr]ee\nfour')).toBe('one\n[- two\n- three]\nfour')
  expect(list('one\n- t[wo\n- thr]ee')).toBe('one\n[two\nthree]')
  const selection = selected('see [this] now')
  expect(shown(selection.text, link(selection))).toBe('see [this]([https://]) now'.replace('[this]', '[this]'))
})

test('a field beside the cursor is found as a whole', () => {
  const text = 'Hi {{person.name|you}}, {x}}'
  expect(fieldBeside(text, 22, 'before')).toEqual({ from: 3, to: 22 })
  expect(fieldBeside(text, 3, 'after')).toEqual({ from: 3, to: 22 })
  expect(fieldBeside(text, text.length, 'before')).toBeNull()
  expect(fieldBeside(text, 4, 'before')).toBeNull()
})
