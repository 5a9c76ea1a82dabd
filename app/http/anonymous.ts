import type { WebContext } from '#app/web/context.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { deviceOf } from '../session/device.ts'
import { SIGN_IN_BODY } from './body.ts'
import { type CallDetails, type CallHandler, descriptionOf, readInput } from './calls.ts'
import { permitAnyone } from './pipeline.ts'

type Anonymous<B> = CallDetails<B> & {
  run: (input: { app: WebContext; site: Site; device: Device; body: B }) => Promise<unknown>
}

/**
 * A call that reads no credentials and a body of at most 16 KiB. `run` opens its transactions, so that passwords can be
 * checked between them.
 */
export const anonymous = <B = unknown>(definition: Anonymous<B>): CallHandler => ({
  ...descriptionOf(definition, 'anyone'),
  optionsFor: () => ({ credentials: { kind: 'none' }, anyOrigin: true, permit: permitAnyone }),
  handle: async (call, args) => {
    const { app, site, body } = (await readInput(call, args, { limit: SIGN_IN_BODY, ...definition }))()
    return definition.run({ app, site, device: deviceOf(call.request), body })
  },
})
