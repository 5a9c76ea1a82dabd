import { put } from '#app/http/calls.ts'
import { declineSwap } from '#server/swaps/commands.ts'
import { swap, swapAnswer } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'

/** An admin who is not in it declines it for the club. */
export const action = put({
  summary: 'Say no to a swap',
  undoable: 'by an admin who is not in it',
  requires: 'member',
  body: swapAnswer,
  answer: swap,
  run: async (ctx, { id, body }) => {
    await declineSwap(ctx, id, body)
    return getSwap(ctx, id)
  },
})
