import { escapeHtml } from '#server/engine/kernel/escape-html.ts'

/** `refresh`: after how many seconds the browser asks again by itself. */
type PlainPage = { title: string; text: string; words?: string; refresh?: number }

const ICON =
  '<svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 8v4M12 16h.01"/></svg>'

/**
 * Renders a page without the product: an icon, the message, and the answer's own text in small print. It needs no site, no
 * script and no database.
 */
export const plainPage = ({ title, text, words, refresh }: PlainPage): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">${refresh ? `<meta http-equiv="refresh" content="${refresh}">` : ''}<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/landing.css"></head><body><main>${ICON}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${words ? `<p class="words">${escapeHtml(words)}</p>` : ''}</main></body></html>`
