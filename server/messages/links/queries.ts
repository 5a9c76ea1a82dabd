import type { Ctx } from '#server/engine/access/context.ts'
import { callerOf } from '#server/engine/access/limits/caller.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import { readContent } from '#server/messages/content/read-draft.ts'
import type { LinkCheck } from './check-links.ts'
import type { MessageLinks } from './contract.ts'
import { findLinks } from './find-links.ts'

type Parts = {
  /** Opens a short transaction; none is open during the requests. */
  inSite: <T>(access: 'read', work: (ctx: Ctx) => Promise<T>) => Promise<T>
  limits: Pick<Limits, 'take'>
  check: LinkCheck
}

/**
 * Checks a message's links.
 * @throws DomainError 'not_found'; 'throttled'.
 */
export async function checkLinks({ inSite, limits, check }: Parts, id: number): Promise<MessageLinks> {
  const { site, caller, addresses, more } = await inSite('read', async (ctx) => {
    const { content } = await readContent(ctx, id)
    return { site: ctx.site.id, caller: callerOf(ctx.actor), ...findLinks(content) }
  })
  if (!addresses.length) return { checked: 0, more, problems: [] }
  await limits.take('message_links', { site, caller })
  return { checked: addresses.length, more, problems: await check(site, addresses) }
}
