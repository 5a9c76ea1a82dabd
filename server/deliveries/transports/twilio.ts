import twilio from 'twilio'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { Outcome, Trace, Transport } from '../transport.ts'

export type TwilioSettings = {
  accountSid: string
  authToken: string
  from: string
  endpoint?: string | undefined
  timeoutMs?: number
  /** Returns Twilio's callback URL; its query names the delivery and the attempt. */
  statusCallback?: (site: number, delivery: string, attempt: string) => string | undefined
}

/** Four hours: a reminder delayed longer by the provider is useless. */
const VALID_SECONDS = 4 * 3600

/** Twilio's codes for numbers that never accept a message: STOP, invalid, not a mobile, blocked region. */
const UNREACHABLE_CODES = new Set([21211, 21214, 21610, 21612, 21614, 21408, 21265])
/** Twilio's codes for a sender that is not ours or cannot send. */
const SENDER_CODES = new Set([21212, 21603, 21606, 21659, 21660])
const REFUSED_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

export function twilioOutcome(error: unknown): Outcome {
  const { status, code, message = '' } = error as { status?: number; code?: number | string; message?: string }
  const reason = cutText(`${code ?? status ?? 'error'}: ${message}`, 300)
  if (typeof code === 'string' && REFUSED_CONNECTION.has(code)) return { kind: 'refused', reason }
  if (status === 429 || code === 20429 || code === 14107) return { kind: 'refused', reason }
  if (typeof code === 'number' && UNREACHABLE_CODES.has(code)) return { kind: 'rejected', reason }
  if (status === 408) return { kind: 'ambiguous', reason }
  // These concern our account or number; the message is sent once they are corrected.
  if (status === 401 || status === 403 || status === 404 || (typeof code === 'number' && SENDER_CODES.has(code)))
    return { kind: 'refused', reason, ours: true }
  if (status !== undefined && status >= 400 && status < 500) return { kind: 'rejected', reason }
  return { kind: 'ambiguous', reason }
}

/**
 * Sends SMS through Twilio. Texts carry no reference, so a lost response is looked up by recipient, time and body. No
 * filter by DateSent: texts still queued at Twilio have none, and would be sent twice.
 */
export function createTwilioTransport(settings: TwilioSettings): Transport {
  const client = twilio(settings.accountSid, settings.authToken, {
    autoRetry: false,
    maxRetries: 0,
    httpClient: httpClient(settings),
  })
  return {
    send: async (message) => {
      const statusCallback = settings.statusCallback?.(message.site, message.delivery_id, message.attempt_id)
      try {
        const { sid } = await client.messages.create({
          to: message.to,
          from: settings.from,
          body: message.text,
          validityPeriod: VALID_SECONDS,
          ...(statusCallback && { statusCallback }),
        })
        return { kind: 'sent', provider_id: sid }
      } catch (error) {
        return twilioOutcome(error)
      }
    },
    check: async () => {
      const { status } = await client.api.v2010.accounts(settings.accountSid).fetch()
      return status === 'active' ? null : `The account is ${status}.`
    },
    trace: async ({ to, since, text }): Promise<Trace> => {
      const messages = await client.messages.list({ to, pageSize: 50, limit: 50 })
      const ours = messages.find(
        (message) =>
          message.from === settings.from &&
          message.body === text &&
          message.dateCreated >= new Date(since.getTime() - 1_000),
      )
      return ours ? { found: ours.sid } : 'none'
    },
  }
}

function httpClient({ endpoint, timeoutMs = 20_000 }: TwilioSettings) {
  const client = new twilio.RequestClient({ timeout: timeoutMs })
  if (!endpoint) return client
  const request = client.request.bind(client)
  client.request = (options) => {
    const { pathname, search } = new URL(options.uri)
    return request({ ...options, uri: `${endpoint}${pathname}${search}` })
  }
  return client
}
