import { declineSwap } from '#server/swaps/commands.ts'
import { swap } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'
import { put } from '../http/calls.ts'

/** An admin who is not in it declines it for the club. */
export const action = put({
  summary: 'Say no to a swap',
  requires: 'member',
  answer: swap,
  run: async (ctx, { id }) => {
    await declineSwap(ctx, id)
    return getSwap(ctx, id)
  },
})
