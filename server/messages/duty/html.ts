import type { MessageDraft } from '#server/deliveries/transport.ts'
import { escapeHtml as e, oneLine } from './plain.ts'
import { type DutyWords, dutyWords, headline } from './words.ts'

const STYLE = `
  body{margin:0;padding:0;background:#f5f8fa;color:#1d282e}
  .card{background:#ffffff;border:1px solid #e0e7eb;border-radius:12px}
  .dim{color:#48575f}.label{color:#48575f;width:84px}.line{border-top:1px solid #e0e7eb}
  .band{background:#01579b;color:#ffffff}.button{background:#01579b;color:#ffffff}.link{color:#01579b}
  @media (max-width:520px){.pad{padding-left:20px !important;padding-right:20px !important}.time{font-size:26px !important}.button{display:block !important;text-align:center}}
  @media (prefers-color-scheme:dark){
    body{background:#10171c;color:#e3eaee}.card{background:#182127;border-color:#2b3840}.dim,.label{color:#b6c4cc}.line{border-color:#2b3840}
    .strong{color:#e3eaee}.link{color:#81d4fa}
  }`

/** The HTML part: tables and inline sizes for mail programs, colours by class so that dark schemes can change them. No pictures but the logo. */
export function htmlPart(draft: MessageDraft): string {
  const { site } = draft
  const title = headline(draft)
  const cards = draft.items
    .map((item) => cardOf(dutyWords(draft, item), draft))
    .join('<tr><td style="height:16px"></td></tr>')
  const logo = site.logo
    ? `<img src="${e(new URL(site.logo, draft.origin).href)}" width="36" height="36" alt="" style="border-radius:8px;background:#fff;vertical-align:middle;margin-right:12px">`
    : ''
  return `<!doctype html><html lang="${e(site.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${e(title)}</title><style>${STYLE}</style></head>
<body><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="band pad" style="border-radius:12px;padding:18px 28px;font-size:17px;font-weight:600">${logo}${e(oneLine(site.name))}</td></tr>
<tr><td class="pad" style="padding:24px 28px 16px"><h1 class="strong" style="margin:0;font-size:22px;line-height:1.3;letter-spacing:-0.01em">${e(title)}${greeting(draft)}</h1></td></tr>
${cards}
<tr><td class="pad dim" style="padding:24px 28px;font-size:13px">You get this because you volunteer at ${e(oneLine(site.name))}. Questions: ${contactOf(draft)}<br><a class="link" href="${e(draft.unsubscribe_url)}">Choose which emails you get, or turn them off</a></td></tr>
</table></td></tr></table></body></html>`
}

const greeting = (draft: MessageDraft) => {
  const name = oneLine(draft.person.name).split(' ')[0]
  return name ? `, ${e(name)}` : ''
}

function contactOf({ site }: MessageDraft): string {
  if (!site.contact_email) return e(oneLine(site.contact_name))
  return `${e(oneLine(site.contact_name))} <a class="link" href="mailto:${e(site.contact_email)}">${e(site.contact_email)}</a>`
}

function cardOf(words: DutyWords, draft: MessageDraft): string {
  const cancelled = draft.kind === 'shift.cancelled'
  const facts: [string, string][] = [
    ['Event', words.event],
    ['Duty', words.duty],
    ['Place', words.place],
    ['Contact', words.contact],
  ]
  const rows = facts
    .filter(([, value]) => value)
    .map(
      ([label, value]) =>
        `<tr><td class="label line" style="padding:10px 12px 10px 0;vertical-align:top;font-size:14px">${label}</td><td class="line strong" style="padding:10px 0;vertical-align:top;overflow-wrap:anywhere">${e(value)}</td></tr>`,
    )
    .join('')
  const changes = words.changes
    .map((line) => `<p class="dim" style="margin:4px 0 0;font-size:14px">${e(line)}</p>`)
    .join('')
  const button = cancelled
    ? ''
    : `<p style="margin:20px 0 0"><a class="button" href="${e(words.url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;font-weight:600;text-decoration:none">See your shift</a></p>`
  const struck = cancelled ? 'text-decoration:line-through;' : ''
  return `<tr><td class="card pad" style="padding:24px 28px">
<p class="dim" style="margin:0;font-size:15px;${struck}">${e(words.date)}</p>
<p class="time strong" style="margin:2px 0 0;font-size:30px;line-height:1.2;font-weight:650;letter-spacing:-0.02em;${struck}">${e(words.time)}</p>
<p class="dim" style="margin:2px 0 0;font-size:13px">${e(words.zone)}</p>${changes}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:16px">${rows}</table>${button}</td></tr>`
}
