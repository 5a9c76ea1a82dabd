import { FAREWELL, INVITATION } from '#server/deliveries/account-notices.ts'
import { isRosterNoticeKind, noticeRule } from '#server/deliveries/roster-notice-kinds.ts'
import {
  buttonLink,
  contactLine,
  greeting,
  isPlainAddress,
  mailPage,
  type PageSite,
} from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import {
  type Button,
  isList,
  leadLine,
  mailButtons,
  quietLine,
  shiftCards,
} from '#server/deliveries/texts/shift/layout.ts'
import { type ShiftText, shiftLine } from '#server/deliveries/texts/shift/shift-text.ts'
import { shiftBlocks } from '#server/deliveries/texts/shift/text.ts'
import type { NoticeKind, WrittenMessage } from '#server/deliveries/transport.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'

export type Notice = {
  kind: NoticeKind
  site: PageSite
  origin: string
  person: { name: string; email: string }
  title: string
  paragraphs: readonly string[]
  action?: { label: string; url: string } | undefined
  other_action?: { label: string; url: string } | undefined
  /** The shifts or event that it is about, in the layout of messages about shifts. */
  shifts?: readonly ShiftText[]
  /** Page for turning such mails off; absent if that is not possible. */
  unsubscribe_url?: string | undefined
}

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

const TURN_OFF = 'Choose which emails you get, or turn them off'

/**
 * Writes an account mail, or another stored as paragraphs, with unsubscribe headers if it can be turned off.
 * @throws TypeError if an action's address is not http or https.
 */
export function writeNotice(notice: Notice): WrittenMessage {
  const { kind, site, origin, person, title, paragraphs, shifts = [], unsubscribe_url } = notice
  const actions = [notice.action, notice.other_action].flatMap((one) => one ?? [])
  if (actions.some(({ url }) => !/^https?:$/.test(new URL(url).protocol)))
    throw new TypeError('The action needs a web address.')
  const heading = oneLine(title)
  const hello = greeting(person.name)
  const said = paragraphs.map(oneLine).filter(Boolean)
  const club = oneLine(site.name)
  const rule = isRosterNoticeKind(kind) ? noticeRule(kind) : null
  const because = rule?.why ?? WHY[kind] ?? 'you have an account at'
  const reason = `You get this because ${because} ${club}.`
  const stream = unsubscribe_url && `${unsubscribe_url}?stream=notifications`
  const ways = [
    ...(rule?.stop && unsubscribe_url
      ? [{ label: rule.stop.label, url: `${unsubscribe_url}?stream=${rule.stop.stream}` }]
      : []),
    ...(stream ? [{ label: TURN_OFF, url: stream }] : []),
  ]
  return {
    to: person.email,
    reply_to: isPlainAddress(site.contact_email) ? site.contact_email : undefined,
    subject: heading,
    text: [
      heading,
      ...[hello].filter(Boolean),
      ...shiftBlocks(shifts),
      ...said,
      ...actions.map(({ label, url }) => `${label}:\n${url}`),
      club,
      contactLine(site),
      reason,
      ...ways.map(({ label, url }) => `${label}:\n${url}`),
    ].join('\n\n'),
    html: mailPage({
      site,
      origin,
      title: heading,
      preview: [...shifts.slice(0, 5).map(shiftLine), ...said].join(' / '),
      body: shifts.length
        ? shiftBody(notice, { lead: [hello, heading].filter(Boolean), said, actions })
        : plainBody(heading, [hello, ...said].filter(Boolean), actions, site),
      foot: [
        [e(reason), ...ways.map(({ label, url }) => `<a href="${e(url)}" style="color:#48575f">${label}</a>.`)].join(
          ' ',
        ),
      ],
    }),
    headers: stream ? { 'List-Unsubscribe': `<${stream}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
    attachments: [],
  }
}

/** Whether a notice is about what is off, or no longer the reader's. */
export const isStruck = (kind: NoticeKind): boolean => kind === 'event.called_off' || kind === 'cover.found'

/** The layout of every mail about shifts: who is asked has the buttons first, others read what has happened. */
function shiftBody(
  { kind, site, shifts = [] }: Notice,
  { lead, said, actions }: { lead: readonly string[]; said: readonly string[]; actions: readonly Button[] },
): string {
  const buttons = mailButtons(actions, site)
  const asks = actions.length > 1
  return [
    leadLine(lead),
    shiftCards(
      shifts.map((words) => ({ words })),
      { site, struck: isStruck(kind), list: isList(shifts) },
    ),
    ...(asks
      ? [buttons, ...said.map((line) => quietLine(e(line)))]
      : [...said.map((line) => leadLine([line])), buttons]),
  ].join('\n')
}

function plainBody(heading: string, lines: readonly string[], actions: readonly Button[], site: PageSite): string {
  const buttons = actions.map(
    ({ label, url }) =>
      `<p style="margin:8px 0 16px">${buttonLink(label, url, site)}</p><p class="dim" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#48575f">Or open this address: ${e(url)}</p>`,
  )
  return `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.3;font-weight:600;letter-spacing:-0.01em;color:#1d282e">${e(heading)}</h1>\n${lines.map((line) => leadLine([line])).join('\n')}\n${buttons.join('\n')}`
}
