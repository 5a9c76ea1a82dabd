import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Actor } from './actor.ts'

/** Jobs that a command may wake. Losing a wake-up costs time, never a message. */
export type WakeUp = 'reminders.plan' | 'deliveries.send' | 'texts.render'

/** How the messages of a command are queued. */
export type Notices = {
  /** How long they wait, so that an undo in time notifies nobody. Milliseconds. */
  wait_ms?: number
  /** Called with the ids of the queued messages. */
  queued?: (ids: readonly number[]) => void
  /** Called with whom to notify about which shifts, also those whom no message reaches. */
  wanted?: (notices: readonly WantedNotice[]) => void
}

/** What one write leaves behind: the hooks read the choice, and note what they did. */
export type Leftovers = {
  choiceFor: (id: number) => string | undefined
  /** How many there are; null where the write leaves none behind. */
  count: number | null
  /** Rows as they were, for an undo. */
  before: Record<string, unknown>[]
}

/** Somebody to notify about a shift; `kind` is that of the message. */
export type WantedNotice = { shift: number; person: number; kind: string }

/**
 * The context of every command, built alike by a route, a worker and a test. `db` is one open transaction of `site`; `wake`
 * takes effect only after its commit.
 */
export type Ctx = {
  db: SiteDb
  site: Site
  actor: Actor
  clock: Clock
  log: Log
  wake: (job: WakeUp) => void
  /** Messages are sent immediately unless given. */
  notices?: Notices
  /** What a write of records leaves behind in other collections, where its caller may choose (`server/engine/collections/leftovers.ts`). */
  leftovers?: Leftovers
  /** The unit of work that this belongs to, if any; see `unit-of-work.ts`. */
  unit?: UnitOfWork | undefined
}

/** What a unit of work tells the database, as text: when its changes have settled, and who acts for themselves. Empty outside of one. */
export type UnitOfWork = { settle_at: string; actor: string }
