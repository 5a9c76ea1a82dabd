import { Registry } from 'prom-client'
import type { WebContext } from '#app/web/context.ts'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createExternalCalendars } from '#server/calendar/external/read.ts'
import { createEventMetrics } from '#server/deliveries/metrics.ts'
import { createExpectedActors } from '#server/engine/access/expected-actors.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import { databaseState } from '#server/engine/kernel/db/database-state.ts'
import { listen } from '#server/engine/kernel/db/listen.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { createFairQueue } from '#server/engine/kernel/fair-queue.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { createPublicFetch } from '#server/engine/kernel/public-fetch.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { createRequestMetrics } from '#server/engine/kernel/request-metrics.ts'
import { createStorage } from '#server/engine/kernel/storage/storage.ts'
import type { Parsers } from '#server/engine/parsing/parsers.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { createRenderings } from '#server/markdown/renderings.ts'
import { createMedia } from '#server/media/media.ts'
import { createMessageFiles } from '#server/messages/attachments/files.ts'
import { createLinkCheck } from '#server/messages/links/check-links.ts'
import { startHourlyWork } from '#server/platform/closures.ts'
import { createConsole } from '#server/platform/console.ts'
import { followDevClock, moveDevClock } from '#server/platform/dev-clock.ts'
import { domainSettings } from '#server/platform/domains.ts'
import { hostSites } from '#server/platform/host-sites.ts'
import { pendingMigrationsBy } from '#server/platform/migrate.ts'
import type { DatabaseUrls } from '#server/platform/start-database.ts'
import { measureQuotas } from '#server/quotas/metrics.ts'
import { createProductCollections } from '#server/registry.ts'
import { measurePlanner } from '#server/reminders/planner-behind.ts'
import { createSenderRules } from './transports.ts'

type Parts = {
  config: Config
  log: Log
  clock: Clock
  urls: DatabaseUrls
  /** Stopped by their creator, before this is stopped. */
  parsers: Parsers
  registry?: Registry
}

const EXTERNAL_CALENDAR_LIMITS = { timeoutMs: 5_000, maxBytes: 1_048_576, ports: [80, 443] }

const LINK_LIMITS = { timeoutMs: 4_000, maxBytes: 65_536, ports: [80, 443] }

/** Short: a user is waiting, and connections are few. */
const LOCK_MS = 2_000

/** Concurrent exports and heavy reads of one site, at most half of the total; others wait. */
const HEAVY_PER_SITE = 2

/** Builds the long-lived parts of the web process. Nothing else under server/ holds state. */
export async function composeWeb({
  config,
  log,
  clock,
  urls,
  parsers,
  registry = new Registry(),
}: Parts): Promise<{ context: WebContext; stop(): Promise<void> }> {
  const app = createPool({
    connectionString: urls.app,
    role: 'app',
    max: config.DATABASE_POOL_SIZE,
    log,
    lockTimeoutMs: LOCK_MS,
  })
  const auth = createPool({ connectionString: urls.auth, role: 'auth', max: 4, log })
  const platform = createPool({ connectionString: urls.platform, role: 'platform', max: 2, log })
  // The console may hold both connections for a while: a balancer must not drop the process for that.
  const ready = createPool({ connectionString: urls.platform, role: 'platform', name: 'ready', max: 1, log })
  const queue = await createQueue({ redisUrl: config.REDIS_URL, databaseUrl: urls.worker, log })
  const limits = createLimits({
    pool: auth,
    redisUrl: config.REDIS_URL,
    clock,
    log,
    enabled: config.RATE_LIMITS === 'on',
    codesPerCountry: config.SMS_CODES_PER_COUNTRY,
  })
  const storage = createStorage(config)
  const media = createMedia({ storage, log })
  const failures = createFailures({ clock, log, registry })
  measurePlanner(registry, { pool: platform, clock })
  measureQuotas(registry, { pool: platform, clock, defaults: config.quotas })
  const senders = createSenderRules(config)
  const domains = domainSettings(config)
  const closures = startHourlyWork({ pool: platform, clock, log, storage, failures, senders, domains })
  const clockFollower = config.devRoutes ? followDevClock(clock, platform) : null
  const probe = async (work: () => Promise<unknown>, bad: string) => {
    try {
      await work()
      return 'ok'
    } catch {
      return bad
    }
  }
  const resolveSite = createResolveSite(auth, clock, () => sites.isListening())
  const sites = listen({
    connectionString: urls.auth,
    role: 'auth',
    channel: 'sites',
    onMessage: resolveSite.forget,
    onListening: resolveSite.forgetAll,
    log,
  })
  const withSite = createWithSite(app, clock)
  const renderings = createRenderings({ withSite, parsers, log, failures })
  const heavy = Math.ceil(config.DATABASE_POOL_SIZE / 2)
  const context: WebContext = {
    config,
    clock,
    log,
    pools: { app, auth, platform },
    withSite,
    resolveSite,
    passwords: createPasswords(),
    expectedActors: createExpectedActors(),
    limits,
    collections: createProductCollections(),
    heavyTurn: createFairQueue({
      running: heavy,
      runningPerSite: Math.max(1, Math.min(HEAVY_PER_SITE, Math.floor(heavy / 2))),
    }).inTurn,
    externalCalendars: createExternalCalendars({
      fetch: createPublicFetch(EXTERNAL_CALENDAR_LIMITS),
      parsers,
      clock,
      log,
    }),
    linkCheck: createLinkCheck({ fetch: createPublicFetch(LINK_LIMITS), clock }),
    parsers,
    renderings,
    media,
    messageFiles: createMessageFiles(storage),
    eventMetrics: createEventMetrics(registry),
    failures,
    requestMetrics: createRequestMetrics(registry),
    hostSites: () => hostSites(platform),
    console: createConsole(platform, clock, resolveSite.forget, {
      quotas: config.quotas,
      domains,
      senders,
    }),
    wake: (job, requestId) =>
      void queue
        .add(job, requestId ? { request_id: requestId } : {})
        .catch((error: Error) =>
          log.warn({ err: error.message, job, request_id: requestId }, 'wake-up lost; the next tick does the work'),
        ),
    readiness: async () => ({
      database: await databaseState(app, auth, ready),
      migrations: await probe(async () => {
        if ((await pendingMigrationsBy(ready)).length) throw new Error('pending')
      }, 'pending'),
      // Jobs are only wake-ups: without the queue, the workers' timers do the work.
      queue: await probe(() => queue.ping(), 'degraded'),
    }),
    moveClock: (instant) => moveDevClock(clock, platform, instant),
  }
  return {
    context,
    stop: async () => {
      clockFollower?.stop()
      await renderings.stop()
      await sites.stop()
      await closures.stop()
      await limits.close()
      await queue.close()
      await Promise.all([app, auth, platform, ready].map((pool) => pool.end()))
    },
  }
}
