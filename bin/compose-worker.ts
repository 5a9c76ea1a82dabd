import { Registry } from 'prom-client'
import type { Rate } from '#server/deliveries/claim.ts'
import type { Channel } from '#server/deliveries/contract.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import type { Transports } from '#server/deliveries/transport.ts'
import { createCaptureTransport } from '#server/deliveries/transports/capture.ts'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createTwilioTransport } from '#server/deliveries/transports/twilio.ts'
import { twilioCallback } from '#server/deliveries/twilio-callback.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { type Config, siteOrigin } from '#server/engine/kernel/config.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import type { Parsers } from '#server/engine/parsing/parsers.ts'
import { createWithSite, type WithSite } from '#server/engine/tenancy/with-site.ts'
import { renderPendingTexts } from '#server/markdown/render-pending-texts.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { PLATFORM_LABEL } from '#server/operators/contract.ts'
import { sendOperatorMails } from '#server/operators/mails.ts'
import { followDevClock } from '#server/platform/dev-clock.ts'
import type { DatabaseUrls } from '#server/platform/start-database.ts'
import { createMessaging } from '#server/reminders/messaging.ts'
import { startWorker } from '#workers/worker.ts'

type Parts = {
  config: Config
  log: Log
  clock: Clock
  urls: Pick<DatabaseUrls, 'worker'>
  /** The parsing threads; their creator stops them, before this is stopped. */
  parsers: Parsers
  registry?: Registry
}

/** The capture transport needs no rate limit. */
const UNLIMITED: Rate = { perSecond: 10_000, burst: 10_000 }

/** Builds and starts a worker; stops it within 25 seconds without a half-sent message. */
export async function composeWorker({
  config,
  log,
  clock,
  urls,
  parsers,
  registry = new Registry(),
}: Parts): Promise<{ stop(): Promise<void> }> {
  const pool = createPool({ connectionString: urls.worker, role: 'worker', max: config.DATABASE_POOL_SIZE, log })
  const queue = await createQueue({ redisUrl: config.REDIS_URL, databaseUrl: urls.worker, log })
  const withSite = createWithSite(pool)
  const renderings = createRenderings({ withSite, parsers, log })
  const { transports, rates } = createTransports(config, withSite, clock)
  const messaging = createMessaging({
    pool,
    clock,
    log,
    registry,
    transports,
    rates,
    write: writeShiftMessage,
    writeNotice: createNoticeWriter(config.SESSION_SECRET),
    originOf: (site) => siteOrigin(config, site.slug),
  })
  // The first plan must not run on a clock that is about to move.
  let onClockMoved = () => {}
  const follower = config.devRoutes ? followDevClock(clock, pool, () => onClockMoved()) : null
  await follower?.ready
  const toOperators = {
    ...{ pool, clock, log, contact_email: config.SUPPORT_EMAIL, origin: siteOrigin(config, PLATFORM_LABEL) },
    secret: config.SESSION_SECRET,
    transport: config.SES_REGION ? transports.email : null,
  }
  const worker = startWorker({
    messaging,
    notifyOperators: () => sendOperatorMails(toOperators),
    renderTexts: () => renderPendingTexts(pool, renderings),
    queue,
    log,
  })
  onClockMoved = () => void worker.run('reminders.plan')
  return {
    stop: async () => {
      follower?.stop()
      await worker.stop()
      await renderings.stop()
      await queue.close()
      await pool.end()
    },
  }
}

function createTransports(
  config: Config,
  withSite: WithSite,
  clock: Clock,
): { transports: Transports; rates: Record<Channel, Rate> } {
  const capture = createCaptureTransport({ withSite, clock })
  const rate = (perSecond: number): Rate => ({ perSecond, burst: Math.max(1, perSecond) })
  const byMail = config.SES_REGION
    ? createSesTransport({
        region: config.SES_REGION,
        ...(config.SES_ENDPOINT && { endpoint: config.SES_ENDPOINT }),
        configurationSet: config.SES_CONFIGURATION_SET,
        from: config.MAIL_FROM,
      })
    : null
  const bySms =
    config.TWILIO_ACCOUNT_SID && config.TWILIO_AUTH_TOKEN && config.TWILIO_FROM
      ? createTwilioTransport({
          accountSid: config.TWILIO_ACCOUNT_SID,
          authToken: config.TWILIO_AUTH_TOKEN,
          from: config.TWILIO_FROM,
          endpoint: config.TWILIO_ENDPOINT,
          statusCallback: (_site, delivery, attempt) => twilioCallback(config, delivery, attempt),
        })
      : null
  return {
    transports: { email: byMail ?? capture, sms: bySms ?? capture },
    rates: { email: byMail ? rate(config.MAIL_RATE) : UNLIMITED, sms: bySms ? rate(config.SMS_RATE) : UNLIMITED },
  }
}
