import { expect, test } from 'vitest'
import { RENDERER_VERSION } from './contract.ts'
import { displayHtml } from './display-html.ts'
import { plainHtml } from './plain.ts'

test('plain text keeps its lines and contains no markup', () => {
  expect(plainHtml('One <b>\r\ntwo & "three"\n\n \n\nIt\'s')).toBe(
    '<p>One &lt;b&gt;<br>two &amp; &quot;three&quot;</p>\n<p>It&#39;s</p>',
  )
  expect([plainHtml(''), plainHtml(' \n\t\n')]).toEqual(['', ''])
})

test('50,000 characters of any kind take time in proportion to their length', () => {
  for (const piece of ['\n', '\r', ' ', '<', '> ', '[', '&amp;', 'a\n']) {
    const begun = performance.now()
    expect(plainHtml(piece.repeat(50_000 / piece.length)).length).toBeLessThan(500_000)
    expect(performance.now() - begun).toBeLessThan(250)
  }
})

test('readers see rendered HTML, else the text as typed', () => {
  const kept = { text: '**a**', rendered_html: '<p><strong>a</strong></p>' }
  expect(displayHtml({ ...kept, renderer: RENDERER_VERSION })).toBe(kept.rendered_html)
  for (const renderer of [0, -1, -2]) expect(displayHtml({ ...kept, renderer })).toBe('<p>**a**</p>')
  expect(displayHtml({ text: '**a**', rendered_html: null, renderer: 0 })).toBe('<p>**a**</p>')
})
