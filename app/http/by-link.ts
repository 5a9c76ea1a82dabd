import { NOBODY } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { addressOf } from '../session/device.ts'
import { SIGN_IN_BODY } from './body.ts'
import { type CallDetails, type CallHandler, type CallInput, descriptionOf, readInput } from './calls.ts'
import { permitAnyone, runInSite } from './pipeline.ts'

type ByLink<B> = CallDetails<B> & {
  access: 'read' | 'write'
  /** The limit that counts each use of such a link. */
  counts: 'answer_link'
  run: (ctx: Ctx, input: CallInput<B>) => Promise<unknown>
}

/**
 * A call whose address is the permission. It reads no cookie and no other credentials, so that no page elsewhere can borrow
 * them, accepts any origin, and acts as nobody.
 */
export const byLink = <B = unknown>({ access, counts, ...definition }: ByLink<B>): CallHandler => ({
  ...descriptionOf(definition, 'anyone'),
  optionsFor: () => ({ credentials: { kind: 'none' }, actor: NOBODY, anyOrigin: true, permit: permitAnyone }),
  handle: async (call, args) => {
    const { app, site, request } = call
    await app.limits.take(counts, { site: site.id, ip: addressOf(request) })
    const input = (await readInput(call, args, { limit: SIGN_IN_BODY, ...definition }))()
    return runInSite(call, { access }, (ctx) => definition.run(ctx, input))
  },
})
