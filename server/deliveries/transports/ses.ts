import { GetSendQuotaCommand, SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import type { Outcome, Transport } from '../transport.ts'

export type SesSettings = {
  region: string
  /** Another endpoint than Amazon's, for tests. */
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  configurationSet?: string | undefined
  from: string
  timeoutMs?: number
}

/** Errors by which SES says that it took nothing and that a later try may succeed: too fast, or our own account is not in order. */
const RETRYABLE_ERRORS = new Set([
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'LimitExceededException',
  'AccountSendingPausedException',
  'ConfigurationSetSendingPausedException',
  'ConfigurationSetDoesNotExistException',
  'MailFromDomainNotVerifiedException',
])
const REFUSED_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** What an error of the SDK means for the message. Without an answer nobody knows. */
export function sesOutcome(error: unknown): Outcome {
  const {
    name = 'Error',
    code,
    message = '',
    $metadata,
  } = error as { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const reason = oneLine(`${name}: ${message}`).slice(0, 300)
  // 401 and 403 are about our keys, not about the message: it goes out once somebody has put them right.
  if (RETRYABLE_ERRORS.has(name) || status === 429 || status === 401 || status === 403)
    return { kind: 'refused', reason }
  if (status === 408) return { kind: 'ambiguous', reason }
  if (code && REFUSED_CONNECTION.has(code)) return { kind: 'refused', reason: code }
  if (status && status >= 400 && status < 500) return { kind: 'rejected', reason }
  return { kind: 'ambiguous', reason }
}

/**
 * Email through Amazon SES. The tags come back with every event of the message and say which attempt it was. The SDK's own
 * retries are off: it cannot know whether an unanswered call was accepted.
 */
export function createSesTransport({
  from,
  configurationSet,
  timeoutMs = 20_000,
  ...account
}: SesSettings): Transport & { close(): void } {
  const client = new SESClient({
    ...account,
    maxAttempts: 1,
    requestHandler: {
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      connectionTimeout: 5_000,
    },
  })
  return {
    send: async (message) => {
      const raw = await composeMime({
        ...message,
        from: { name: oneLine(message.site_name), address: from },
        replyTo: message.reply_to,
      }).catch(() => null)
      if (!raw) return { kind: 'rejected', reason: 'No mail could be made of the message.' }
      try {
        const { MessageId } = await client.send(
          new SendRawEmailCommand({
            RawMessage: { Data: raw },
            Destinations: [message.to],
            Source: from,
            ConfigurationSetName: configurationSet,
            Tags: [
              { Name: 'delivery_id', Value: message.delivery_id },
              { Name: 'attempt_id', Value: message.attempt_id },
            ],
          }),
        )
        return MessageId
          ? { kind: 'sent', provider_id: MessageId }
          : { kind: 'ambiguous', reason: 'An answer without a message id.' }
      } catch (error) {
        return sesOutcome(error)
      }
    },
    // SES keeps no list to look in: what became of a message is known by its events alone.
    trace: async () => 'cannot say',
    quota: async () => {
      const {
        MaxSendRate = 1,
        SentLast24Hours = 0,
        Max24HourSend = 200,
      } = await client.send(new GetSendQuotaCommand({}))
      return {
        perSecond: MaxSendRate,
        used: SentLast24Hours,
        daily: Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend,
      }
    },
    close: () => client.destroy(),
  }
}
