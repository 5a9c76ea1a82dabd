import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { scopesOfCall } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'

/**
 * Requires the rights to send a message to many. Changing a scheduled message needs them too: it is sent in its
 * author's name.
 * @throws DomainError 'forbidden'.
 */
export function requireSender(ctx: Pick<Ctx, 'actor'>): void {
  refuseWhileImpersonating(ctx)
  requireScopes(ctx.actor, scopesOfCall('PUT', '/messages/{id}/send'))
}
