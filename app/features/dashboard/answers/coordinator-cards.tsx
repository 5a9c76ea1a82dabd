import type { Silent } from '#server/answers/silent/queries.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import { SwapApprovals } from '../swap-approvals.tsx'
import { NoAnswerCard } from './no-answer-card.tsx'

/** Whom coordinators phone and what they approve, loaded as one part. @param silent null while nobody has to be phoned. */
export const CoordinatorCards = ({ silent, approvals }: { silent: Silent | null; approvals: SwapList }) => (
  <>
    {silent && <NoAnswerCard silent={silent} />}
    {approvals.count > 0 && <SwapApprovals list={approvals} />}
  </>
)
