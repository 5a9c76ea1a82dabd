import { describe, expect, test } from 'vitest'
import { FRAME_SOURCES } from './contract.ts'
import { plainHtml } from './plain.ts'
import { renderMarkdown } from './render.ts'

const parseMarkdown = (text: string) => renderMarkdown(text).html

describe('renderMarkdown', () => {
  test('keeps formatting, tables and links', () => {
    const html = parseMarkdown(
      '# Tides\n\n**2.1 m** at [the berth](https://example.org "Berth")\n\n|a|b|\n|-|-|\n|1|2|',
    )
    expect(html).toContain('<h1>Tides</h1>')
    expect(html).toContain('<a href="https://example.org" title="Berth">the berth</a>')
    expect(html).toContain('<td>1</td>')
  })

  test('the bar in a placeholder ends no table cell and stays a bar everywhere', () => {
    const field = '{{person.first_name|sailor}}'
    expect(parseMarkdown(`|a|b|\n|-|-|\n|${field}|2|`)).toContain(`<td>${field}</td>`)
    expect(parseMarkdown(`${field} \`${field}\``)).toBe(`<p>${field} <code>${field}</code></p>`)
    expect(parseMarkdown(`[a](https://a.example/${field})`)).toContain('person.first_name%7Csailor')
    expect(parseMarkdown('|a|b|\n|-|-|\n|{{x|y|')).toContain('<td>{{x</td>')
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="https://evil.example/"></iframe>',
    '<svg onload=alert(1)>',
    '<style>*{display:none}</style>',
    '<form action="https://evil.example"><input name=x></form>',
    '<p style="position:fixed" onclick="x()" id="toString">x</p>',
    '<a href="data:text/html,<script>1</script>">x</a>',
  ])('disarms %s', (payload) => {
    expect(parseMarkdown(payload)).not.toMatch(
      /script|onerror|onload|onclick|javascript:|data:|style|evil|<form|<svg|id=/i,
    )
  })

  test('a video or a map is shown in a sandbox with a name; other frames are removed', () => {
    for (const source of FRAME_SOURCES) {
      const html = parseMarkdown(`<iframe src="${source}x" sandbox="allow-top-navigation" title="y"></iframe>`)
      expect(html).toContain(`src="${source}x"`)
      expect(html).toContain('sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"')
      expect(html).toContain(`title="From ${new URL(source).hostname}"`)
    }
    for (const src of ['https://evil.example/', 'https://wwwXyoutube.com/x', '/own', ''])
      expect(parseMarkdown(`a <iframe src="${src}"></iframe> b`)).not.toContain('iframe')
  })

  test('cleaning twice changes nothing', () => {
    const once = parseMarkdown(
      'A <b>bold</b> <script>x</script> and <iframe src="https://player.vimeo.com/video/1"></iframe>',
    )
    expect(parseMarkdown(once)).toBe(once)
  })
})

test.each([
  ['quotations', '>'.repeat(150)],
  ['lists', `${'- '.repeat(150)}a`],
  ['both', '> - '.repeat(150)],
  ['tags', '<blockquote>'.repeat(150)],
  ['very many tags', '<blockquote>'.repeat(1500)],
  ['tags that are taken away', '<div>'.repeat(150)],
  ['emphasis', '**a '.repeat(500) + '*a** '.repeat(250)],
  ['a link that is repeated', `[a]: ${'x'.repeat(10_000)}\n\n${'[a]'.repeat(100)}`],
])('too many levels or too much of %s is shown as typed', (_what, text) => {
  expect(renderMarkdown(text)).toEqual({ html: plainHtml(text), plain: true })
})

test('realistic nesting is rendered', () => {
  const list = Array.from({ length: 12 }, (_, i) => `${' '.repeat(i * 2)}- level ${i}`).join('\n')
  const { html, plain } = renderMarkdown(list)
  expect(plain).toBe(false)
  expect(html.match(/<ul>/g)).toHaveLength(12)
})
