import type { WebContext } from '#app/web/context.ts'
import { withRequestId } from '#server/engine/tenancy/with-site.ts'

/** The parts as one request uses them: what its writes queue and the jobs that it wakes carry its id. */
export const ofRequest = (context: WebContext, requestId: string): WebContext => ({
  ...context,
  withSite: withRequestId(context.withSite, requestId),
  wake: (job) => context.wake(job, requestId),
})
