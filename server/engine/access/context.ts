import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { QuotaLimits } from '#server/engine/kernel/quota-limits.pure.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Actor } from './actor.ts'

/** Jobs that a command may wake. Losing a wake-up costs time, never a message. */
export type WakeUp = 'reminders.plan' | 'deliveries.send' | 'texts.render'

export type Notices = {
  /** Delay in milliseconds, within which an undo prevents them. */
  wait_ms?: number
  queued?: (ids: readonly number[]) => void
  /** Called with the notices, also those for unreachable people. */
  wanted?: (notices: readonly WantedNotice[]) => void
}

/** The caller's choice for leftovers, which hooks read, and what the hooks did. */
export type Leftovers = {
  choiceFor: (id: number) => string | undefined
  /** Null where the write has no leftovers. */
  count: number | null
  before: Record<string, unknown>[]
}

/** `kind` is that of the message. */
export type WantedNotice = { shift: number; person: number; kind: string }

/**
 * The context of a command, the same in routes, workers and tests. `db` is one open transaction of `site`; `wake` takes
 * effect after its commit.
 */
export type Ctx = {
  db: SiteDb
  site: Site
  actor: Actor
  clock: Clock
  log: Log
  wake: (job: WakeUp) => void
  /** Default: send immediately. */
  notices?: Notices
  leftovers?: Leftovers
  unit?: UnitOfWork | undefined
  /** Default quotas of sites; absent: no limits but those of the site itself. */
  quotas?: QuotaLimits | undefined
}

/**
 * Passed to the database as text: when changes settle, and the person who acts for themselves. Empty outside of a unit.
 */
export type UnitOfWork = { settle_at: string; actor: string }
