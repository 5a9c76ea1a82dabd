import { isPlainAddress, mailPage } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { Attachment, WrittenMessage } from '#server/deliveries/transport.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { plainHtml } from '#server/markdown/plain.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type Switch, switchOf } from '#server/messages/audience/contract.ts'
import { type ContentFacts, fieldValues } from './facts.ts'
import { type Buttons, filledHtml } from './html.ts'
import { filledText, plainText } from './plain-text.ts'

export type BulkContent = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  body: string
  /** The body as the renderer of Markdown made it; null shows it as it was typed. */
  rendered_html: string | null
  audience: Audience
  reply_to: 'site' | 'sender'
  sender_email: string
  /** Why a recipient gets it, such as "you are a Safety helm". */
  reason: string
  attachments: readonly Attachment[]
}

export type BulkDraft = {
  content: BulkContent
  facts: ContentFacts
  site: Site
  origin: string
  person: { id: number; name: string; email: string; phone: string | null; email_uid: string; settings?: unknown }
  /** The names of all who get it at this address. */
  names?: readonly string[] | undefined
  test?: boolean
}

const STREAMS: Record<Switch, string> = {
  email_notifications: 'notifications',
  email_newsletters: 'newsletters',
  sms_notifications: '',
}

/**
 * Writes a message as one recipient gets it. Preview, test and worker share it, so that all three say the same. No value can add a header
 * or run a tag: subjects are one line, values are escaped where they stand.
 */
export function writeBulk({ content, facts, site, origin, person, names, test = false }: BulkDraft): WrittenMessage {
  const values = fieldValues(facts, site, person, names)
  if (content.kind === 'sms')
    return {
      to: person.phone ?? '',
      subject: '',
      text: smsText(filledText(content.body, values, (name) => buttonsOf(facts, origin)[name]?.url ?? '')),
      html: '',
      headers: {},
      attachments: [],
    }
  const buttons = buttonsOf(facts, origin)
  const subject = oneLine(`${test ? '[Test] ' : ''}${filledText(content.subject, values)}`)
  const url = `${origin}/profile/emails/${person.email_uid}?stream=${STREAMS[switchOf('email', content.audience)]}`
  const reason = `You get this because ${content.reason} at ${oneLine(site.name)}.`
  const replyTo = content.reply_to === 'sender' ? content.sender_email : site.contact_email
  return {
    to: person.email,
    reply_to: isPlainAddress(replyTo) ? replyTo : undefined,
    subject,
    text: [plainText(content.body, values, buttons), reason, `Choose which emails you get: ${url}`].join('\n\n'),
    html: mailPage({
      site,
      origin,
      title: subject,
      preview: plainText(content.body.slice(0, 500), values, {}).slice(0, 150),
      body: filledHtml(content.rendered_html ?? plainHtml(content.body), { values, buttons, site, origin }),
      foot: [e(reason), `<a href="${e(url)}" style="color:#48575f">Choose which emails you get, or turn them off</a>.`],
    }),
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    attachments: content.attachments,
  }
}

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

const smsText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim()
