import type { WakeUp } from '#server/context.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { WithSite } from '#server/tenancy/with-site.ts'
import type { ProofParts } from './prove-password.ts'

/** What the commands about accounts need of the process. Each opens its own transactions: hashing must not hold one open. */
export type AccountParts = ProofParts & { withSite: WithSite; clock: Clock; wake: (job: WakeUp) => void }
