import type { Silent } from '#server/answers/silent/queries.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import { SwapApprovals } from '../swap-approvals.tsx'
import { NoAnswerCard } from './no-answer-card.tsx'

/** Coordinators' calls and approvals, loaded as one part. @param silent null while no one has to be phoned. */
export const CoordinatorCards = ({ silent, approvals }: { silent: Silent | null; approvals: SwapList }) => (
  <>
    {silent && <NoAnswerCard silent={silent} />}
    {approvals.count > 0 && <SwapApprovals list={approvals} />}
  </>
)
