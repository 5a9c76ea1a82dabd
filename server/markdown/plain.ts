import { escapeHtml } from '#server/engine/kernel/escape-html.ts'

/**
 * Returns a text as HTML without markup, with its lines. Runs in linear time: it replaces texts that cannot be
 * rendered.
 */
export function plainHtml(text: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim()) paragraphs.at(-1)?.push(escapeHtml(line))
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  }
  return paragraphs.flatMap((lines) => (lines.length ? [`<p>${lines.join('<br>')}</p>`] : [])).join('\n')
}
