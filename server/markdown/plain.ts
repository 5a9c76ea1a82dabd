const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/**
 * A text as it was typed, as HTML: nothing in it is markup, lines stay lines. It costs no more than its length, so that it
 * stands in wherever rendering is not done yet, or cannot be done.
 */
export function plainHtml(text: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim()) paragraphs.at(-1)?.push(escapeText(line))
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  }
  return paragraphs.flatMap((lines) => (lines.length ? [`<p>${lines.join('<br>')}</p>`] : [])).join('\n')
}
