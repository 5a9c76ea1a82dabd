import { FAREWELL } from '#server/deliveries/account-notices.ts'
import { ascii, oneLine } from '#server/deliveries/texts/plain.ts'
import { instantText } from '#server/deliveries/texts/shift/shift-text.ts'
import type { WriteNotice } from '#server/deliveries/transport.ts'
import { derivedCode, derivedToken } from '#server/engine/kernel/derive.ts'
import { writeNotice } from './write.ts'

/**
 * Writes the messages that `queueNotices` stored. `{token}` in the action's path and `{code}` in a paragraph are derived from
 * the product's secret now. The title gets neither: it is stored as the subject and may hold a name that a club chose. `{name}`
 * and `{email}` belong to the person that the message is about, `{at}` and `{until}` to its times.
 */
export const createNoticeWriter =
  (secret: string): WriteNotice =>
  ({ kind, channel, site, origin, person, about, facts }) => {
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
    const paragraphs = facts.paragraphs.map((text) => fill(text.replaceAll('{code}', code)))
    if (channel === 'sms')
      return {
        to: facts.to ?? person.phone ?? '',
        subject: '',
        text: ascii(oneLine(paragraphs.join(' '))).slice(0, 160),
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
      action: facts.action && {
        label: facts.action.label,
        url: `${origin}${facts.action.path.replaceAll('{token}', token)}`,
      },
    })
  }
