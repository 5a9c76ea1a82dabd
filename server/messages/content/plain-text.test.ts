import { expect, test } from 'vitest'
import { renderMarkdown } from '#server/markdown/render.ts'
import { filledHtml } from './html.ts'
import { plainText } from './plain-text.ts'

const textOf = (markdown: string, values = {}) =>
  plainText(
    filledHtml(renderMarkdown(markdown).html, {
      values,
      buttons: { 'button.event': { label: 'See Race 4', url: 'https://club.example/events/4' } },
      site: { id: 1, media_root: '/media/', color: '#01579b' },
      origin: 'https://club.example',
    }),
  )

test.each([
  ['# Hello\n\nTwo *words* and **more**.\nSame line.', 'Hello\n\nTwo words and more. Same line.'],
  ['[the berth](/where) and https://a.example/x', 'the berth (https://club.example/where) and https://a.example/x'],
  ['Write to [us](mailto:a@b.example)', 'Write to us (a@b.example)'],
  ['- one\n- two\n  - three\n\nafter', '- one\n- two\n  - three\n\nafter'],
  ['1. one\n2. two', '1. one\n2. two'],
  ['- one\n\n- two', '- one\n\n- two'],
  ['> said\n> so\n\nno', '> said so\n\nno'],
  ['|a|b|\n|-|-|\n|1|2|', 'a | b\n1 | 2'],
  ['```\n  x < y\n```\n\n---\n\nend', '  x < y\n\n---\n\nend'],
  ['![A boat](/media/x.png) & <b>bold</b> \\*', 'A boat & bold *'],
  ['one\\\ntwo', 'one\ntwo'],
  ['Go:\n\n{{button.event}}\n\nbye', 'Go:\n\nSee Race 4 (https://club.example/events/4)\n\nbye'],
  ['[the race]({{button.event}})', 'the race (https://club.example/events/4)'],
  [
    '<iframe src="https://player.vimeo.com/video/1"></iframe>',
    'From player.vimeo.com (https://player.vimeo.com/video/1)',
  ],
])('%j is written as %j', (markdown, text) => {
  expect(textOf(markdown)).toBe(text)
})

test('values are plain text in both parts', () => {
  expect(textOf('Hello {{person.name}}, {{event.name|the race}}', { 'person.name': '<b>Ann</b> & *Co*' })).toBe(
    'Hello <b>Ann</b> & *Co*, the race',
  )
})
