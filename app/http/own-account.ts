import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireScopes } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import { deviceOf } from '../session/device.ts'
import { SIGN_IN_BODY } from './body.ts'
import { type CallDetails, type CallHandler, type CallInput, descriptionOf, readInput } from './calls.ts'
import { authenticate, runInSite, sendWakeUps } from './pipeline.ts'

export type OwnAccountInput<B = unknown> = CallInput<B> & {
  device: Device
  /** Has no `db`: slow work and work in other schemas happens between the transactions. */
  who: Omit<Ctx, 'db'>
  account: number
  inSite: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

type OwnAccount<B> = CallDetails<B> & { run: (input: OwnAccountInput<B>) => Promise<unknown> }

/**
 * A call of a signed-in person about their account, which other clubs share: no one may act for them. Opens several
 * short transactions, since passwords and factors are checked outside the site's. The body has at most 16 KiB by
 * default.
 */
export const ownAccount = <B = unknown>(definition: OwnAccount<B>): CallHandler => ({
  ...descriptionOf(definition, 'member'),
  optionsFor: () => ({
    permit: (actor) => {
      requireScopes(actor, null)
      requirePerson(actor)
      refuseWhileImpersonating({ actor })
      if (actor.kind !== 'person' || actor.person.account_id === null) throw forbidden()
    },
  }),
  handle: async (call, args) => {
    const inputIn = await readInput(call, args, { limit: SIGN_IN_BODY, ...definition })
    const actor = await authenticate(call)
    const { app, site } = call
    const known = { ...call, actor }
    return definition.run({
      ...inputIn(),
      device: deviceOf(call.request),
      account: (actor.kind === 'person' ? actor.person.account_id : null) ?? 0,
      who: { site, actor, clock: app.clock, log: app.log, wake: (job) => void sendWakeUps(app, site, new Set([job])) },
      inSite: (work) => runInSite(known, { access: 'write' }, work),
    })
  },
})
