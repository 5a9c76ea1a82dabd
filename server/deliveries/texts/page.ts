import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import { brandTones } from '#server/organisation/brand/contract.ts'
import { oneLine } from './plain.ts'

export type PageSite = {
  name: string
  locale: string
  logo: string | null
  color: string
  contact_name: string
  contact_email: string
}

type Page = {
  site: PageSite
  origin: string
  title: string
  /** Preview text beside the subject in an inbox. */
  preview: string
  body: string
  /** HTML, already escaped: one line each. */
  foot: readonly string[]
}

const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Styles that cannot be inline: dark scheme and narrow screens. Mail programs that ignore them show the light, wide layout. */
const style = (accent: string) => `
@media (prefers-color-scheme:dark){
body,.canvas{background:#10171c !important}.card{background:#182127 !important}.ink,.ink a{color:#e3eaee !important}
.dim,.dim a{color:#b6c4cc !important}.accent{color:${accent} !important}.line{border-color:#2b3840 !important}
.note{background:#352809 !important;color:#ffd682 !important}}
@media (max-width:520px){
.outer{padding:0 !important}.card{border-radius:0 !important}.pad{padding-left:20px !important;padding-right:20px !important}
.big{font-size:34px !important}.long{font-size:26px !important}.wide{display:block !important}}`

/**
 * Renders an HTML mail: tables, one white card, site name above and contact below. Light colours are inline; classes
 * serve dark schemes and phones only. Complete without images: the only one is the logo.
 */
export function mailPage({ site, origin, title, preview, body, foot }: Page): string {
  const club = e(oneLine(site.name))
  const notes = [contactHtml(site), ...foot].map((line) => `<p style="margin:0 0 6px">${line}</p>`).join('')
  return `<!doctype html>
<html lang="${e(oneLine(site.locale))}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${e(title)}</title><style>${style(brandTones(site.color).dark.fg)}</style></head>
<body style="margin:0;padding:0;background:#f5f8fa">
<div style="display:none;max-height:0;overflow:hidden">${e(preview)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f8fa;font-family:${FONT}"><tr><td class="outer" align="center" style="padding:32px 12px 40px">
<table role="presentation" class="card ink" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:12px;color:#1d282e;text-align:left;overflow-wrap:anywhere">
<tr><td class="pad" style="padding:24px 36px 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${logo(site.logo, origin)}<td class="ink" style="font-size:15px;line-height:1.35;font-weight:600;color:#1d282e">${club}</td></tr></table></td></tr>
<tr><td class="pad" style="padding:24px 36px 8px">${body}</td></tr>
<tr><td class="pad dim" style="padding:20px 36px 26px;font-size:13px;line-height:1.6;color:#48575f">${notes}</td></tr>
</table></td></tr></table></body></html>`
}

/** The main action of a mail: white on the brand colour, legible on light and dark grounds. */
export const buttonLink = (label: string, url: string, { color }: Pick<PageSite, 'color'>) =>
  `<a class="wide" href="${e(url)}" style="display:inline-block;box-sizing:border-box;min-width:240px;padding:15px 28px;border-radius:8px;background:${brandTones(color).filled};color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-align:center;text-decoration:none">${e(label)}</a>`

/** The second action: same size, outlined. */
export const outlineLink = (label: string, url: string) =>
  `<a class="wide ink" href="${e(url)}" style="display:inline-block;box-sizing:border-box;min-width:240px;margin-top:8px;padding:13px 26px;border:2px solid #6b7a83;border-radius:8px;color:#1d282e;font-size:16px;line-height:22px;font-weight:600;text-align:center;text-decoration:none">${e(label)}</a>`

/** Returns "Hello Ann,"; empty without a name. */
export function greeting(name: string): string {
  const first = oneLine(name).split(' ')[0]
  return first ? `Hello ${first},` : ''
}

/** Whether a text is one plain address, safe in a header: no list, name or comment. */
export const isPlainAddress = (text: string) => /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(text)

function contactHtml({ name, contact_name, contact_email }: PageSite): string {
  const who = [oneLine(contact_name), oneLine(name)].filter((part, i, all) => part && all.indexOf(part) === i)
  if (!isPlainAddress(contact_email)) return `Questions? Ask ${e(who.join(', '))}.`
  return `Questions? Reply to this email and it goes to ${e(who.join(', '))}.`
}

export const contactLine = (site: PageSite) =>
  isPlainAddress(site.contact_email)
    ? `Questions? Reply to this email and it goes to ${[oneLine(site.contact_name), site.contact_email].filter(Boolean).join(', ')}.`
    : `Questions? Ask ${oneLine(site.contact_name) || oneLine(site.name)}.`

function logo(path: string | null, origin: string): string {
  if (!path || !URL.canParse(path, origin)) return ''
  const { protocol, href } = new URL(path, origin)
  if (protocol !== 'https:' && protocol !== 'http:') return ''
  return `<td style="padding-right:12px"><img src="${e(href)}" width="36" height="36" alt="" style="display:block;border-radius:8px;background:#ffffff"></td>`
}
