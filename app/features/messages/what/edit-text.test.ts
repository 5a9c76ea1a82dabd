import { expect, test } from 'vitest'
import { type Edit, fullAddress, insertField, link, linkAt, picture, prefixLines, wrap } from './edit-text.ts'

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

test.each([
  ['Look:[] bye', 'The [old] jetty ', 'Look:\n\n![The \\[old\\] jetty](/media/a.png)\n\n[] bye'],
  ['[]', '', '![](/media/a.png)\n\n[]'],
  ['Keep [this]', 'x', 'Keep this\n\n![x](/media/a.png)\n\n[]'],
])('a picture is inserted into %j', (before, shows, after) => {
  const selection = selected(before)
  expect(shown(selection.text, picture(selection, shows, '/media/a.png'))).toBe(after)
})

test('marks are added and removed', () => {
  const bold = (marked: string) => shown(selected(marked).text, wrap(selected(marked), '**', 'bold'))
  expect(bold('a [b] c')).toBe('a **[b]** c')
  expect(bold('a **[b]** c')).toBe('a [b] c')
  expect(bold('a [] c')).toBe('a **[bold]** c')
})

test('lines become a list and back', () => {
  const list = (marked: string) => shown(selected(marked).text, prefixLines(selected(marked), '- '))
  expect(list('one\nt[wo\nthr]ee\nfour')).toBe('one\n[- two\n- three]\nfour')
  expect(list('one\n- t[wo\n- thr]ee')).toBe('one\n[two\nthree]')
})

test('a selection becomes a link, and a link is found around the cursor', () => {
  const text = 'see this [map](https://a.example/b) now'
  expect(linkAt({ text, from: 4, to: 8 })).toEqual({ from: 4, to: 8, text: 'this', address: '' })
  expect(linkAt({ text, from: 12, to: 12 })).toEqual({ from: 9, to: 35, text: 'map', address: 'https://a.example/b' })
  expect(linkAt({ text, from: 36, to: 36 })).toMatchObject({ from: 36, to: 36, address: '' })
  expect(linkAt({ text: 'https://a.example', from: 0, to: 17 })).toMatchObject({
    text: '',
    address: 'https://a.example',
  })
  expect(link({ from: 4, to: 8 }, 'a [b]', 'https://a.example/c d(1)').insert).toBe(
    '[a \\[b\\]](https://a.example/c%20d%281%29)',
  )
  expect(link({ from: 0, to: 0 }, ' ', 'https://a.example/b').insert).toBe('[a.example/b](https://a.example/b)')
})

test.each([
  ['club.example/day', 'https://club.example/day'],
  [' http://club.example ', 'http://club.example'],
  ['ann@club.example', 'mailto:ann@club.example'],
  ['club.example:8080/a@b', 'https://club.example:8080/a@b'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
])('the address %j is linked as %j', (typed, address) => {
  expect(fullAddress(typed)).toBe(address)
})
