import { FAREWELL, INVITATION } from '#server/deliveries/account-notices.ts'
import {
  buttonLink,
  contactLine,
  greeting,
  isPlainAddress,
  mailPage,
  type PageSite,
} from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { NoticeKind, WrittenMessage } from '#server/deliveries/transport.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'

/** A mail about somebody's account: a changed password, an invitation, a code. */
export type Notice = {
  kind: NoticeKind
  site: PageSite
  origin: string
  person: { name: string; email: string }
  title: string
  paragraphs: readonly string[]
  action?: { label: string; url: string } | undefined
}

/** Explains why the mail goes to this address, when it is not simply the owner's. */
const WHY: Partial<Record<NoticeKind, string>> = {
  'account.registration': 'you are an admin of',
  'account.unproved': 'you are an admin of',
  'account.operator': 'you run, or are invited to run,',
  'account.admin_added': 'you are an admin of',
  'account.unavailable': 'you coordinate events at',
  'account.registered': 'this address was given in a registration at',
  'account.email_confirm': 'this address was given for an account at',
  [INVITATION]: 'you were added to',
  [FAREWELL]: 'you had an account at',
}

/**
 * Writes a mail about an account. It has no unsubscribe headers, since such mails cannot be turned off.
 * @throws TypeError when the action's address is not http or https.
 */
export function writeNotice({ kind, site, origin, person, title, paragraphs, action }: Notice): WrittenMessage {
  if (action && !/^https?:$/.test(new URL(action.url).protocol)) throw new TypeError('The action needs a web address.')
  const heading = oneLine(title)
  const lines = [greeting(person.name), ...paragraphs.map(oneLine)].filter(Boolean)
  const club = oneLine(site.name)
  const reason = `You get this because ${WHY[kind] ?? 'you have an account at'} ${club}.`
  return {
    to: person.email,
    reply_to: isPlainAddress(site.contact_email) ? site.contact_email : undefined,
    subject: heading,
    text: [
      heading,
      ...lines,
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      club,
      contactLine(site),
      reason,
    ].join('\n\n'),
    html: mailPage({
      site,
      origin,
      title: heading,
      preview: lines.join(' '),
      body: bodyOf(heading, lines, action, site),
      foot: [e(reason)],
    }),
    headers: {},
    attachments: [],
  }
}

function bodyOf(heading: string, lines: readonly string[], action: Notice['action'], site: PageSite): string {
  const paragraph = (line: string) =>
    `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1d282e">${e(line)}</p>`
  const button = action
    ? `<p style="margin:8px 0 16px">${buttonLink(action.label, action.url, site)}</p><p class="dim" style="margin:0;font-size:13px;line-height:1.5;color:#48575f">Or open this address: ${e(action.url)}</p>`
    : ''
  return `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.3;font-weight:600;letter-spacing:-0.01em;color:#1d282e">${e(heading)}</h1>\n${lines.map(paragraph).join('\n')}\n${button}`
}
