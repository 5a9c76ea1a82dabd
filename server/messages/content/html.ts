import { buttonLink } from '#server/deliveries/texts/page.ts'
import { escapeHtml } from '#server/engine/kernel/escape-html.ts'
import { type FieldName, type FieldValues, isButton, replaceFields } from './fields.ts'

/** A button of a message: where it leads, and what it says. */
export type Buttons = Partial<Record<FieldName, { label: string; url: string }>>

type Filled = { values: FieldValues; buttons: Buttons; site: { color: string }; origin: string }

/** A tag, with attributes that may hold `>`, or the text before the next one. */
const PIECES = /<(?:"[^"]*"|[^">])*>|[^<]+|</g
const LONE_BUTTON = /<p>\s*\{\{\s*(button\.[a-z_]{1,20})\s*\}\}\s*<\/p>/g

const INK = 'color:#1d282e'
const STYLES: Record<string, string> = {
  p: `margin:0 0 16px;font-size:16px;line-height:1.55;${INK}`,
  h1: `margin:24px 0 12px;font-size:24px;line-height:1.3;font-weight:600;${INK}`,
  h2: `margin:24px 0 12px;font-size:20px;line-height:1.35;font-weight:600;${INK}`,
  h3: `margin:20px 0 8px;font-size:17px;line-height:1.4;font-weight:600;${INK}`,
  ul: `margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.55;${INK}`,
  ol: `margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.55;${INK}`,
  blockquote: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #c6d2d8',
  img: 'display:block;max-width:100%;height:auto;border-radius:8px',
  hr: 'margin:24px 0;border:0;border-top:1px solid #e0e7eb',
  table: 'border-collapse:collapse;margin:0 0 16px',
  th: `padding:6px 12px 6px 0;text-align:left;font-size:15px;${INK}`,
  td: `padding:6px 12px 6px 0;text-align:left;font-size:15px;vertical-align:top;${INK}`,
}
const INKED = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'th', 'td'])

/**
 * Fills the fields of rendered Markdown and styles it for mail programs. Values are escaped where they stand: as text, and encoded in an
 * address. Costs no more than the length of both.
 * @param html made by the renderer of Markdown, from the text with its fields.
 */
export function filledHtml(html: string, filled: Filled): string {
  const withButtons = html.replace(LONE_BUTTON, (whole, name: FieldName) => {
    const button = filled.buttons[name]
    return button ? `<p>${buttonLink(button.label, button.url, filled.site)}</p>` : isButton(name) ? '' : whole
  })
  return (withButtons.match(PIECES) ?? [])
    .map((piece) => (piece.startsWith('<') ? tag(piece, filled) : text(piece, filled)))
    .join('')
}

const text = (piece: string, { values, buttons }: Filled) =>
  replaceFields(piece, (name, fallback) => {
    const button = buttons[name]
    if (button) return `<a href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a>`
    // The fallback is part of the rendered text and is escaped already.
    return values[name] ? escapeHtml(values[name]) : fallback
  })

/** Fields in an address are encoded by the renderer. */
const ENCODED_FIELD = /%7B%7B([a-z._]{1,60})%7D%7D/gi

function tag(piece: string, { values, origin }: Filled): string {
  const [, name = ''] = /^<([a-z][a-z0-9]*)/.exec(piece) ?? []
  const encoded = (field: string) => encodeURIComponent(values[field as FieldName] ?? '')
  const filled = piece
    .replace(ENCODED_FIELD, (_, field: string) => encoded(field))
    .replace(/\{\{([^{}"]{0,200})\}\}/g, (_, field: string) => encoded(field.split('|')[0]?.trim() ?? ''))
    .replace(/ (src|href)="\/(?!\/)/g, ` $1="${escapeHtml(origin)}/`)
  const style = STYLES[name]
  if (!style) return filled
  const ink = INKED.has(name) ? ' class="ink"' : ''
  return `<${name}${ink} style="${style}"${filled.slice(name.length + 1)}`
}
