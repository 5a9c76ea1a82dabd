import type { Passwords } from '#server/accounts/sign-in/password.ts'
import type { ExternalCalendars } from '#server/calendar/external/read.ts'
import type { EventMetrics } from '#server/deliveries/metrics.ts'
import type { WakeUp } from '#server/engine/access/context.ts'
import type { ExpectedActors } from '#server/engine/access/expected-actors.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Config } from '#server/engine/kernel/config.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { RequestMetrics } from '#server/engine/kernel/request-metrics.ts'
import type { Parsers } from '#server/engine/parsing/parsers.ts'
import type { ResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import type { Renderings } from '#server/markdown/renderings.ts'
import type { Media } from '#server/media/media.ts'
import type { MessageFiles } from '#server/messages/attachments/files.ts'
import type { LinkCheck } from '#server/messages/links/check-links.ts'
import type { Console } from '#server/platform/console.ts'
import type { HostSites } from '#server/platform/host-sites.ts'

/** Services of the web process, created in the composition root and passed to every request. */
export type WebContext = {
  config: Config
  clock: Clock
  log: Log
  pools: { app: Pool; auth: Pool; platform: Pool }
  withSite: WithSite
  resolveSite: ResolveSite
  passwords: Passwords
  expectedActors: ExpectedActors
  /** Rate limits, counted over all processes. */
  limits: Limits
  collections: CollectionsEngine
  /**
   * Runs a heavy read, or a transaction of an export, in the site's turn. Together they use half of the connections at
   * most.
   */
  heavyTurn: <T>(site: SiteId, work: () => Promise<T>) => Promise<T>
  externalCalendars: ExternalCalendars
  linkCheck: LinkCheck
  parsers: Pick<Parsers, 'parse'>
  renderings: Pick<Renderings, 'settle'>
  media: Media
  messageFiles: MessageFiles
  eventMetrics: EventMetrics
  failures: Failures
  requestMetrics: RequestMetrics
  /** Lists the sites of this host, for the page of the bare host in development. */
  hostSites: () => Promise<HostSites>
  /** The operators' commands across sites; only on the console's host. */
  console: Console
  /** Wakes a worker after the commit; a lost wake-up costs time, never a message. */
  wake: (job: WakeUp, requestId?: string) => void
  /** State of each service that requests depend on, one word each. */
  readiness: () => Promise<Record<string, 'ok' | string>>
  /** Stores the development clock's offset, which the workers follow. */
  moveClock: (instant: Date | null) => Promise<void>
}
