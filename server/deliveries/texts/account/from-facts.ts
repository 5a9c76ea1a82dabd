import { FAREWELL } from '#server/deliveries/account-notices.ts'
import { shiftWords } from '#server/deliveries/texts/named-shift.ts'
import { ascii, oneLine, shorten } from '#server/deliveries/texts/plain.ts'
import { clockOf, instantText, statedText } from '#server/deliveries/texts/shift/shift-text.ts'
import { shortDate, timeRange, wallClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { NoticeFacts, NoticeTime, WriteNotice } from '#server/deliveries/transport.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { derivedCode, derivedToken } from '#server/engine/kernel/derive.ts'
import { noticeSms } from './notice-sms.ts'
import { isStruck, writeNotice } from './write.ts'

/** One part of GSM 03.38. */
const SMS_LENGTH = 160

/**
 * Writes messages stored by `queueNotices`. Derives `{token}` in the action's path and `{code}` in paragraphs from the
 * product's secret. Excludes both from the title, which is stored and may hold a site's name. `{name}` and `{email}`
 * belong to the subject person, `{at}`, `{given}`, `{until}`, `{kept}` and `{span}` to its times, `{shift:7}` to its shifts.
 */
export const createNoticeWriter =
  (secret: string): WriteNotice =>
  ({ kind, channel, site, origin, person, about, lists = {}, crews = () => [], now, facts, unsubscribe_url }) => {
    const { derive, times = {}, shifts = [] } = facts
    const clock = clockOf(site, person.settings, now)
    const name = about?.name || about?.email || ''
    const fill = (text: string) =>
      text
        .replace(/\{(at|given|until|kept)\}/g, (_, time: NoticeTime) => {
          const at = times[time]
          return at ? instantText(at, site, person.settings) : ''
        })
        .replace(/\{shift:(\d+)\}/g, (_, id) => {
          const shift = shifts.find((one) => one.id === Number(id))
          return shift ? shiftWords(shift, clock) : 'a shift'
        })
        .replace('{span}', () => (times.at && times.until ? timeRange(times.at, times.until, clock) : ''))
        .replaceAll('{name}', () => name)
        .replaceAll('{email}', () => about?.email ?? '')
    const token = () => (derive ? derivedToken(secret, derive.purpose, derive.id) : '')
    const code = () => (derive ? derivedCode(secret, derive.purpose, derive.id) : '')
    const linkTo = (action: NoticeFacts['action']) =>
      action && { label: action.label, url: `${origin}${action.path.replaceAll('{token}', token)}` }
    const listed = (text: string) =>
      Object.entries(lists).reduce((filled, [key, names]) => filled.replaceAll(`{${key}}`, () => names), text)
    const paragraphs = facts.paragraphs.map((text) => listed(fill(text.replaceAll('{code}', code))))
    if (channel === 'sms')
      return {
        to: facts.to ?? person.phone ?? '',
        subject: '',
        text: facts.sms
          ? noticeSms({
              club: ascii(site.prefix) || shorten(ascii(site.name), 24),
              text: facts.sms,
              names: { ...facts.names, name, email: about?.email ?? '' },
              moments: Object.fromEntries(
                Object.entries(times).map(([key, at]) => [
                  key,
                  `${shortDate(at, clock)} ${wallClock(at, site.timezone, clock.timeFormat)}`,
                ]),
              ),
              url: facts.sms_path ? `${origin}${facts.sms_path}` : (linkTo(facts.action)?.url ?? ''),
            })
          : cutText(ascii(oneLine(paragraphs.join(' '))), SMS_LENGTH),
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
      shifts: shifts.map((shift) =>
        statedText(
          { ...shift, crew: shift.id === null || isStruck(kind) ? [] : crews(shift.id) },
          { site, origin, now, person },
        ),
      ),
      action: linkTo(facts.action),
      other_action: linkTo(facts.other_action),
      unsubscribe_url,
    })
  }
