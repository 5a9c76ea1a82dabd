import type { WakeUp } from '#server/engine/access/context.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import type { ProofParts } from './verify-password.ts'

export type AccountParts = ProofParts & { withSite: WithSite; clock: Clock; wake: (job: WakeUp) => void }
