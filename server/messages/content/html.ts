import {
  type Buttons,
  type FieldName,
  type FieldValues,
  isButton,
  readPlaceholder,
  replaceFields,
} from '#server/deliveries/texts/fields.pure.ts'
import { buttonLink } from '#server/deliveries/texts/page.ts'
import { escapeHtml } from '#server/engine/kernel/escape-html.ts'
import { brandTones } from '#server/organisation/brand/contract.ts'
import { filledAddress, isOfOtherSite, type PictureSite } from './address.ts'
import { type HtmlPiece, openTag, piecesOf } from './html-pieces.ts'

type Filled = { values: FieldValues; buttons: Buttons; site: PictureSite & { color: string }; origin: string }

const INK = 'color:#1d282e'
const CODE = 'font-family:Menlo,Consolas,monospace;font-size:14px'
const HEADING = `font-weight:600;${INK}`

/** The classes serve mail programs' dark scheme, like those of the page. */
const LOOKS: Readonly<Record<string, { style: string; class?: string }>> = {
  p: { style: `margin:0 0 16px;font-size:16px;line-height:1.55;${INK}`, class: 'ink' },
  h1: { style: `margin:24px 0 12px;font-size:22px;line-height:1.3;${HEADING}`, class: 'ink' },
  h2: { style: `margin:24px 0 12px;font-size:20px;line-height:1.35;${HEADING}`, class: 'ink' },
  h3: { style: `margin:20px 0 8px;font-size:17px;line-height:1.4;${HEADING}`, class: 'ink' },
  h4: { style: `margin:16px 0 8px;font-size:16px;line-height:1.4;${HEADING}`, class: 'ink' },
  h5: { style: `margin:16px 0 8px;font-size:16px;line-height:1.4;${HEADING}`, class: 'ink' },
  h6: { style: `margin:16px 0 8px;font-size:16px;line-height:1.4;${HEADING}`, class: 'ink' },
  ul: { style: `margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.55;${INK}`, class: 'ink' },
  ol: { style: `margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.55;${INK}`, class: 'ink' },
  blockquote: { style: 'margin:0 0 16px;padding-left:16px;border-left:3px solid #c6d2d8', class: 'line' },
  hr: { style: 'margin:24px 0;border:0;border-top:1px solid #c6d2d8', class: 'line' },
  table: { style: 'border-collapse:collapse;margin:0 0 16px' },
  th: { style: `padding:6px 12px 6px 0;text-align:left;font-size:15px;${INK}`, class: 'ink' },
  td: { style: `padding:6px 12px 6px 0;text-align:left;font-size:15px;vertical-align:top;${INK}`, class: 'ink' },
  pre: { style: `margin:0 0 16px;white-space:pre-wrap;${CODE};line-height:1.5;${INK}`, class: 'ink' },
  code: { style: CODE },
}
const PICTURE = 'max-width:100%;height:auto;border-radius:8px'

/**
 * Fills the fields of rendered Markdown and styles it for mail programs: escapes values, makes addresses absolute, and
 * replaces frames by links. Linear time.
 * @param html rendered from the text with its fields.
 */
export function filledHtml(html: string, filled: Filled): string {
  const pieces = piecesOf(html)
  const written: string[] = []
  let insideLink = false
  for (let i = 0; i < pieces.length; i += 1) {
    const piece = pieces[i]!
    const lone = loneButton(pieces, i)
    if (lone) {
      const button = filled.buttons[lone]
      if (button) written.push(`<p style="margin:0 0 16px">${buttonLink(button.label, button.url, filled.site)}</p>`)
      i += 2
    } else if (piece.kind === 'text') written.push(textHtml(piece.html, filled, insideLink))
    else {
      written.push(tagHtml(piece, filled))
      if (piece.name === 'a') insideLink = !piece.closes
    }
  }
  return written.join('')
}

function loneButton(pieces: readonly HtmlPiece[], at: number): FieldName | null {
  const [open, text, close] = pieces.slice(at, at + 3)
  if (open?.kind !== 'tag' || open.name !== 'p' || open.closes || text?.kind !== 'text') return null
  if (close?.kind !== 'tag' || close.name !== 'p' || !close.closes) return null
  const inside = /^\{\{([^{}]{0,200})\}\}$/.exec(text.html.trim())
  const { name } = readPlaceholder(inside?.[1] ?? '')
  return isButton(name) ? name : null
}

const textHtml = (html: string, filled: Filled, insideLink: boolean) =>
  replaceFields(html, (name, fallback) => {
    const button = filled.buttons[name]
    if (button)
      return insideLink ? escapeHtml(button.label) : `${linkTag(button.url, filled)}${escapeHtml(button.label)}</a>`
    // The fallback is part of the rendered text and escaped already.
    return filled.values[name] ? escapeHtml(filled.values[name]) : fallback
  })

const linkTag = (href: string | null, { site }: Filled, title?: string | undefined) =>
  openTag('a', { href, title, class: 'accent', style: `color:${brandTones(site.color).light.fg}` })

function tagHtml({ name, closes, attributes }: Extract<HtmlPiece, { kind: 'tag' }>, filled: Filled): string {
  if (closes) return name === 'iframe' ? '' : `</${name}>`
  const address = (key: string) => {
    const written = attributes.get(key)
    return written === undefined ? null : filledAddress(written, filled)
  }
  const words = (key: string) => {
    const written = attributes.get(key)
    return written && replaceFields(written, (field, fallback) => filled.values[field] || fallback)
  }
  if (name === 'a') return linkTag(address('href'), filled, words('title'))
  if (name === 'img') {
    const src = address('src')
    return src && !isOfOtherSite(src, filled)
      ? openTag('img', { src, alt: words('alt') ?? '', title: words('title'), style: PICTURE })
      : ''
  }
  if (name === 'iframe') {
    const src = address('src')
    return src ? `<p>${linkTag(src, filled)}${escapeHtml(words('title') || src)}</a></p>` : ''
  }
  const look = Object.hasOwn(LOOKS, name) ? LOOKS[name] : undefined
  return openTag(name, { class: look?.class, style: look?.style })
}
