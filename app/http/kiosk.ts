import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { recordKioskUse } from '#server/kiosks/commands.ts'
import { type CallDetails, type CallHandler, type CallInput, descriptionOf, readInput } from './calls.ts'
import { authenticate, runInSite } from './pipeline.ts'

type KioskCtx = Ctx & { actor: Extract<Ctx['actor'], { kind: 'kiosk' }> }

type Kiosk<B> = CallDetails<B> & { run: (ctx: KioskCtx, input: CallInput<B>) => Promise<unknown> }

const asKiosk = (actor: Ctx['actor']) => {
  if (actor.kind !== 'kiosk') throw new DomainError('unauthenticated', 'This device is not set up.')
  return actor
}

/**
 * A call of a paired device. Only its secret counts, in a header that browsers never send automatically; sessions and
 * keys are ignored. A missing or wrong secret is a 401 without a code, so that no one is signed out. Limited per
 * device.
 */
export const kiosk = <B = unknown>(definition: Kiosk<B>): CallHandler => ({
  ...descriptionOf(definition, 'kiosk'),
  optionsFor: (request) => {
    const token = request.headers.get('x-kiosk-auth')
    return {
      credentials: token === null ? { kind: 'none' } : { kind: 'kiosk', token },
      anyOrigin: true,
      permit: (actor) => void asKiosk(actor),
    }
  },
  handle: async (call, args) => {
    const { app, site } = call
    const { id } = asKiosk(await authenticate(call))
    await app.limits.take('kiosk', { site: site.id, kiosk: id })
    const inputIn = await readInput(call, args, definition)
    return runInSite(call, { access: 'write' }, async (ctx) => {
      const actor = asKiosk(ctx.actor)
      await recordKioskUse(ctx.db, actor.id, app.clock.now())
      return definition.run({ ...ctx, actor }, inputIn())
    })
  },
})
