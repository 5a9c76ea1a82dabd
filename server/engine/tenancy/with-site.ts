import type { Kysely } from 'kysely'
import { type Clock, createClock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTurns } from '#server/engine/kernel/db/reading.ts'
import { type Access, inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from './schema.gen.ts'
import type { SiteId } from './site.ts'

declare const siteDbBrand: unique symbol
/** A database handle in one transaction that sees exactly one site (row security on `app.site_id`). */
export type SiteDb = Kysely<DB> & { readonly [siteDbBrand]: true }

/** `requestId`: what a write queues and marks carries it, so that the log tells which request caused a message. */
type Options = { access?: Access; requestId?: string | undefined }

export type WithSite = <T>(site: SiteId, work: (db: SiteDb) => Promise<T>, options?: Options) => Promise<T>

/** Gives each write the id of the request in which it is made. */
export const withRequestId =
  (withSite: WithSite, requestId: string): WithSite =>
  (site, work, options) =>
    withSite(site, work, { ...options, requestId })

/**
 * The only way to a site's data: every statement runs in a transaction whose row security is bound to `site`. Only a
 * write is one transaction as a whole (docs/decisions/002). Must not nest or wait for the network. A site with many
 * concurrent transactions delays only itself.
 * @param clock gives triggers of a write the time (`core.current_instant`).
 */
export const createWithSite =
  (pool: Pool, clock: Pick<Clock, 'epochMs'> = createClock()): WithSite =>
  (site, work, { access = 'read', requestId } = {}) => {
    const settings = { 'app.site_id': site }
    const inSite = (db: Kysely<DB>) => work(db as SiteDb)
    return pool.inTurn(site, () =>
      access === 'read'
        ? inTurns(pool, settings, inSite)
        : inTransaction(
            pool,
            access,
            { ...settings, 'app.now': clock.epochMs(), ...(requestId && { 'app.request_id': requestId }) },
            inSite,
          ),
    )
  }
