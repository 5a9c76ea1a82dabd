import { FAREWELL } from '#server/deliveries/account-notices.ts'
import { ascii, oneLine, shorten } from '#server/deliveries/texts/plain.ts'
import { instantText } from '#server/deliveries/texts/shift/shift-text.ts'
import type { NoticeFacts, WriteNotice } from '#server/deliveries/transport.ts'
import { derivedCode, derivedToken } from '#server/engine/kernel/derive.ts'
import { writeNotice } from './write.ts'

/** One part of GSM 03.38. */
const SMS_LENGTH = 160

/** Writes an SMS of one part: the club, the text, and its link, which is never cut. */
function ownText(site: { prefix: string; name: string }, text: string, url: string): string {
  const club = ascii(site.prefix) || shorten(ascii(site.name), 24)
  const words = `${club}: ${ascii(text.replace('{link}', ''))}`
  if (!text.includes('{link}')) return shorten(words, SMS_LENGTH)
  return `${shorten(words, SMS_LENGTH - url.length - 1)} ${url}`
}

/**
 * Writes the messages that `queueNotices` stored. `{token}` in the action's path and `{code}` in a paragraph are derived from
 * the product's secret now. The title gets neither: it is stored as the subject and may hold a name that a club chose. `{name}`
 * and `{email}` belong to the person that the message is about, `{at}` and `{until}` to its times.
 */
export const createNoticeWriter =
  (secret: string): WriteNotice =>
  ({ kind, channel, site, origin, person, about, facts, unsubscribe_url }) => {
    const { derive, times } = facts
    const moment = (at?: string) => (at ? instantText(at, site, person.settings) : '')
    const fill = (text: string) =>
      text
        .replaceAll('{at}', () => moment(times?.at))
        .replaceAll('{until}', () => moment(times?.until))
        .replaceAll('{name}', () => about?.name || about?.email || '')
        .replaceAll('{email}', () => about?.email ?? '')
    const token = () => (derive ? derivedToken(secret, derive.purpose, derive.id) : '')
    const code = () => (derive ? derivedCode(secret, derive.purpose, derive.id) : '')
    const linkTo = (action: NoticeFacts['action']) =>
      action && { label: action.label, url: `${origin}${action.path.replaceAll('{token}', token)}` }
    const paragraphs = facts.paragraphs.map((text) => fill(text.replaceAll('{code}', code)))
    if (channel === 'sms')
      return {
        to: facts.to ?? person.phone ?? '',
        subject: '',
        text: facts.sms
          ? ownText(site, fill(facts.sms), linkTo(facts.action)?.url ?? '')
          : ascii(oneLine(paragraphs.join(' '))).slice(0, SMS_LENGTH),
        html: '',
        headers: {},
        attachments: [],
      }
    return writeNotice({
      kind,
      site,
      origin,
      person: { name: kind === FAREWELL ? '' : person.name, email: facts.to ?? person.email },
      title: fill(facts.title),
      paragraphs,
      action: linkTo(facts.action),
      other_action: linkTo(facts.other_action),
      unsubscribe_url,
    })
  }
