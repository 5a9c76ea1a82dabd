import type { WebContext } from '#app/web/context.ts'
import { type Actor, NOBODY } from '#server/engine/access/actor.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { actorOf, type Credentials } from '../session/credentials.ts'
import { deviceOf } from '../session/device.ts'

/** One request among those of its minute. */
export type Turn = {
  /** Counts the request by who makes it; only the first call counts. @throws DomainError 'throttled'. */
  count(actor: Actor): void
}

/** A request that a page's loader stands in for was counted with the page. */
export function turnOf(app: WebContext, site: Site, request: Request, counted = false): Turn {
  let done = counted
  return {
    count: (actor) => {
      if (done) return
      done = true
      app.limits.request(site.id, actor, deviceOf(request).ip)
    },
  }
}

type Asking = {
  app: WebContext
  site: Site
  db: SiteDb
  credentials: Credentials
  turn: Turn
  /** A public call takes credentials that do not count for none. */
  open?: boolean
}

/**
 * Who makes a call. The request is counted here, as theirs; one whose credentials do not count as nobody's, so that a
 * flood of made-up tokens takes nothing from the site's share.
 * @throws DomainError 'unauthenticated' or 'forbidden' for credentials that do not count, except at an open call; 'throttled'.
 */
export async function askedBy({ app, site, db, credentials, turn, open }: Asking): Promise<Actor> {
  let actor: Actor
  try {
    actor = await actorOf(db, site, credentials, app.clock.now())
  } catch (error) {
    if (!isRefused(error)) throw error
    turn.count(NOBODY)
    if (!open) throw error
    return NOBODY
  }
  turn.count(actor)
  return actor
}

const isRefused = (error: unknown) =>
  error instanceof DomainError && (error.code === 'unauthenticated' || error.code === 'forbidden')
