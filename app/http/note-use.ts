import type { WebContext } from '#app/web/context.ts'
import { noteKeyUse } from '#server/apikeys/queries.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

/** Notes that an API key was used, at most once a minute, in a transaction of its own since a read cannot write. */
export async function noteUse(app: WebContext, site: Site, actor: Actor | undefined): Promise<void> {
  if (actor?.kind !== 'key' || !actor.stale) return
  const { id } = actor
  await app.withSite(site.id, (db) => noteKeyUse(db, id, app.clock.now()), { access: 'write' })
}
