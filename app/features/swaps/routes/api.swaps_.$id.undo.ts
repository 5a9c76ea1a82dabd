import { put } from '#app/http/calls.ts'
import { swap, swapAnswer } from '#server/swaps/contract.ts'
import { getSwap } from '#server/swaps/queries.ts'
import { undoSwapDecision } from '#server/swaps/undo.ts'

/** 409 once its messages are due, or when something has changed since. */
export const action = put({
  summary: 'Undo your approval or decline of a swap',
  requires: 'admin',
  body: swapAnswer,
  answer: swap,
  run: async (ctx, { id, body }) => {
    await undoSwapDecision(ctx, id, body)
    return getSwap(ctx, id)
  },
})
