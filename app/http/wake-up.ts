import type { WebContext } from '#app/web/context.ts'
import type { WakeUp } from '#server/engine/access/context.ts'
import type { Site } from '#server/engine/tenancy/site.ts'

/**
 * Does after a commit what the work asked for. Texts that were written are rendered by this process, and waited for a short
 * while, so that who wrote one and goes on to its page finds it rendered; all else is done by workers.
 */
export async function wakeUp(app: WebContext, site: Site, woken: ReadonlySet<WakeUp>): Promise<void> {
  for (const job of woken) if (job !== 'texts.render') app.wake(job)
  if (woken.has('texts.render')) await app.renderings.settle(site.id)
}
