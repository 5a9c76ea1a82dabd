import {
  DeleteIdentityCommand,
  GetIdentityDkimAttributesCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  SESClient,
  SendRawEmailCommand,
  SetIdentityDkimEnabledCommand,
  VerifyDomainDkimCommand,
} from '@aws-sdk/client-ses'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import type { DnsRecord, DomainVerdict } from '../senders/rules.ts'
import type { Domains, Outcome, Transport } from '../transport.ts'

export type SesSettings = {
  region: string
  endpoint?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  configurationSet?: string | undefined
  from: string
  timeoutMs?: number
}

const THROTTLING = new Set(['Throttling', 'ThrottlingException', 'TooManyRequestsException', 'LimitExceededException'])
/** SES errors of our account, settings or keys. */
const OUR_ERRORS = new Set([
  'AccountSendingPausedException',
  'ConfigurationSetSendingPausedException',
  'ConfigurationSetDoesNotExistException',
  'MailFromDomainNotVerifiedException',
])
const REFUSED_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/**
 * Translates an SDK error into an outcome; ambiguous without a response.
 * @param from our sender, which SES names when it is not verified.
 */
export function sesOutcome(error: unknown, from = ''): Outcome {
  const {
    name = 'Error',
    code,
    message = '',
    $metadata,
  } = error as { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const reason = cutText(oneLine(`${name}: ${message}`), 300)
  if (THROTTLING.has(name) || status === 429) return { kind: 'refused', reason }
  const isUnverified = name === 'MessageRejected' && from !== '' && message.includes(`: ${from}`)
  if (OUR_ERRORS.has(name) || status === 401 || status === 403 || isUnverified)
    return { kind: 'refused', reason, ours: true }
  if (status === 408) return { kind: 'ambiguous', reason }
  if (code && REFUSED_CONNECTION.has(code)) return { kind: 'refused', reason: code }
  if (status && status >= 400 && status < 500) return { kind: 'rejected', reason }
  return { kind: 'ambiguous', reason }
}

/**
 * Sends email through Amazon SES. Its events return the tags, which identify the attempt. Disables the SDK's retries:
 * it cannot know whether an unanswered call was accepted.
 */
export function createSesTransport({
  from: platform,
  configurationSet,
  timeoutMs = 20_000,
  ...account
}: SesSettings): Transport & { domains: Domains; close(): void } {
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
      const from = message.from ?? platform
      const raw = await composeMime({
        ...message,
        from: { name: oneLine(message.site_name), address: from },
        replyTo: message.reply_to,
      }).catch(() => null)
      if (!raw) return { kind: 'rejected', reason: 'The message could not be turned into an email.' }
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
        return sesOutcome(error, from)
      }
    },
    // SES has no list to search: only its events report on a message.
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
    check: async () => {
      const names = [platform, platform.split('@')[1]!]
      const { VerificationAttributes = {} } = await client.send(
        new GetIdentityVerificationAttributesCommand({ Identities: names }),
      )
      const isVerified = names.some((name) => VerificationAttributes[name]?.VerificationStatus === 'Success')
      return isVerified ? null : `${platform} is not verified in this region.`
    },
    domains: createDomains(client, account.region),
    close: () => client.destroy(),
  }
}

const VERDICTS: Readonly<Record<string, DomainVerdict>> = {
  Success: 'verified',
  Pending: 'waiting',
  TemporaryFailure: 'unsure',
}

/** Regions whose keys are published under one name; each of the others has its own. */
const SHARED_KEYS = new Set(
  `us-east-1 us-east-2 us-west-1 us-west-2 ca-central-1 sa-east-1 eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-north-1 ap-south-1
  ap-northeast-1 ap-northeast-2 ap-southeast-1 ap-southeast-2 me-south-1`.split(/\s+/),
)

/**
 * Easy DKIM: Amazon SES looks for its three records for up to three days after `begin`, and from time to time
 * afterwards. A domain whose keys are found may send; its mails are signed.
 */
function createDomains(client: SESClient, region: string): Domains {
  const keys = SHARED_KEYS.has(region) ? 'dkim.amazonses.com' : `dkim.${region}.amazonses.com`
  const recordsOf = (domain: string, tokens: readonly string[] = []): DnsRecord[] =>
    tokens.map((token) => ({ name: `${token}._domainkey.${domain}`, value: `${token}.${keys}` }))
  return {
    begin: async (domain) => {
      const { DkimTokens } = await client.send(new VerifyDomainDkimCommand({ Domain: domain }))
      return recordsOf(domain, DkimTokens)
    },
    end: async (domain) => {
      await client.send(new DeleteIdentityCommand({ Identity: domain }))
    },
    read: async (domains) => {
      const { DkimAttributes = {} } = await client.send(
        new GetIdentityDkimAttributesCommand({ Identities: [...domains] }),
      )
      const found = new Map<string, { verdict: DomainVerdict; records: DnsRecord[] }>()
      for (const [domain, { DkimEnabled, DkimVerificationStatus = '', DkimTokens }] of Object.entries(DkimAttributes)) {
        const verdict = VERDICTS[DkimVerificationStatus] ?? 'failed'
        // Without it, mails would not be signed.
        if (verdict === 'verified' && !DkimEnabled)
          await client.send(new SetIdentityDkimEnabledCommand({ Identity: domain, DkimEnabled: true }))
        // An identity that was made for something else has no keys.
        if (DkimTokens?.length) found.set(domain, { verdict, records: recordsOf(domain, DkimTokens) })
      }
      return found
    },
  }
}
