import type { Buttons } from '#server/deliveries/texts/fields.pure.ts'
import { contactLine, isPlainAddress, mailPage } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { AttachedFile, WrittenMessage } from '#server/deliveries/transport.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { plainHtml } from '#server/markdown/plain.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type Switch, switchOf } from '#server/messages/audience/contract.ts'
import type { Origin } from '#server/messages/contract.ts'
import { type ContentFacts, fieldValues } from './facts.ts'
import { filledHtml } from './html.ts'
import { filledText, plainText } from './plain-text.ts'
import { reasonText } from './reason.ts'

export type BulkContent = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  /** The rendered body; null shows the Markdown source. */
  rendered_html: string | null
  audience: Audience
  origin: Origin | null
  reply_to: 'site' | 'sender'
  attachments: readonly StoredFile[]
}

export type StoredFile = AttachedFile & { id: number; size: number }

export type BulkDraft = {
  content: BulkContent
  facts: ContentFacts
  site: Site
  origin: string
  person: { id: number; name: string; email: string; phone: string | null; email_uid: string; settings?: unknown }
  /** Names of all who share this address. */
  names?: readonly string[] | undefined
  test?: boolean
}

const STREAMS: Record<Switch, string> = {
  email_notifications: 'notifications',
  email_newsletters: 'newsletters',
  sms_notifications: '',
}

/**
 * Renders a message for one recipient; shared by preview, test and worker. Values cannot add headers or run tags:
 * subjects are one line, values are escaped.
 */
export function writeBulk({ content, facts, site, origin, person, names, test = false }: BulkDraft): WrittenMessage {
  if (content.kind === 'sms')
    return {
      to: person.phone ?? '',
      subject: '',
      text: `${test ? '[Test] ' : ''}${smsWriter({ body: content.body, facts, site, origin })(person, names)}`,
      html: '',
      headers: {},
      attachments: [],
    }
  const values = fieldValues(facts, site, person, names)
  const buttons = buttonsOf(facts, origin)
  const subject = oneLine(`${test ? '[Test] ' : ''}${filledText(content.subject, values)}`)
  const url = `${origin}/profile/emails/${person.email_uid}?stream=${STREAMS[switchOf('email', content.audience)]}`
  const reason = `You get this because ${reasonText(content.audience, person.id, { names: facts.names, site, settings: person.settings })}.`
  const from = content.reply_to === 'sender' ? answeredBySender(site, facts) : site
  const replyTo = from.contact_email
  const body = filledHtml(content.rendered_html ?? plainHtml(content.body), { values, buttons, site, origin })
  const text = plainText(body)
  return {
    to: person.email,
    reply_to: isPlainAddress(replyTo) ? replyTo : undefined,
    subject,
    text: [text, contactLine(from), reason, `Choose which emails you get: ${url}`].filter(Boolean).join('\n\n'),
    html: mailPage({
      site: from,
      origin,
      title: subject,
      preview: cutText(oneLine(cutText(text, 300)), 150),
      body: `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.3;font-weight:600;color:#1d282e">${e(subject)}</h1>${body}`,
      foot: [e(reason), `<a href="${e(url)}" style="color:#48575f">Choose which emails you get, or turn them off</a>.`],
    }),
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    attachments: [],
    files: content.attachments,
  }
}

/** The site as shown in the foot of a mail whose replies go to its sender. */
const answeredBySender = (site: Site, { sender, sender_email }: ContentFacts): Site => ({
  ...site,
  contact_name: sender,
  contact_email: sender_email,
})

function buttonsOf({ event }: ContentFacts, origin: string): Buttons {
  const name = oneLine(event?.name ?? '')
  return {
    ...(event && {
      'button.sign_up': { label: name ? `Sign up for ${name}` : 'Sign up', url: `${origin}/events/${event.id}` },
      'button.event': { label: name ? `See ${name}` : 'See the event', url: `${origin}/events/${event.id}` },
    }),
    'button.shifts': { label: 'See my shifts', url: `${origin}/profile/shifts` },
  }
}

type SmsDraft = { body: string } & Pick<BulkDraft, 'facts' | 'site' | 'origin'>

/** Returns a function that renders a text for each person. Buttons become their addresses. */
export function smsWriter({ body, facts, site, origin }: SmsDraft) {
  const buttons = buttonsOf(facts, origin)
  return (person: { id: number; name: string; settings?: unknown }, names?: readonly string[]): string =>
    smsText(filledText(body, fieldValues(facts, site, person, names), (name) => buttons[name]?.url ?? ''))
}

const smsText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
