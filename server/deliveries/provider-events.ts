import { createVerify } from 'node:crypto'
import twilio from 'twilio'
import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { bounceCause, boundedDetail, returnCause } from './bounces.pure.ts'
import type { MessageEvent, PhoneEvent } from './record-event.ts'
import { parseDeliveryRef } from './transport.ts'

export const snsEnvelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: boundedText({ max: 200 }).min(1),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
export type SnsEnvelope = z.infer<typeof snsEnvelope>

const AMAZON = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/

/** Whether a URL belongs to Amazon SNS; certificates and confirmations are fetched only from there. */
export function isSnsUrl(text: string | undefined): boolean {
  if (!text || !URL.canParse(text)) return false
  const { protocol, hostname, port, username } = new URL(text)
  return protocol === 'https:' && AMAZON.test(hostname) && port === '' && username === ''
}

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** Verifies an envelope's signature with the certificate it names (Amazon SNS, verifying signatures). */
export async function isSignedBySns(
  envelope: SnsEnvelope,
  fetchCertificate: (url: string) => Promise<string>,
): Promise<boolean> {
  if (!isSnsUrl(envelope.SigningCertURL)) return false
  const text = SIGNED[envelope.Type]
    .flatMap((name) => (envelope[name] === undefined ? [] : [name, envelope[name]]))
    .join('\n')
  const verifier = createVerify(envelope.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1').update(
    `${text}\n`,
    'utf8',
  )
  try {
    return verifier.verify(await fetchCertificate(envelope.SigningCertURL), envelope.Signature, 'base64')
  } catch {
    return false
  }
}

/** Explanatory text; a wrong type must not lose the event. */
const detailText = z.string().optional().catch(undefined)

const sesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    timestamp: z.string(),
    tags: z.record(z.string(), z.array(z.string())).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string().optional(),
      bounceSubType: detailText,
      bouncedRecipients: z
        .array(z.object({ action: detailText, status: detailText, diagnosticCode: detailText }))
        .catch([]),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: detailText }).optional().catch(undefined),
  reject: z.object({ reason: z.string().optional() }).optional(),
})

const SES_KINDS: Record<string, MessageEvent['kind']> = {
  Send: 'sent',
  Delivery: 'delivered',
  Bounce: 'bounced',
  Complaint: 'complained',
  Reject: 'failed',
}

/**
 * Parses an SES event from an SNS message; null for any other. A temporary bounce counts as undelivered without
 * blocking the address; automatic replies and "not spam" feedback are ignored.
 */
export function sesMessageEvent(envelope: SnsEnvelope): MessageEvent | null {
  const parsed = sesEvent.safeParse(parseJson(envelope.Message))
  if (!parsed.success) return null
  const { eventType, mail, bounce, complaint, reject } = parsed.data
  const kind = SES_KINDS[eventType]
  const delivery_id = mail.tags?.delivery_id?.[0]
  if (!kind || !delivery_id || !parseDeliveryRef(delivery_id)) return null
  const recipient = bounce?.bouncedRecipients[0]
  const passing = kind === 'bounced' && bounce?.bounceType !== 'Permanent'
  const returned = passing ? returnCause(bounce?.bounceSubType, recipient) : undefined
  if (passing && !returned) return null
  if (kind === 'complained' && complaint?.complaintFeedbackType === 'not-spam') return null
  const attempt = mail.tags?.attempt_id?.[0]
  return {
    kind: returned ? 'failed' : kind,
    id: `sns:${envelope.MessageId}`,
    delivery_id,
    attempt_id: uuid(attempt),
    provider_id: mail.messageId,
    reason: returned ?? (bounce ? bounceCause(bounce.bounceSubType, recipient?.status) : boundedDetail(reject?.reason)),
    detail: boundedDetail(recipient?.diagnosticCode ?? complaint?.complaintFeedbackType),
    at: instant(mail.timestamp),
  }
}

const TWILIO_KINDS: Record<string, MessageEvent['kind']> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** Parses Twilio's report on a text; the callback's query names the delivery and the attempt. */
export function twilioMessageEvent(
  params: Record<string, string>,
  query: Record<string, string>,
  at: Date,
): MessageEvent | null {
  const kind = TWILIO_KINDS[params.MessageStatus ?? '']
  const { delivery, attempt } = query
  if (!kind || !delivery || !parseDeliveryRef(delivery) || !params.MessageSid) return null
  return {
    kind,
    id: `twilio:${params.MessageSid}:${params.MessageStatus}`,
    delivery_id: delivery,
    attempt_id: uuid(attempt),
    provider_id: params.MessageSid,
    reason: boundedDetail(params.ErrorCode),
    at,
  }
}

/** Twilio's STOP and START keywords, for numbers without a Messaging Service (`OptOutType`). */
const OPT_OUT_WORDS: ReadonlyMap<string, PhoneEvent['kind']> = new Map([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['START', 'UNSTOP', 'YES'].map((word) => [word, 'start'] as const),
])
const MAX_OPT_OUT_LENGTH = 40

function optOutOf({ OptOutType: type, Body: body = '' }: Record<string, string>): PhoneEvent['kind'] | undefined {
  if (type) return type === 'STOP' ? 'stop' : type === 'START' ? 'start' : undefined
  if (body.length > MAX_OPT_OUT_LENGTH) return undefined
  return OPT_OUT_WORDS.get(body.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
}

/** Parses an SMS reply: STOP or START, as recognised by Twilio, else by the whole text. */
export function twilioPhoneEvent(params: Record<string, string>, at: Date): PhoneEvent | null {
  const kind = optOutOf(params)
  return kind && params.From && params.MessageSid
    ? { kind, id: `twilio:${params.MessageSid}`, phone: params.From, at }
    : null
}

export const isSignedByTwilio = (
  token: string,
  signature: string,
  url: string,
  params: Record<string, string>,
): boolean => twilio.validateRequest(token, signature, url, params)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const uuid = (text: string | undefined) => (/^[0-9a-f-]{36}$/.test(text ?? '') ? text : undefined)

function instant(text: string): Date {
  const ms = Date.parse(text)
  return new Date(Number.isNaN(ms) ? 0 : ms)
}
