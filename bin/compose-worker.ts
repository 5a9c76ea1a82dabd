import { Registry } from 'prom-client'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { closeAuditLogs } from '#server/audit/checkpoints.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import { writeShiftMessage } from '#server/deliveries/texts/shift/write.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import { type Config, linkOrigin, siteOrigin } from '#server/engine/kernel/config.ts'
import { databaseState } from '#server/engine/kernel/db/database-state.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Readiness } from '#server/engine/kernel/metrics-server.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { createStorage } from '#server/engine/kernel/storage/storage.ts'
import type { Parsers } from '#server/engine/parsing/parsers.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { renderPendingTexts } from '#server/markdown/render-pending-texts.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { createMessageFiles, rememberFiles } from '#server/messages/attachments/files.ts'
import { readBulk } from '#server/messages/sending/deliver.ts'
import { PLATFORM_LABEL } from '#server/operators/contract.ts'
import { sendOperatorMails } from '#server/operators/mails.ts'
import { followDevClock } from '#server/platform/dev-clock.ts'
import type { DatabaseUrls } from '#server/platform/start-database.ts'
import { createProductCollections } from '#server/registry.ts'
import { createMessaging } from '#server/reminders/messaging.ts'
import { startWorker } from '#workers/worker.ts'
import { createTransports } from './transports.ts'

type Parts = {
  config: Config
  log: Log
  clock: Clock
  urls: Pick<DatabaseUrls, 'worker'>
  /** Stopped by their creator, before this is stopped. */
  parsers: Parsers
  registry?: Registry
}

/** Builds and starts a worker. It stops within 25 seconds without a half-sent message. */
export async function composeWorker({
  config,
  log,
  clock,
  urls,
  parsers,
  registry = new Registry(),
}: Parts): Promise<{ readiness: Readiness; stop(): Promise<void> }> {
  const pool = createPool({ connectionString: urls.worker, role: 'worker', max: config.DATABASE_POOL_SIZE, log })
  // Fails now if the database is unreachable: a wrong set-up. A running worker waits for it.
  ;(await pool.connect()).release()
  const queue = await createQueue({ redisUrl: config.REDIS_URL, databaseUrl: urls.worker, log })
  const withSite = createWithSite(pool, clock)
  const { transports, rates, without } = createTransports(config, { withSite, clock })
  if (config.production && without.length)
    log.warn({ without }, 'messages of these channels fail: no provider is configured')
  const storage = createStorage(config)
  const messaging = createMessaging({
    pool,
    clock,
    log,
    registry,
    transports,
    rates,
    write: writeShiftMessage,
    writeNotice: createNoticeWriter(config.SESSION_SECRET),
    readBulk,
    linkAnswers: createAnswerLinks(config.SESSION_SECRET),
    readFile: rememberFiles(createMessageFiles(storage).read),
    originOf: (site) => linkOrigin(config, site),
  })
  // The first plan must not run on a clock that is about to move.
  let onClockMoved = () => {}
  const follower = config.devRoutes ? followDevClock(clock, pool, () => onClockMoved()) : null
  await follower?.ready
  const toOperators = {
    ...{ pool, clock, log, contact_email: config.SUPPORT_EMAIL, origin: siteOrigin(config, PLATFORM_LABEL) },
    secret: config.SESSION_SECRET,
    transport: !config.production && without.includes('email') ? null : transports.email,
  }
  const { failures } = messaging
  let isStopping = false
  const stopping = () => isStopping
  const renderings = createRenderings({ withSite, parsers, log, failures })
  const worker = startWorker({
    messaging,
    notifyOperators: () => sendOperatorMails(toOperators),
    renderTexts: () => renderPendingTexts(pool, renderings),
    closeAuditLogs: () =>
      closeAuditLogs({ pool, clock, log, failures, stopping, storage, secret: config.SESSION_SECRET }),
    sweeping: { pool, clock, log, failures, stopping, quotas: config.quotas, collections: createProductCollections() },
    queue,
    log,
  })
  onClockMoved = () => void worker.run('reminders.plan')
  const probe = (work: () => Promise<unknown>, bad: string) =>
    work().then(
      () => 'ok',
      () => bad,
    )
  return {
    readiness: async () => ({
      database: await databaseState(pool),
      queue: await probe(() => queue.ping(), 'degraded'),
    }),
    stop: async () => {
      isStopping = true
      follower?.stop()
      await worker.stop()
      await renderings.stop()
      await queue.close()
      await pool.end()
    },
  }
}
