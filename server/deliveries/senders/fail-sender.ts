import type { Clock } from '#server/engine/kernel/clock.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'

type Parts = { withSite: WithSite; clock: Clock; log: Log }

export const MAX_PROBLEM = 300

/** Ends the use of a sender that the provider refuses. Never throws: the message itself was sent. */
export async function failSender({ withSite, clock, log }: Parts, site: Site, address: string, reason: string) {
  await withSite(
    site.id,
    async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('sites')
        .set({ sender_state: 'failed', sender_since: clock.now(), sender_problem: cutText(reason, MAX_PROBLEM) })
        .where('sender_address', '=', address)
        .where('sender_state', '=', 'verified')
        .executeTakeFirst()
      if (numUpdatedRows)
        log.error(
          { site: site.id, reason },
          'the own sender of a site was refused; its emails come from the platform’s address',
        )
    },
    { access: 'write' },
  ).catch((error: unknown) =>
    log.error({ err: error, site: site.id }, 'a refused sender could not be marked as failed'),
  )
}
