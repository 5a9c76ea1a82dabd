import type { WakeUp } from '#server/engine/access/context.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import type { ProofParts } from './verify-password.ts'

/**
 * What the commands about accounts need from the process. Each command opens its own transactions, since hashing must not
 * hold one open.
 */
export type AccountParts = ProofParts & { withSite: WithSite; clock: Clock; wake: (job: WakeUp) => void }
