import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { scopesOfCall } from '#server/engine/access/areas.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireScopes } from '#server/engine/access/permission.ts'

/**
 * Refuses everyone who may not send a message to many, also where they would change what leaves by itself later: a
 * scheduled message keeps its author.
 * @throws DomainError 'forbidden'.
 */
export function requireSender(ctx: Pick<Ctx, 'actor'>): void {
  refuseWhileImpersonating(ctx)
  requireScopes(ctx.actor, scopesOfCall('PUT', '/messages/{id}/send'))
}
