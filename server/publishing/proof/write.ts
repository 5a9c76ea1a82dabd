import { isShiftMessageKind } from '#server/deliveries/contract.ts'
import { type Crews, crewNames } from '#server/deliveries/crews.ts'
import type { JudgedDelivery } from '#server/deliveries/judge-queued.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import { questionOf } from '#server/deliveries/questions.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import { countSms } from '#server/deliveries/texts/sms.pure.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { ReadMessage } from './contract.ts'

/** Placeholder for a link code that is created on sending; same length, never valid. */
const EXAMPLE_CODE = 'Example1'

type By = { site: Site; origin: string; now: Date; crews: Crews }

/** Key shared by deliveries that are sent as one message. */
export const messageKey = ({ kind, channel, bundle, shift }: JudgedDelivery): string =>
  `${kind} ${channel} ${bundle ?? shift?.id}`

export function writeReadMessages(deliveries: readonly JudgedDelivery[], by: By): ReadMessage[] {
  const ofShifts = deliveries.filter(({ kind, shift }) => isShiftMessageKind(kind) && shift)
  const messages = groupBy(ofShifts, messageKey)
  return pairUp(
    [...messages.values()].map((items) => ({
      kind: items[0]!.kind,
      channel: items[0]!.channel,
      shifts: items.map(({ shift }) => shift?.id ?? 0),
      ...write(items, by),
    })),
  )
}

export function writeAbout(draft: Omit<MessageDraft, 'unsubscribe_url' | 'answer_url'>) {
  const asks = draft.items.some(({ question }) => question === 'now')
  const path = draft.channel === 'sms' ? 'a' : 'answer'
  return writeShiftMessage({
    ...draft,
    unsubscribe_url: `${draft.origin}/profile/emails/${EXAMPLE_CODE}`,
    ...(asks && { answer_url: `${draft.origin}/${path}/${EXAMPLE_CODE}` }),
  })
}

function write(items: readonly JudgedDelivery[], { site, origin, now, crews }: By) {
  const { kind, channel, person } = items[0]!
  if (!isShiftMessageKind(kind)) throw new Error(`${kind} is not about a shift.`)
  const shifts = items.flatMap(({ shift, before }) => (shift ? [{ shift, before }] : []))
  const cancelled = kind === 'shift.cancelled'
  return writeAbout({
    kind,
    channel,
    site,
    origin,
    person,
    now,
    items: shifts
      .map(({ shift, before }) => ({
        shift: cancelled ? { ...shift, ...before } : shift,
        before,
        question: questionOf(kind, shift, site, now),
        crew: crewNames(crews(shift.id, person.id)),
      }))
      .sort((a, b) => a.shift.start.localeCompare(b.shift.start)),
  })
}

type Written = {
  kind: string
  channel: 'email' | 'sms'
  shifts: number[]
  to: string
  subject: string
  text: string
  html: string
}

/** Pairs each text with the email of the same content. */
function pairUp(messages: readonly Written[]): ReadMessage[] {
  const texts = messages.filter(({ channel }) => channel === 'sms')
  const paired = new Set<Written>()
  const emails = messages
    .filter(({ channel }) => channel === 'email')
    .map(({ kind, shifts, subject, to, html }): ReadMessage => {
      const same = texts.find(
        (text) => text.kind === kind && !paired.has(text) && text.shifts.some((id) => shifts.includes(id)),
      )
      if (same) paired.add(same)
      return { kind, title: messageTitle(kind), email: { subject, to, html }, sms: same ? smsOf(same) : null }
    })
  return [
    ...emails,
    ...texts
      .filter((text) => !paired.has(text))
      .map((text) => ({ kind: text.kind, title: messageTitle(text.kind), email: null, sms: smsOf(text) })),
  ]
}

const smsOf = ({ text }: { text: string }) => ({ text, parts: countSms(text).segments })
