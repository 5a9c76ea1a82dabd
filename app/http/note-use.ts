import type { Actor } from '#server/access/actor.ts'
import { noteKeyUse } from '#server/apikeys/queries.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { WebContext } from '#server/web/context.ts'

/** Notes that an API key was used, at most once a minute, in a transaction of its own since a read cannot write. */
export async function noteUse(app: WebContext, site: Site, actor: Actor | undefined): Promise<void> {
  if (actor?.kind !== 'key' || !actor.stale) return
  const { id } = actor
  await app.withSite(site.id, (db) => noteKeyUse(db, id, app.clock.now()), { access: 'write' })
}
