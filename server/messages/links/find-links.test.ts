import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

const inMail = (html: string) => findLinks({ kind: 'email', body: '', rendered_html: html }).addresses
const inText = (body: string) => findLinks({ kind: 'sms', body, rendered_html: null }).addresses

test('the links of a mail are found once each, except those that differ between recipients', () => {
  expect(
    inMail(
      '<p><a href="https://a.example/x?a=1&#x26;b=2#top">x</a> <a href="https://a.example/x?a=1&#x26;b=2">y</a>' +
        '<a href="mailto:ann@a.example">z</a><a href="https://a.example/%7B%7Bperson.name%7D%7D">n</a>' +
        '<a href="/events/1">e</a><a href="{{button.event}}">b</a><img src="https://a.example/p.png"></p>',
    ),
  ).toEqual(['https://a.example/x?a=1&b=2'])
})

test('addresses typed in a text end before its punctuation', () => {
  expect(
    inText('See https://a.example/b, or (HTTP://c.example). {{site.name}} ftp://d.example https://e.example/{{x}}'),
  ).toEqual(['https://a.example/b', 'http://c.example/'])
})

test('ten are checked, and the others counted; a long text takes linear time', () => {
  const many = Array.from({ length: 13 }, (_, n) => `https://a.example/${n}`).join(' ')
  expect(findLinks({ kind: 'sms', body: many, rendered_html: null })).toMatchObject({ more: 3 })
  const begun = performance.now()
  for (const piece of ['https://', 'https://a', '.', 'https://a.example/....', '<a href="https://'])
    for (const find of [inMail, inText]) find(piece.repeat(20_000 / piece.length))
  expect(performance.now() - begun).toBeLessThan(1_000)
})
