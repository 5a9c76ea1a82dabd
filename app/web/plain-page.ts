import { escapeHtml } from '#server/engine/kernel/escape-html.ts'

type PlainPage = {
  title: string
  /** The title by default. */
  heading?: string | undefined
  text?: string | undefined
  /** The response's text, in small print. */
  words?: string
  club?: string | undefined
  again?: string | undefined
  /** An address to go to, shown whole. */
  link?: string | undefined
  /** Seconds until the browser reloads automatically. */
  refresh?: number
}

const ICON =
  '<svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 8v4M12 16h.01"/></svg>'

/** Renders an icon and the message. Needs no site, no script and no database. */
export function plainPage({ title, heading = title, text, words, club, again, link, refresh }: PlainPage): string {
  const paragraph = (content: string | undefined, name?: string) =>
    content ? `<p${name ? ` class="${name}"` : ''}>${escapeHtml(content)}</p>` : ''
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    refresh ? `<meta http-equiv="refresh" content="${refresh}">` : '',
    `<title>${escapeHtml(`${title} | ${club ?? 'Watchbill'}`)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/landing.css">`,
  ].join('')
  const body = `${paragraph(club, 'words')}${ICON}<h1>${escapeHtml(heading)}</h1>${paragraph(text)}${link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(new URL(link).origin)}</a></p>` : ''}${again ? `<p><a href="${escapeHtml(again)}">Try again</a></p>` : ''}${paragraph(words, 'words')}`
  return `<!doctype html><html lang="en-GB"><head>${head}</head><body><main>${body}</main></body></html>`
}
