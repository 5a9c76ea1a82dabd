import { createAnswerLinks } from '#server/answers/links/store.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { test as base } from './fixture.ts'
import { makeShift, messagingFor } from './messages/messaging.ts'

/** A Saturday at nine in London, seventeen days ahead. */
export const SHIFT_START = '2027-03-20T09:00:00Z'
export const NOW = new Date('2027-03-03T11:00:00Z')

const LINK = /https:\/\/\S+?\/((?:answer|a)\/[\w.-]+)/

/** A published shift of a member, with the messages that ask about it, sent by the real planner and sender. */
export const test = base
  .extend('startsAt', { scope: 'file' }, () => NOW as Date | null)
  .extend('outbox', async ({ world, api, site }, { onCleanup }) => {
    const secret = api.context.config.SESSION_SECRET
    const { messaging, transports } = messagingFor(world, {
      write: writeShiftMessage,
      linkAnswers: createAnswerLinks(secret),
      writeNotice: createNoticeWriter(secret),
    })
    onCleanup(() => messaging.stop())
    /** Plans and sends what is due now. @returns the mails and texts of the site. */
    return async () => {
      transports.email.sent.length = 0
      transports.sms.sent.length = 0
      await messaging.plan()
      const here = (message: { site: number }) => message.site === site.id
      return { mails: transports.email.sent.filter(here), texts: transports.sms.sent.filter(here) }
    }
  })
  .extend('shiftOf', ({ world, site }) => async (person: { id: number }, over: Record<string, unknown> = {}) => {
    const event = await world.insert(site, 'events', { name: 'Race', start: SHIFT_START, end: '2027-03-20T13:00:00Z' })
    const roster = { site, person: { ...person, name: '', email: '' }, event: event.id }
    return makeShift(world, roster, SHIFT_START, over)
  })
  .extend(
    'answerAs',
    ({ api, site, callApi }) =>
      async (who: { id: number; email: string }, shift: number, body: object) =>
        callApi('PUT', `/shifts/${shift}/answer`, await api.signIn(site, who), body),
  )
  /** Uses a link that may be invalid. @returns the whole answer, to compare it with another. */
  .extend('use', ({ api }) => async (at: Site, path: string, body: object) => {
    const { status, text } = await api.call(at, { method: 'POST', path, body })
    return `${status} ${text}`
  })
  .extend('answersOf', ({ world, site }) => async (shift: number) => {
    const { rows } = await world.superuser.query(
      `select s.answer, s.person::int, s.answer_reason as reason, s.answered_by::int, (select count(*)::int from core.answers a where a.site_id = s.site_id and a.shift = s.id) as given
       from core.shift_facts s where s.site_id = $1 and s.id = $2`,
      [site.id, shift],
    )
    return rows[0] as {
      answer: string | null
      person: number | null
      reason: string
      answered_by: number | null
      given: number
    }
  })

export const tokenIn = ({ text }: { text: string }): string => LINK.exec(text)?.[1]?.split('/')[1] ?? ''

/** A signature that differs only in its last character. */
export const forged = (signature: string): string => `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`
