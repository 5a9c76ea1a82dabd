import type { Rate } from '#server/deliveries/claim.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import type { Transport, Transports } from '#server/deliveries/transport.ts'
import { createAbsentTransport } from '#server/deliveries/transports/absent.ts'
import { createCaptureTransport } from '#server/deliveries/transports/capture.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createSmtpTransport } from '#server/deliveries/transports/smtp.ts'
import { createTwilioTransport } from '#server/deliveries/transports/twilio.ts'
import { twilioCallback } from '#server/deliveries/twilio-callback.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import { type SenderRules, senderRules } from '#server/platform/senders.ts'

const UNLIMITED: Rate = { perSecond: 10_000, burst: 10_000 }

/**
 * Picks each channel's provider. Without one, development captures messages; production sends none and records that on
 * each.
 * @returns the transports, their rates, and the channels without a provider.
 */
export function createTransports(
  config: Config,
  parts: { withSite: WithSite; clock: Clock },
): { transports: Transports; rates: Record<Channel, Rate>; without: Channel[] } {
  const providers = { email: mailProvider(config), sms: smsProvider(config) }
  const rates = { email: config.MAIL_RATE, sms: config.SMS_RATE }
  const absent = (channel: Channel): Transport =>
    config.production
      ? createAbsentTransport(
          channel === 'email' ? 'No email provider is configured.' : 'No SMS provider is configured.',
        )
      : createCaptureTransport(parts)
  const transportOf = (channel: Channel) => providers[channel] ?? absent(channel)
  const rateOf = (channel: Channel): Rate =>
    providers[channel] ? { perSecond: rates[channel], burst: Math.max(1, rates[channel]) } : UNLIMITED
  return {
    transports: { email: transportOf('email'), sms: transportOf('sms') },
    rates: { email: rateOf('email'), sms: rateOf('sms') },
    without: (['email', 'sms'] as const).filter((channel) => !providers[channel]),
  }
}

/** Clubs' own senders: Amazon SES verifies their domains; elsewhere an operator states it. */
export const createSenderRules = (config: Config): SenderRules =>
  senderRules(config, mailProvider(config)?.domains ?? null)

function mailProvider(config: Config): Transport | null {
  if (config.SMTP_URL)
    return createSmtpTransport({ url: config.SMTP_URL, tls: config.SMTP_TLS, from: config.MAIL_FROM })
  if (!config.SES_REGION) return null
  return createSesTransport({
    region: config.SES_REGION,
    ...(config.SES_ENDPOINT && { endpoint: config.SES_ENDPOINT }),
    ...(config.SES_ACCESS_KEY_ID &&
      config.SES_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: config.SES_ACCESS_KEY_ID, secretAccessKey: config.SES_SECRET_ACCESS_KEY },
      }),
    configurationSet: config.SES_CONFIGURATION_SET,
    from: config.MAIL_FROM,
  })
}

function smsProvider(config: Config): Transport | null {
  if (!config.TWILIO_ACCOUNT_SID || !config.TWILIO_AUTH_TOKEN || !config.TWILIO_FROM) return null
  return createTwilioTransport({
    accountSid: config.TWILIO_ACCOUNT_SID,
    authToken: config.TWILIO_AUTH_TOKEN,
    from: config.TWILIO_FROM,
    endpoint: config.TWILIO_ENDPOINT,
    statusCallback: (_site, delivery, attempt) => twilioCallback(config, delivery, attempt),
  })
}
