import type { Ctx } from '#server/engine/access/context.ts'
import type { Requirement } from '#server/engine/access/permission.ts'
import {
  type CallDetails,
  type CallHandler,
  type CallInput,
  descriptionOf,
  readInput,
  requireCallPermission,
} from './calls.ts'
import { authenticate, runInSite } from './pipeline.ts'

type InSteps<B> = CallDetails<B> & {
  requires: Requirement
  /** Write by default. */
  access?: 'read'
  run: (
    input: CallInput<B> & {
      inSite: <T>(access: 'read' | 'write', work: (ctx: Ctx) => Promise<T>) => Promise<T>
    },
  ) => Promise<unknown>
}

/** A call that waits between short transactions and holds no lock while waiting. */
export const inSteps = <B = unknown>({ requires, access, run, ...details }: InSteps<B>): CallHandler => ({
  ...descriptionOf(details, requires),
  optionsFor: (request) => ({ permit: (actor) => requireCallPermission(actor, requires, access ?? 'write', request) }),
  handle: async (call, args) => {
    const inputIn = await readInput(call, args, details)
    const known = { ...call, actor: await authenticate(call) }
    return run({ ...inputIn(), inSite: (access, work) => runInSite(known, { access }, work) })
  },
})
